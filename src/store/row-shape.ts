/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "cd0ee3619663154f";
