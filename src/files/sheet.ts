/** A document ready to be drawn: every string is final. */
export interface Sheet {
  style: "register" | "letter" | "certificate" | "band" | "deed";
  /** Colour of rules, bands and titles. */
  ink: string;
  serif?: boolean;
  /** The issuer, at the top left or centred. */
  authority: readonly string[];
  /** The addressee or the numbers, at the top right. */
  aside?: readonly string[];
  title: string;
  subtitle?: string;
  body: readonly Block[];
  signature?: readonly string[];
  /** The text of a rubber stamp. */
  seal?: string;
  mentions?: string;
  /** It is too pale and blurred to be read. */
  isFaint?: true;
  reference: string;
}

export type Rows = readonly (readonly string[])[];

export type Block =
  | { kind: "heading"; text: string }
  | { kind: "text"; text: string }
  | { kind: "lead"; text: string }
  | { kind: "notice"; text: string }
  | { kind: "fields"; rows: Rows }
  | { kind: "cells"; rows: Rows }
  | { kind: "table"; columns: Columns; rows: Rows }
  | { kind: "questions"; rows: Rows };

/** The share of the width, by the column's title. */
export type Columns = Readonly<Record<string, number>>;
