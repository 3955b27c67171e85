import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bodyWithoutSecrets, headerWithoutSecrets, withoutSecrets } from "../../../src/sandbox/requests/redact.ts";

describe("withoutSecrets", () => {
  it.each([
    ["/thirdparties?name=keyes&page=2", "/thirdparties?name=keyes&page=2"],
    ["/files/u?account=demo&expires=1&signature=abc", "/files/u?account=demo&expires=1&signature=…"],
    ["/x?access_token=abc&page=1", "/x?access_token=…&page=1"],
    ["/x?%74oken=abc", "/x?%74oken=…"],
    ["/x?a=1?token=abc&Password=p=q", "/x?a=1?token=…&Password=…"],
    ["/x?a=1;token=abc;b=2", "/x?a=1;token=…"],
    ["/x?back=https%3A%2F%2Fy%2Ff%3Fsignature%3Dabc&a=1", "/x?back=https%3A%2F%2Fy%2Ff%3Fsignature%3D…&a=1"],
    ["/x?a=%3Fb%3D%253Ftoken%253Dabc", "/x?a=%3Fb%3D%253Ftoken%253D…"],
    ["/x?eventNames=A%2CB&name=a%20b%3D1", "/x?eventNames=A%2CB&name=a%20b%3D1"],
    ["/x?pwd=a&pass=b&hmac=c&session_id=d&passenger=e", "/x?pwd=…&pass=…&hmac=…&session_id=…&passenger=e"],
    ["/x?apiKey=abc&client_secret=s&code=c&sig=d", "/x?apiKey=…&client_secret=…&code=…&sig=…"],
    ["/x?page=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkIn0.c2ln&a=1", "/x?page=…&a=1"],
    ["/eyJhbGciOiJIUzI1NiJ9%2EeyJzdWIiOiJkIn0%2Ec2ln", "/…"],
    ["/x?bearer=abc&sid=d&sessionId=e", "/x?bearer=…&sid=…&sessionId=…"],
    ["http://me:hush@host/x?back=ftp://a:b@c/d", "http://…@host/x?back=ftp://…@c/d"],
    ["/x?pw=a&db_pass=b&userPw=c&pin-code=d&compass=e", "/x?pw=…&db_pass=…&userPw=…&pin-code=…&compass=e"],
    ["/x;jsessionid=A1;v=2", "/x;jsessionid=…"],
    ["/x?JSESSION=a&session=b&mysession_v2=c", "/x?JSESSION=…&session=…&mysession_v2=…"],
    ["/x?c=AccountName%3Da%3BAccountKey%3Db", "/x?c=AccountName%3Da%3BAccountKey%3D…"],
    ["//me:hush@host/x", "//…@host/x"],
    ["/x?%zz=1&token", "/x?%zz=1&token"],
    ["/x?", "/x?"],
    ["/\u001b[31m\u009b2J\n\u202e", "/?[31m?2J??"],
  ])("shows %j as %j", (url, shown) => {
    expect(withoutSecrets(url)).toBe(shown);
  });

  it("cuts a path that is too long to read", () => {
    expect(withoutSecrets(`/${"x".repeat(10_000)}`)).toHaveLength(301);
  });
});

