import { type Loaded, useCall } from "../load.tsx";

/** What the dialogs ask of the configuration of an account, which is a loose object in the contract. */
export interface Configured {
  documentTypes?: Readonly<Record<string, { label: string }>>;
  forms?: Readonly<Record<string, readonly { key: string; title: string; type: string }[]>>;
  dossierTypes?: Readonly<Record<string, { label: string }>>;
}
/** What the account of the address has configured, read again when something happens in it. */
export const useConfigured = (): Loaded<Configured> => useCall("accounts.configuration") as Loaded<Configured>;
