import { describe, expect, it } from "vitest";
import { withoutSecrets } from "../../src/sandbox/secrets.ts";

describe("withoutSecrets", () => {
  it.each([
    ["/thirdparties?name=keyes&page=2", "/thirdparties?name=keyes&page=2"],
    ["/files/u?account=demo&expires=1&signature=abc", "/files/u?account=demo&expires=1&signature=…"],
    ["/x?access_token=abc&page=1", "/x?access_token=…&page=1"],
    ["/x?%74oken=abc", "/x?%74oken=…"],
    ["/x?a=1?token=abc&Password=p=q", "/x?a=1?token=abc&Password=…"],
    ["/x?apiKey=abc&client_secret=s&code=c&sig=d", "/x?apiKey=…&client_secret=…&code=…&sig=…"],
    ["/x?page=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkIn0.c2ln&a=1", "/x?page=…&a=1"],
    ["/eyJhbGciOiJIUzI1NiJ9%2EeyJzdWIiOiJkIn0%2Ec2ln", "/…"],
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