describe("headerWithoutSecrets", () => {
  const hidden = [
    ...["X-Sandbox-Key", "X-Api-Key", "X-Auth-Token", "X-Signature", "X-Hub-Signature-256", "X-Auth", "X-Auth-Key"],
    ...["X-Access-Key", "X-Private-Key", "Apikey", "X-Credential", "Ocp-Apim-Subscription-Key", "X-Functions-Key"],
    ...["X-Forwarded-Access-Token", "X-Forwarded-User", "X-Request-Token", "X-Correlation-Token"],
    ...["X-Session-Id", "X-CSRF", "Authentication", "X-User-Pass", "X-Anything-Else"],
  ];
  it.each([
    ["Authorization", "Bearer abc.def", "Bearer …"],
    ["authorization", "abc", "…"],
    ["Proxy-Authorization", "Basic ZGVtbzpkZW1v", "Basic …"],
    ["Cookie", "session=1; theme=dark", "…"],
    ["Set-Cookie", "session=1; Path=/", "…"],
    ...hidden.map((name): [string, string, string] => [name, "hunter2", "…"]),
    ["Access-Control-Allow-Credentials", "true", "true"],
    ["Location", "http://x/files/u?account=demo&signature=abc", "http://x/files/u?account=demo&signature=…"],
    ["Referer", "http://me:hush@x/y", "http://…@x/y"],
    ["X-Forwarded-For", "10.0.0.1", "10.0.0.1"],
    ["X-Request-Id", "r-17", "r-17"],
    ["X-Correlation-ID", "c-17", "c-17"],
    ["Host", "127.0.0.1:4600", "127.0.0.1:4600"],
    ["host", "me:hush@127.0.0.1:4600", "…@127.0.0.1:4600"],
    ["X-Forwarded-Host", "a.example, me:hush@b.example", "a.example, …@b.example"],
    ["Forwarded", 'host="me:hush@b.example";proto=http', 'host="…@b.example";proto=http'],
    ["Via", "1.1 me:hush@proxy", "1.1 …@proxy"],
    ["Location", "//me:hush@b.example/x", "//…@b.example/x"],
    ["traceparent", "00-1-2-01", "00-1-2-01"],
    ["Referer", "http://x/#eyJhbGciOiJIUzI1NiJ9.e30.c2ln", "http://x/#…"],
    ["WWW-Authenticate", 'Bearer error="invalid_token"', 'Bearer error="invalid_token"'],
    ["Prefer", "code=404, delay=5", "code=404, delay=5"],
    ["Idempotency-Key", "order-17", "order-17"],
    ["Content-Type", "application/json; charset=utf-8", "application/json; charset=utf-8"],
  ])("shows %s: %s as %s", (name, value, shown) => {
    expect(headerWithoutSecrets(name, value)).toBe(shown);
  });
});

