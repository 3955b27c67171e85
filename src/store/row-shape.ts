/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "1862d843b6a69ad8";
