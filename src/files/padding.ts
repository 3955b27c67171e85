const LINE = `%${" ".repeat(78)}\n`;

/**
 * The same document in exactly `size` bytes. Comments fill the space between the last object and the cross-reference
 * table: the offsets in the table stay valid, and only the pointer to the table changes.
 */
export function padTo(pdf: Buffer, size: number): Buffer {
  const mark = pdf.lastIndexOf("startxref\n");
  const table = Number(pdf.toString("latin1", mark + 10, pdf.indexOf("\n", mark + 10)));
  const body = pdf.subarray(0, table);
  const directory = pdf.subarray(table, mark);
  for (const end of ["%%EOF\n", "%%EOF"]) {
    // The pointer may gain a digit as the table moves, which takes a byte from the comments.
    for (let digits = String(table).length; digits <= 10; digits++) {
      const fill = size - body.length - directory.length - `startxref\n\n${end}`.length - digits;
      if (fill < 0 || String(table + fill).length !== digits) continue;
      const tail = Buffer.from(`startxref\n${table + fill}\n${end}`, "latin1");
      return Buffer.concat([body, comments(fill), directory, tail], size);
    }
  }
  return pdf;
}

function comments(length: number): Buffer {
  const filled = Buffer.alloc(length, LINE, "latin1");
  // A line break ends the comments; without it the table would be a comment.
  if (length > 0) filled[length - 1] = "\n".charCodeAt(0);
  return filled;
}
