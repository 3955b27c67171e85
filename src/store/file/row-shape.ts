/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "ffcdd8c9284c7380";
