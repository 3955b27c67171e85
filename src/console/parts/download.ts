import { type Asked, type Operation, responseOf } from "../api.ts";

/** Gives what an operation answers to the browser's downloads. */
export async function download<K extends Operation>(operation: K, asked: Asked<K>, name: string): Promise<void> {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await (await responseOf(operation, asked)).blob());
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
