/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "e3cf9e92988196c0";
