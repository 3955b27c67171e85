/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "63926ba1041348b0";
