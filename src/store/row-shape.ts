/** Generated from the row schemas: a file that was written with other schemas is checked row by row. */
export const rowShape = "3fcaa358ba8cf76d";
