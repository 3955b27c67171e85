import hashlib
import json
import os
import unittest
import urllib.error
import urllib.request

from waiting import waiting_suppliers

URL = os.environ["TIERS_SANDBOX_URL"]


def control(method, path, body=None):
    headers = {"Content-Type": "application/json", "X-Sandbox-Key": os.environ["TIERS_SANDBOX_KEY"]}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{URL}/_sandbox{path}", data, headers, method=method)
    with urllib.request.urlopen(request) as response:
        return json.loads(response.read() or "null")


class WaitingSuppliers(unittest.TestCase):
    def setUp(self):
        """A world of the test's own, in which no other test shows."""
        account = "test-" + hashlib.sha256(self.id().encode()).hexdigest()[:16]
        control("PUT", f"/accounts/{account}", {"seed": "empty"})
        self.addCleanup(control, "DELETE", f"/accounts/{account}")
        self.account = account
        self.base_url = f"{URL}/api/v1/account/{account}"
        self.token = control("POST", "/tokens", {"accountIds": [account]})["accessToken"]

    def scenario(self, name):
        control("POST", f"/accounts/{self.account}/scenarios", {"scenario": name})

    def test_nobody_waits_in_an_empty_account(self):
        self.assertEqual(waiting_suppliers(self.base_url, self.token), [])

    def test_a_supplier_whose_dossier_waits_is_named_and_no_other(self):
        self.scenario("valid-dossier")
        self.scenario("dossier-waiting")
        self.assertEqual(len(waiting_suppliers(self.base_url, self.token)), 1)

    def test_a_service_that_is_down_is_an_error(self):
        self.scenario("failing-service")
        with self.assertRaises(urllib.error.HTTPError) as caught:
            waiting_suppliers(self.base_url, self.token)
        self.assertEqual(caught.exception.code, 503)
        caught.exception.close()


if __name__ == "__main__":
    unittest.main()
