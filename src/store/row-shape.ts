/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "a0a355b348c59b24";
