/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "bac618f5b319f30f";
