/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "e9c3e7d32f78c595";
