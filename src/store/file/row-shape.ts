/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "a66a68879471cd23";
