/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "c6a2897e9900dc70";
