import { type Folder, heldCollections } from "../domain/draft.ts";
import type { ThirdpartyRow } from "../domain/rows.ts";
import type { View } from "../store/store.ts";

/** One third party's folder for a rule: what it does not ask for is not looked up. */
export class OpenFolder implements Folder {
  readonly thirdparty: ThirdpartyRow | null;
  readonly #view: View;
  readonly #id: number;

  constructor(view: View, thirdpartyId: number) {
    this.thirdparty = view.get("thirdparties", thirdpartyId) ?? null;
    this.#view = view;
    this.#id = thirdpartyId;
  }

  get sisters() {
    const unit = this.thirdparty?.siren ? this.#view.range("thirdparties", "unit", this.thirdparty.siren) : [];
    return unit.filter((row) => row.thirdpartyId !== this.#id);
  }
  get attributes() {
    return this.#view.range("attributes", "thirdparty", this.#id);
  }
  get indicators() {
    return this.#view.range("indicators", "thirdparty", this.#id);
  }
  get dossiers() {
    return this.#view.range("dossiers", "thirdparty", this.#id);
  }
  get documents() {
    return this.#view.range("documents", "thirdparty", this.#id);
  }
  get responses() {
    return this.#view.range("responses", "thirdparty", this.#id);
  }
  get comments() {
    return this.#view.range("comments", "thirdparty", this.#id);
  }
  get contacts() {
    return this.#view.range("contacts", "thirdparty", this.#id);
  }
  get reports() {
    return this.#view.range("reports", "thirdparty", this.#id);
  }
  get jobs() {
    return this.#view.range("jobs", "thirdparty", this.#id);
  }

  /** All of it as it is now. */
  copy(): Folder {
    const { thirdparty, sisters } = this;
    return {
      thirdparty,
      sisters,
      ...(Object.fromEntries(heldCollections.map((name) => [name, this[name]])) as Omit<
        Folder,
        "thirdparty" | "sisters"
      >),
    };
  }
}
