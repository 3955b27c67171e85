/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "eb98ce4413138cd1";
