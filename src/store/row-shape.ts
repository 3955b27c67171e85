/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "c3e923af960472c5";
