/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "d6e3d1d741fc9ed9";
