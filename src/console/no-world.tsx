import { call } from "./api.ts";
import { Button } from "./parts/button.tsx";
import { account, href } from "./route.ts";
import { refresh, worlds } from "./state.ts";

/** An address may name an account that does not exist: one click makes its world. */
export function NoWorld() {
  const make = async () => {
    await call("accounts.put", { body: {} });
    refresh();
  };
  return (
    <div class="page noworld">
      <h1>There is no world “{account.value}” yet</h1>
      <p class="quiet">A world is made when it is first asked for, or here.</p>
      <div class="row">
        <Button kind="primary" onClick={make}>
          Make it as the server makes new ones
        </Button>
        <a class="button" href={href({ view: "worlds", rest: ["new"] })}>
          From a seed or a size…
        </a>
      </div>
      {worlds.value && worlds.value.length > 0 && (
        <p class="quiet">
          Or go to{" "}
          {worlds.value.map(({ accountId }) => (
            <>
              <a href={href({ account: accountId, view: "portfolio", rest: [] })} key={accountId}>
                {accountId}
              </a>{" "}
            </>
          ))}
        </p>
      )}
    </div>
  );
}
