import { expect, it } from "vitest";
import { due, journal, syncReport, wholeRequest, world } from "../../contract/examples/control.ts";
import { asking } from "./asking.ts";

const demo = "/_sandbox/accounts/demo";
const portfolio =
  "from portfolio: 40 third parties, 97 dossiers, 412 documents, 5210 events; " +
  "its clock stands at 2026-01-15T09:00:00.000.";
const archived = "50000001  2026-01-15T09:00:00.000  THIRD_PARTY 924004  THIRD_PARTY_ARCHIVED";
const [expiry] = due.content;
const registers = { thirdpartyName: null, dossierId: null, documentId: null, times: 58, sentence: "Registers." };
const row = { collection: "documents", id: 7, name: null, difference: "added", fields: [], furtherFields: 0 };
const changed = { ...row, difference: "changed", fields: [{ path: "/a", after: 1 }], furtherFields: 2 };
const outage = { kind: "status", status: 503, operation: "thirdparties.list", times: 1 };
const seen = (({ requestHeaders: _, requestBody: __, responseHeaders: ___, responseBody: ____, ...rest }) => rest)(
  wholeRequest,
);
const requestLine =
  "2026-01-15T09:00:00.000  GET    200 /api/v1/account/demo/thirdparties?size=20  1.5 ms  thirdparties.list  " +
  "5f3e0c1a-8a6b-4d0e-9f57-2c1d7b6a9e10";
const cutLine = requestLine.replace("GET    200", "DELETE cut").replace("1.5 ms  thirdparties.list", "2.3 ms  -");
const overlooked = "sise is no parameter of this operation and was overlooked; did you mean size?";
const json = (value: unknown) => JSON.stringify(value);
const shown = (value: unknown) => JSON.stringify(value, null, 2);

const long = {
  responseBody: { size: 9, kept: "whole", text: json(Array.from({ length: 60 }, (_, nth) => nth)), encoding: null },
};

