import { useState } from "preact/hooks";
import { giveKey, keyHeader } from "./api.ts";
import { Field } from "./parts/form.tsx";
import { refresh } from "./state.ts";
import { connect } from "./stream.ts";

/** Off loopback: asks for the key of the control plane, which stays in this tab's session. */
export function KeyForm() {
  const [key, setKey] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    giveKey(key);
    connect();
    refresh();
  };
  return (
    <main class="keyform">
      <form onSubmit={submit}>
        <h1>This sandbox is shared</h1>
        <p class="quiet">
          Away from its own machine the control plane wants its key, the value of <code>SANDBOX_KEY</code>. It stays in
          this tab and is forgotten when the tab closes.
        </p>
        {keyHeader()["X-Sandbox-Key"] && <p role="alert">The sandbox does not know that key.</p>}
        <Field label="Key" type="password" value={key} onInput={setKey} required />
        <button type="submit" class="primary">
          Open the console
        </button>
      </form>
    </main>
  );
}
