import "./connect.css";
import { useState } from "preact/hooks";
import { accountUrl, base, call, keyHeader, urlOf } from "../../api.ts";
import { Shown, useCall } from "../../load.tsx";
import { Button } from "../../parts/button.tsx";
import { Copy, copy } from "../../parts/copy.tsx";
import { Tag } from "../../parts/values.tsx";
import { account } from "../../route.ts";
import { worlds } from "../../state.ts";
import { Identifiers } from "./identifiers.tsx";

/** Everything that a client needs: where, with which token, and what to try. */
export function Connect() {
  const token = useCall("tokens.create", { body: { accountIds: [account.value] } }, { once: true });
  return (
    <div class="page connect">
      <h1>Connect</h1>
      <section>
        <h2>Base URL of this account</h2>
        <Line text={accountUrl()} />
      </section>
      <Tokens />
      <Shown of={token}>{({ accessToken }) => <Snippets token={accessToken} />}</Shown>
      <Identifiers />
    </div>
  );
}

const Line = ({ text }: { text: string }) => (
  <p class="line mono">
    <span>{text}</span>
    <Copy text={text} />
  </p>
);

/** Lines to paste; long tokens are cut in what is shown, and whole in what is copied. */
function Block({ title, text, token }: { title: string; text: string; token: string }) {
  const brief = `${token.slice(0, 12)}…${token.slice(-6)}`;
  return (
    <section class="block">
      <h2>{title}</h2>
      <div class="json">
        <Copy text={text} title={`Copy ${title}`} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable */}
        <pre tabIndex={0}>{text.replaceAll(token, brief)}</pre>
      </div>
    </section>
  );
}

/** A token that works, and two that must be refused. */
function Tokens() {
  const other =
    worlds.value?.find(({ accountId }) => accountId !== account.value)?.accountId ?? `${account.value}-other`;
  const kinds = [
    { name: "Valid", tone: "ok", note: "200, for an hour", opens: account.value },
    { name: "Expired", tone: "warn", note: "401, since a minute ago", opens: account.value, expiresIn: -60 },
    { name: "Other account", tone: "bad", note: `403, it opens ${other} alone`, opens: other },
  ] as const;
  return (
    <section>
      <h2>Tokens</h2>
      <div class="cards three">
        {kinds.map((kind) => (
          <TokenCard {...kind} key={kind.name} />
        ))}
      </div>
    </section>
  );
}

interface TokenProps {
  name: string;
  tone: "ok" | "warn" | "bad";
  note: string;
  opens: string;
  expiresIn?: number;
}
function TokenCard({ name, tone, note, opens, expiresIn }: TokenProps) {
  const [made, setMade] = useState("");
  const give = async () => {
    const body = { accountIds: [opens], ...(expiresIn && { expiresIn }) };
    const { accessToken } = await call("tokens.create", { body });
    setMade(accessToken);
    await copy(accessToken, `Copied a token: ${note}.`);
  };
  return (
    <div class="card">
      <div class="row">
        <Tag tone={tone}>{name}</Tag>
        <span class="quiet">{note}</span>
      </div>
      <div class="row">
        <code class="cut">{made || "made when you copy it"}</code>
        <Button onClick={give} label={`Copy a token: ${name}`}>
          Copy
        </Button>
      </div>
    </div>
  );
}

function Snippets({ token }: { token: string }) {
  const url = accountUrl();
  const origin = base().href.replace(/\/$/, "");
  const oauth = urlOf("_sandbox/oauth/token");
  const key = keyHeader()["X-Sandbox-Key"];
  const blocks: [title: string, text: string][] = [
    [".env", `TIERS_SANDBOX_URL=${origin}\nTIERS_SANDBOX_TOKEN=${token}${key ? `\nTIERS_SANDBOX_KEY=${key}` : ""}`],
    ["curl", `curl '${url}/thirdparties?size=5' \\\n  -H 'Authorization: Bearer ${token}'`],
    [
      "OAuth for the account demo, by password",
      `curl '${oauth}' \\
  -d grant_type=password \\
  -d username=demo -d password=demo`,
    ],
    [
      "OAuth for the account demo, by client",
      `curl '${oauth}' \\
  -d grant_type=client_credentials \\
  -d client_id=demo -d client_secret=demo`,
    ],
    [
      "Typed client",
      `import { createClient } from "tiers-sandbox/client";

const client = createClient({
  baseUrl: "${url}",
  token: "${token}",
});
const { data } = await client.GET("/thirdparties");`,
    ],
  ];
  return (
    <div class="blocks">
      {blocks.map(([title, text]) => (
        <Block title={title} text={text} token={token} key={title} />
      ))}
    </div>
  );
}
