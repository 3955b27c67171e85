import { createElement } from "preact";

/** What the build writes for an element: shorter than the calls of `react-jsx`, by which the types are checked. */
export const h = createElement;
export const Fragment = ({ children }: { children?: unknown }) => children;