/** Each command, the requests that it sends, what differs in the answers from the examples, and what it prints. */
const transcript = `
$ reset
→ POST ${demo}/reset
demo, ${portfolio}
$ reset --account test-17
→ POST /_sandbox/accounts/test-17/reset
← accounts.reset {"accountId":"test-17","frozen":false}
test-17, ${portfolio.replace("stands", "runs")}
$ restore before-renewal
→ POST ${demo}/snapshots/before-renewal/restore
demo, ${portfolio}
$ snapshot
→ GET ${demo}/snapshots
← accounts.snapshots {"content":[{"name":"a","takenAt":"${world.now}","events":3,"damage":null},\
{"name":"b","takenAt":null,"events":null,"damage":"it is torn"}]}
a  2026-01-15T09:00:00.000  3 events
b  cannot be restored: it is torn
$ snapshot -a test
→ GET /_sandbox/accounts/test/snapshots
← accounts.snapshots {"content":[]}
There is no snapshot yet; tiers-sandbox snapshot NAME takes one.
$ snapshot before-renewal
→ POST ${demo}/snapshots {"name":"before-renewal"}
before-renewal keeps the world of 2026-01-15T09:00:00.000, 5210 events. \
Go back with tiers-sandbox restore before-renewal.
$ snapshot --delete old
→ DELETE ${demo}/snapshots/old
The snapshot old is deleted.
$ accounts
→ GET /_sandbox/accounts
demo, ${portfolio} Last used at 2026-01-15T09:12:41.307 by the wall clock.
$ accounts
→ GET /_sandbox/accounts
← accounts.list {"content":[]}
There is no account yet.
$ accounts make x
→ PUT /_sandbox/accounts/x {}
demo, ${portfolio}
$ accounts make x --size 0 --seed empty --random-seed 7 --now 2026-02-01 --freeze
→ PUT /_sandbox/accounts/x {"seed":"empty","size":0,"randomSeed":7,"now":"2026-02-01T00:00:00","freeze":true}
demo, ${portfolio}
$ accounts make x --size 3 --history P3M --people suppliers
→ PUT /_sandbox/accounts/x {"size":3,"history":"P3M","people":"suppliers"}
demo, ${portfolio}
$ people
→ GET ${demo}/people?size=1000
← people.get {"totalElements":2}
Suppliers and the client's people act; planned: 214. tiers-sandbox people none stops them.
        Claire Martin  Purchasing
     1  late      Answers after the second or third reminder.
924000  Novalune Systèmes  late (set)  2026-02-03T10:12:00.000  document 11031000  \
Jeanne Blanchard: The contact of a supplier answers a document.
Of the first 1 of 2 third parties.
$ people none
→ PUT ${demo}/people {"people":"none"}
Nobody acts by itself; tiers-sandbox people all lets suppliers and the client's people act.
$ people suppliers
→ PUT ${demo}/people {"people":"suppliers"}
← people.put {"people":"suppliers","planned":3}
Suppliers act, and the client's people do not; planned: 3. tiers-sandbox people none stops them.
$ people 924000
→ GET ${demo}/people/924000
← people.supplier {"origin":"DRAWN","next":null}
924000  Novalune Systèmes  late  nothing planned
$ people 924000 --temper drawn
→ PUT ${demo}/people/924000 {"temper":null}
← people.temper {"origin":"DRAWN","temper":"silent","next":null}
924000  Novalune Systèmes  silent  nothing planned
$ people 924000 --temper late
→ PUT ${demo}/people/924000 {"temper":"late"}
924000  Novalune Systèmes  late (set)  2026-02-03T10:12:00.000  document 11031000  \
Jeanne Blanchard: The contact of a supplier answers a document.
$ accounts make x --from demo --snapshot a
→ PUT /_sandbox/accounts/x {"from":{"accountId":"demo","snapshot":"a"}}
demo, ${portfolio}
$ accounts delete x
→ DELETE /_sandbox/accounts/x
The account x is deleted.
$ accounts delete --unused-for P7D
→ DELETE /_sandbox/accounts?unusedFor=P7D
Deleted web-142.
$ accounts delete --unused-for PT1H
→ DELETE /_sandbox/accounts?unusedFor=PT1H
← accounts.deleteUnused {"deleted":[]}
No account was unused for so long.
$ clock
→ GET ${demo}/clock
2026-04-15T09:00:00.000, stopped; next due at 2026-04-16T00:00:00.000
$ clock advance P90D
→ POST ${demo}/clock {"advance":"P90D"}
2026-04-15T09:00:00.000, stopped; next due at 2026-04-16T00:00:00.000
     2  DOCUMENT_ANSWER_EXPIRED
$ clock advance P1D
→ POST ${demo}/clock {"advance":"P1D"}
← clock.move {"happened":{"DOSSIER_ADDED":2,"DOSSIER_UPDATED":30,"DOSSIER_ARCHIVED":2,"DOCUMENT_ADDED":4}}
2026-04-15T09:00:00.000, stopped; next due at 2026-04-16T00:00:00.000
    30  DOSSIER_UPDATED
     4  DOCUMENT_ADDED
     2  DOSSIER_ADDED
     2  DOSSIER_ARCHIVED
$ clock set 2027-01-01
→ POST ${demo}/clock {"set":"2027-01-01T00:00:00"}
← clock.move {"frozen":false,"nextDue":null,"happened":{}}
2026-04-15T09:00:00.000, running; nothing is due
$ clock advance P99Y
→ POST ${demo}/clock {"advance":"P99Y"}
← clock.move {"nextDue":null,"happened":{},"cancelled":true,"stopped":"Too large."}
2026-04-15T09:00:00.000, stopped; nothing is due
The move was cancelled.
It does not go on. Too large.
$ clock freeze
→ POST ${demo}/clock {"freeze":true}
← clock.move {"happened":{}}
2026-04-15T09:00:00.000, stopped; next due at 2026-04-16T00:00:00.000
$ clock resume
→ POST ${demo}/clock {"freeze":false}
← clock.move {"happened":{}}
2026-04-15T09:00:00.000, stopped; next due at 2026-04-16T00:00:00.000
$ clock due
→ GET ${demo}/due?size=1000
2026-01-31T23:59:59.999  Novalune Systèmes  document 11031042  The answer to a document expires.
     1  EXPIRE
$ clock due 2026-02-01
→ GET ${demo}/due?until=2026-02-01T00:00:00&size=1000
← clock.due {"total":60,"totalElements":3,"kinds":{"REGISTRY":58,"EXPIRE":2},"content":\
${json([
  { ...expiry, documentId: null },
  { ...expiry, ...registers },
])}}
2026-01-31T23:59:59.999  Novalune Systèmes  dossier 1324010  The answer to a document expires.
2026-01-31T23:59:59.999  Registers. (58 times)
… and 1 more
    58  REGISTRY
     2  EXPIRE
$ clock due
→ GET ${demo}/due?size=1000
← clock.due {"total":0,"content":[]}
Nothing is due.
$ trigger THIRD_PARTY_ARCHIVED --thirdparty 924004
→ POST ${demo}/occurrences {"event":"THIRD_PARTY_ARCHIVED","thirdpartyId":924004}
${archived}
$ trigger DOCUMENT_ANSWER_DENIED --dossier 2 --document 3 --data '{"comment":"No."}'
→ POST ${demo}/occurrences {"event":"DOCUMENT_ANSWER_DENIED","dossierId":2,"documentId":3,"data":{"comment":"No."}}
${archived}
$ answer 11031002
→ POST ${demo}/documents/11031002/answers {}
${archived}
$ answer 11031002 --outcome review --issue-date 2026-01-10 --form iban=FR76 --form note=a=b --form bic=
→ POST ${demo}/documents/11031002/answers {"outcome":"review","issueDate":"2026-01-10",\
"formdata":{"iban":"FR76","note":"a=b","bic":""}}
${archived}
$ events
→ GET ${demo}/events?limit=100&latest=true
${archived}
$ events -n THIRD_PARTY_ADDED -n DOSSIER_ADDED --thirdparty 1 --dossier 2 --document 3 --from 2026-01-01 \
--to 2026-01-02T10:00 --after 5 --limit 7 --json
→ GET ${demo}/events?names=THIRD_PARTY_ADDED,DOSSIER_ADDED&thirdpartyId=1&dossierId=2&documentId=3\
&from=2026-01-01T00:00:00&to=2026-01-02T10:00:00&after=5&limit=7&latest=false
${json(journal.content[0])}
$ compare demo:before-renewal
→ GET /_sandbox/compare?before=demo&beforeSnapshot=before-renewal&after=demo&size=1000
~ documents 11031000  Extrait Kbis
    /statusCode: "VALID" -> "INVALID"
documents: 0 added, 0 removed, 1 changed
$ compare demo test:monday
→ GET /_sandbox/compare?before=demo&after=test&afterSnapshot=monday&size=1000
← accounts.compare {"counts":[{"collection":"documents","added":1,"removed":1,"changed":2}],\
"content":${json([row, { ...row, difference: "removed" }, changed])},"totalElements":4}
+ documents 7
- documents 7
~ documents 7
    /a: nothing -> 1
    … and 2 more
… and 1 more rows
documents: 1 added, 1 removed, 2 changed
$ compare demo demo
→ GET /_sandbox/compare?before=demo&after=demo&size=1000
← accounts.compare {"counts":[],"content":[],"totalElements":0}
They are equal.
$ faults
→ GET /_sandbox/faults
1  thirdparties.list of every account: answers 503, once
$ faults -a demo
→ GET /_sandbox/faults?accountId=demo
← faults.list [{"kind":"status"},{"kind":"delay","accountId":"demo","delayMs":10,"times":2,"probability":0.5},\
{"kind":"lag"},{"kind":"lag","lag":"PT1H","operation":"documents.search"},{"kind":"delay"},\
{"kind":"disconnect","delayMs":10},{"kind":"truncate"},{"kind":"malformed"}]
1  every operation of every account: answers 503, every time
2  every operation of demo: answers 10 ms late, 2 times, with probability 0.5
3  every operation of every account: finds events PT5M late, every time
4  documents.search of every account: finds events PT1H late, every time
5  every operation of every account: answers 1000 ms late, every time
6  every operation of every account: cuts the connection after 10 ms, every time
7  every operation of every account: sends half an answer, every time
8  every operation of every account: answers what is no JSON, every time
$ faults remove 2
→ GET /_sandbox/faults
← faults.list [{"kind":"status"},{"kind":"delay"},{"kind":"truncate"}]
→ PUT /_sandbox/faults [{"kind":"status"},{"kind":"truncate"}]
← faults.replace [{"kind":"status"},{"kind":"truncate"}]
1  every operation of every account: answers 503, every time
2  every operation of every account: sends half an answer, every time
$ faults add status --operation dossiers.list --status 500 --delay 10 --times 2 --probability 0.5 -a demo
→ GET /_sandbox/faults?accountId=demo
→ PUT /_sandbox/faults?accountId=demo [${json(outage)},{"kind":"status","operation":"dossiers.list",\
"status":500,"delayMs":10,"times":2,"probability":0.5}]
1  thirdparties.list of every account: answers 503, once
$ faults add lag --lag PT1H
→ GET /_sandbox/faults
→ PUT /_sandbox/faults [{"kind":"lag","lag":"PT1H"}]
← faults.list []
← faults.replace []
No fault is set.
$ faults clear -a demo
→ DELETE /_sandbox/faults?accountId=demo
No fault is set.
$ requests
→ GET /_sandbox/requests?limit=20
← requests.list ${json({ content: [{ ...seen, violations: ["size is wrong."], remarks: [overlooked] }] })}
${requestLine}
    size is wrong.
    ${overlooked}
$ requests -a demo --operation dossiers.list --status 0 --from 2026-01-01 --to 2026-01-02 --limit 1
→ GET /_sandbox/requests?accountId=demo&operation=dossiers.list&status=0&from=2026-01-01T00:00:00\
&to=2026-01-02T00:00:00&limit=1
← requests.list ${json({ content: [{ ...seen, method: "DELETE", status: 0, operation: null, durationMs: 2.345 }] })}
${cutLine}
$ requests 5f3e0c1a
→ GET /_sandbox/requests/5f3e0c1a
${requestLine}
    account: demo
    caller: demo
    clock: 2026-01-15T09:00:00.000
    last event: 50000001
> Authorization: Bearer …
< Content-Type: application/json; charset=utf-8
<
< {
<   "content": [],
<   "page": 0,
<   "size": 20,
<   "totalElements": 0,
<   "totalPages": 0
< }
$ requests 5f3e0c1a
→ GET /_sandbox/requests/5f3e0c1a
← requests.get ${json({ ...long, requestBody: { size: 8, kept: "whole", text: "a".repeat(2100), encoding: null } })}
${requestLine}
    account: demo
    caller: demo
    clock: 2026-01-15T09:00:00.000
    last event: 50000001
> Authorization: Bearer …
>
> ${"a".repeat(2000)}… (2100 letters; --json prints all)
< Content-Type: application/json; charset=utf-8
<
< [
${Array.from({ length: 39 }, (_, nth) => `<   ${nth},`).join("\n")}
< (… 22 lines more; --json prints all)
$ requests 5f3e0c1a
→ GET /_sandbox/requests/5f3e0c1a
← requests.get {"caller":null,"clock":null,"lastEventId":null,"fault":"status","forced":true,"code":"CONFLICT",\
"events":[50000001,50000002],"requestHeaders":[],"responseHeaders":[],\
"requestBody":{"size":9,"kept":"cut","text":"AAAA","encoding":"base64"},\
"responseBody":{"size":null,"kept":"none","text":null,"encoding":null}}
${requestLine.replace("  5f3e", "  hit by status  5f3e")}
    account: demo
    fault: status
    code: CONFLICT
    forced: true
    events: 50000001, 50000002
>
> (base64) AAAA
> (cut; 9 bytes in all)
<
< (an unknown number of bytes, left out)
$ requests clear -a demo
→ DELETE /_sandbox/requests?accountId=demo
The requests are forgotten.
$ requests clear --json
→ DELETE /_sandbox/requests
{}
$ scenario iban-mismatch
→ POST ${demo}/scenarios {"scenario":"iban-mismatch"}
Bank details in the name of another company: the bank check cannot verify them, and they wait for you.
thirdpartyId   924004
dossierId      5005001
documentId     11031002
responseId     30000001
evidenceId     6876007
$ token --url http://127.0.0.1:9/ -a a -a b --expires-in 60
→ POST /_sandbox/tokens {"accountIds":["a","b"],"expiresIn":60}
eyJhbGciOiJIUzI1NiJ9.e30.c2ln
$ stop
→ POST /_sandbox/stop
→ GET /health
http://127.0.0.1:4600 has stopped.
$ stop --json
→ POST /_sandbox/stop
→ GET /health
${shown({ stopped: "http://127.0.0.1:4600", pid: 4711 })}
$ accounts delete x --json
→ DELETE /_sandbox/accounts/x
${shown({ deleted: "x" })}
$ snapshot --delete old --json
→ DELETE ${demo}/snapshots/old
${shown({ deleted: "old" })}
$ reset --json
→ POST ${demo}/reset
${shown(world)}
$ clock due --json
→ GET ${demo}/due?size=1000
${shown(due)}
$ faults --json
→ GET /_sandbox/faults
${shown([outage])}
$ sync --caller a --from 2026-01-15T09:00 -n THIRD_PARTY_ADDED -n DOSSIER_ADDED
→ GET ${demo}/sync?caller=a&from=2026-01-15T09:00:00&names=THIRD_PARTY_ADDED,DOSSIER_ADDED
← accounts.sync ${json({ callers: [{ ...syncReport.callers[0], missed: 0 }], findings: [] })}
nightly-sync: 2 searches, 2 windows, 4 events due, 0 missed

${syncReport.unknowns.join("\n")}`;

it.each(transcript.split("\n$ ").slice(1))("a command asks a running sandbox, and prints: %s", async (text) => {
  const [line = "", ...lines] = text.split("\n");
  const marked = (mark: string) => lines.flatMap((one) => (one.startsWith(mark) ? one.slice(mark.length) : []));
  const answers = marked("← ").map((one) => [one.split(" ", 1)[0], JSON.parse(one.slice(one.indexOf(" ")))]);
  const { asked, printed, error } = await asking(line, Object.fromEntries(answers));
  const expected = { asked: marked("→ "), printed: lines.filter((one) => !/^[←→] /.test(one)).join("\n") };
  expect({ asked, printed: printed.join("\n"), error }).toEqual(expected);
});
