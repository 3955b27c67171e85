/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "0f73cf01664a80a7";
