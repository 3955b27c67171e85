import { accountIdPattern } from "../../../contract/shared.ts";

/**
 * Account ids as file names. Some file systems take `Demo` and `demo` for one name, so a capital is written `+d`;
 * Windows keeps a few names for itself, so those get `++` in front.
 */

const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

export const isAccountId = (accountId: string) => accountIdPattern.test(accountId);

export function fileName(accountId: string): string {
  const name = accountId.replace(/[A-Z]/g, (capital) => `+${capital.toLowerCase()}`);
  return reserved.test(name) ? `++${name}` : name;
}

/** The name of a file until it is whole. */
export const temporary = (path: string) => `${path}.tmp`;

/** The account of a file name; undefined for a file of another kind. */
export function accountOf(name: string): string | undefined {
  const accountId = name.replace(/^\+\+/, "").replace(/\+([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return isAccountId(accountId) && fileName(accountId) === name ? accountId : undefined;
}
