/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "a779ff8a4ae5e45c";
