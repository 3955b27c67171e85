/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "e34c7999d1b92dc8";
