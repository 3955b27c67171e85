/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "7f9314b241613d9c";
