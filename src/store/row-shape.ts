/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "620c4019c9309e96";
