import { call } from "./api.ts";
import { Button } from "./parts/button.tsx";
import { account, href } from "./route.ts";
import { clock, refresh, worlds } from "./state.ts";
import { bringBack, isParked, originalOf } from "./views/worlds/parked.ts";

/** An address may name an account that does not exist: one click makes its world. */
export function NoWorld() {
  const make = async () => {
    await call("accounts.put", { body: {} });
    refresh();
  };
  const parked = worlds.value?.find((world) => isParked(world) && originalOf(world) === account.value);
  const wasHere = clock.value?.accountId === account.value;
  return (
    <div class="page noworld">
      <h1>
        {wasHere || parked ? `The world “${account.value}” was deleted` : `There is no world “${account.value}” yet`}
      </h1>
      <p class="quiet">A world is made when your client first asks for it, or here.</p>
      <div class="row">
        {parked && (
          <Button kind="primary" onClick={() => bringBack(parked.accountId, account.value)}>
            Undo: bring it back
          </Button>
        )}
        <Button kind={parked ? undefined : "primary"} onClick={make}>
          Create with the server's defaults
        </Button>
        <a class="button" href={href({ view: "worlds", rest: ["new"] })}>
          From a seed or a size…
        </a>
      </div>
      {worlds.value && worlds.value.length > 0 && (
        <p class="quiet">
          Or go to{" "}
          {worlds.value
            .filter((world) => !isParked(world))
            .map(({ accountId }) => (
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
