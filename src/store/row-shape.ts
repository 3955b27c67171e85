/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "6e3b84e977150c14";
