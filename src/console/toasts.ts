import { signal } from "@preact/signals";

export interface Toast {
  id: number;
  text: string;
  isProblem: boolean;
  undo?: (() => unknown) | undefined;
}
export const toasts = signal<readonly Toast[]>([]);
let last = 0;

export function removeToast(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

/** Says what was done; with `undo` it stays longer and offers the way back. Returns its id. */
export function toast(text: string, { undo, isProblem = false }: Partial<Omit<Toast, "id" | "text">> = {}): number {
  const id = ++last;
  toasts.value = [...toasts.value.slice(-3), { id, text, isProblem, undo }];
  setTimeout(() => removeToast(id), undo ? 30_000 : isProblem ? 12_000 : 5_000);
  return id;
}

export const problemToast = (error: Error): number => toast(error.message, { isProblem: true });
