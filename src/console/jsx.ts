import { createElement, Fragment as Group } from "preact";

/** What the build writes for an element: shorter than the calls of `react-jsx`, by which the types are checked. */
export const h = createElement;
export const Fragment = Group;
