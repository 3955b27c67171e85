"""The code under test: names the suppliers whose dossiers wait for a decision."""

import json
import urllib.request


def waiting_suppliers(base_url, token):
    def ask(path):
        request = urllib.request.Request(base_url + path, headers={"Authorization": f"Bearer {token}"})
        with urllib.request.urlopen(request) as response:
            return json.load(response)

    dossiers = ask("/dossiers?statusCode=ACTION_REQUIRED&size=100")["content"]
    ids = dict.fromkeys(dossier["thirdpartyId"] for dossier in dossiers)
    return [ask(f"/thirdparties/{id}")["name"] for id in ids]
