import type { ComponentChild } from "preact";
import { figure } from "./figure.ts";

/** Names and values, one below the other; what is not known is left out. */
export const Facts = ({ of }: { of: readonly (readonly [name: string, value: ComponentChild])[] }) => (
  <dl class="facts">
    {of
      .filter(([, value]) => value !== null && value !== undefined && value !== "")
      .map(([name, value]) => (
        <>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </>
      ))}
  </dl>
);

const symbols: Record<string, string> = { EUR: "€", USD: "$", GBP: "£" };
export const money = (amount: number | null, currency: string | null): string | null =>
  amount === null ? null : `${figure(amount)} ${symbols[currency ?? ""] ?? currency ?? ""}`;
