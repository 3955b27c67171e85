/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "7b26cc82b705f8f1";
