/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "4520f015536c6e04";
