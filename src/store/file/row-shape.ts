/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "c06ddf8b62594dcf";
