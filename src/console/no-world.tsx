import { call } from "./api.ts";
import { Button } from "./parts/button.tsx";
import { account, href } from "./route.ts";
import { deleted, lost, refresh, worlds } from "./state.ts";
import { toast } from "./toasts.ts";
import { bringBack, isParked, originalOf } from "./views/worlds/parked.ts";

/** An address may name an account that does not exist: one click makes its world. */
export function NoWorld() {
  const make = async () => {
    await call("accounts.put", { body: {} });
    refresh();
  };
  const parked = worlds.value?.find((world) => isParked(world) && originalOf(world) === account.value);
  const isKept = deleted.value.includes(account.value);
  const wasHere = parked || isKept || lost.value === account.value;
  const undo = async () => {
    if (parked) return bringBack(parked.accountId, account.value);
    await call("accounts.put", { body: { from: { accountId: account.value, deleted: true } } });
    refresh();
    toast(`${account.value} is back.`);
  };
  const canUndo = parked !== undefined || isKept;
  return (
    <div class="page noworld">
      <h1>{wasHere ? `The world “${account.value}” was deleted` : `There is no world “${account.value}” yet`}</h1>
      <p class="quiet">
        {isKept && !parked && "Undo brings it back as it was, without its snapshots and faults. "}
        {wasHere ? "Another one" : "A world"} is made when your client first asks for it, or here.
      </p>
      <div class="row">
        {canUndo && (
          <Button kind="primary" onClick={undo} words="restore deleted world">
            Undo: bring it back
          </Button>
        )}
        <Button kind={canUndo ? undefined : "primary"} onClick={make}>
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
