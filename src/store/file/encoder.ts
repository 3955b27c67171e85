/**
 * Encodes texts into one buffer, which the next text overwrites. A new buffer for each part of a large file would make
 * V8 mark its whole heap again after every few dozen megabytes.
 */
export function encoder(): (text: string) => Buffer {
  let buffer = Buffer.alloc(0);
  return (text) => {
    const most = 3 * text.length;
    if (buffer.length < most) buffer = Buffer.allocUnsafeSlow(most);
    return buffer.subarray(0, buffer.write(text));
  };
}