describe("bodyWithoutSecrets", () => {
  it.each([
    ['{"accessToken":"abc","page":1}', '{"accessToken":"…","page":1}'],
    ['{"cookie":"a=b","sessionId":"c","page":1}', '{"cookie":"…","sessionId":"…","page":1}'],
    ['{"url":"postgres://u:p@h/d"}', '{"url":"postgres://…@h/d"}'],
    ["Server=x;Password=hush;Database=y", "Server=x;Password=…"],
    ['{"a":"-----BEGIN PRIVATE KEY-----\\nMIIE\\n-----END PRIVATE KEY-----"}', '{"a":"…"}'],
    ['{ "client_secret" : [ "a", {"b": "c"} ], "x": 2 }', '{ "client_secret" : "…", "x": 2 }'],
    ['{"a":[{"password":17,"code":"C","key":"k"}]}', '{"a":[{"password":"…","code":"C","key":"k"}]}'],
    ['{"tok\\u0065n":"abc"}', '{"tok\\u0065n":"…"}'],
    ['{"note":"\\u0065yJhbGciOiJIUzI1NiJ9.e30.c2ln!"}', '{"note":"…!"}'],
    ['{"url":"http://x/files/u?expires=1&signature=abc"}', '{"url":"http://x/files/u?expires=1&signature=…"}'],
    ['{"inner":"{\\"token\\":\\"abc\\"}"}', '{"inner":"{\\"token\\":\\"…\\"}"}'],
    ['{"token":"abc', '{"token":"…"'],
    ['{"x":"eyJhbGciOiJIUzI1', '{"x":"…"'],
    ['{"x":"é \\u00', '{"x":"é \\u00'],
    ['[{"pointer":"/0/password","received":"\\"p\\""}]', '[{"pointer":"/0/password","received":"…"}]'],
    ['[{"pointer":"/label","received":"\\"p\\""}]', '[{"pointer":"/label","received":"\\"p\\""}]'],
    ['[{"pointer":"/signature","received":"\\"p\\""}]', '[{"pointer":"/signature","received":"…"}]'],
    ['{"pointer":null,"name":"code","received":"p"}', '{"pointer":null,"name":"code","received":"…"}'],
    ['{"pointer":"/code","received":"p"}', '{"pointer":"/code","received":"p"}'],
    ['{"pw":"a","db_pass":"b","userPass":"c","compass":"d"}', '{"pw":"…","db_pass":"…","userPass":"…","compass":"d"}'],
    ['{"dbPw":"a"}', '{"dbPw":"…"}'],
    ['{"smtp-pw":"a"}', '{"smtp-pw":"…"}'],
    ['{"session":"a"}', '{"session":"…"}'],
    ['{"JSESSIONID":"a","jsession":"b"}', '{"JSESSIONID":"…","jsession":"…"}'],
    ['{"AccountKey":"a"}', '{"AccountKey":"…"}'],
    ['{"accountkey":"a","key":"b"}', '{"accountkey":"…","key":"b"}'],
    ['{"ssh_key":"a"}', '{"ssh_key":"…"}'],
    ['{"sshKey":"a","keyboard":"b","monkey":"c"}', '{"sshKey":"…","keyboard":"b","monkey":"c"}'],
    ['{"userPin":"a"}', '{"userPin":"…"}'],
    ["AccountName=a;AccountKey=b;EndpointSuffix=c", "AccountName=a;AccountKey=…"],
    ['[{"pointer":"/db_pass","received":"\\"p\\""}]', '[{"pointer":"/db_pass","received":"…"}]'],
    ['{"pwd":"a","passphrase":"b","auth":"d"}', '{"pwd":"…","passphrase":"…","auth":"…"}'],
    ['{"x_signature":"a","accessKey":"c","author":"b"}', '{"x_signature":"…","accessKey":"…","author":"b"}'],
    ["{'password': 'a b', password: c}", '{\'password\': "…", password: "…"}'],
    ['"{\\"password\\":\\"p\\"}"', '"{\\"password\\":\\"…\\"}"'],
    ["GET / HTTP/1.1\nAuthorization: Bearer abc", "GET / HTTP/1.1\nAuthorization: Bearer …"],
    ['{"curl":"-H \'Authorization: Basic ZGVtbw==\' x"}', '{"curl":"-H \'Authorization: Basic …\' x"}'],
    ['[{"name":"Authorization","value":"Bearer abc123def"}]', '[{"name":"Authorization","value":"Bearer …"}]'],
    ["Basic information, and the bearer received it", "Basic information, and the bearer received it"],
    ['{"name": "api_key", "received": 17, "x": 1}', '{"name": "api_key", "received": "…", "x": 1}'],
    ["user=demo&password=p%20q&size=1", "user=demo&password=…&size=1"],
    ["plain, and eyJhbGciOiJIUzI1NiJ9.e30.c2ln here", "plain, and … here"],
  ])("shows %s as %s", (body, shown) => {
    expect(bodyWithoutSecrets(body)).toBe(shown);
  });

  const name = fc.constantFrom(
    ...["token", "Access_Token", "clientSecret", "PASSWORD", "jwt", "api_key", "signature", "pin", "otp", "auth"],
    ...["pw", "db_pass", "userPass", "dbPw", "JSESSIONID", "session", "AccountKey", "account_key", "sshKey"],
  );
  const secret = "hunter2hunter2";
  const holder: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constant(secret),
      fc.array(tie("value")),
      fc.dictionary(fc.string(), tie("value")),
    ),
  })).value;
  const { plain } = fc.letrec((tie) => ({
    plain: fc.oneof(
      { maxDepth: 4 },
      fc.string().filter((text) => !text.includes("hunter")),
      fc.double({ noNaN: true }),
      fc.array(tie("plain")),
      fc.dictionary(fc.string(), tie("plain")),
      fc.tuple(name, holder).map(([field, value]) => ({ [field]: value })),
    ),
  }));

  it("never shows a secret of JSON, however it is nested, spaced and cut", () => {
    fc.assert(
      fc.property(plain, fc.nat(4), fc.nat(), (value, space, cut) => {
        const text = JSON.stringify({ value }, null, space);
        const shown = bodyWithoutSecrets(text);
        expect(shown).not.toContain("hunter");
        expect(JSON.parse(shown)).toBeDefined();
        expect(bodyWithoutSecrets(text.slice(0, cut % (text.length + 1)))).not.toContain("hunter");
        expect(bodyWithoutSecrets(shown)).toBe(shown);
      }),
    );
  });

  it("hides no field of the service", () => {
    const document = readFileSync(new URL("../../../contract/openapi.json", import.meta.url), "utf8");
    const { components } = JSON.parse(document) as { components: { schemas: Record<string, { properties?: object }> } };
    const names = Object.values(components.schemas).flatMap(({ properties = {} }) => Object.keys(properties));
    expect(names.length).toBeGreaterThan(50);
    for (const field of names) expect(bodyWithoutSecrets(`{"${field}":"shown"}`)).toContain("shown");
  });
});
