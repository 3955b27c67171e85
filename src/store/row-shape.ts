/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "12a8f5ce06dff3fb";
