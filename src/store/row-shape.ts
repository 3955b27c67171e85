/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "d4d68a97502dcc02";
