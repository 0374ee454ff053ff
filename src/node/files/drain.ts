/** The bytes of a whole stream; undefined if there are more than `most`. */
export async function drain(
  stream: AsyncIterable<unknown> | Iterable<unknown>,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > most) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}
