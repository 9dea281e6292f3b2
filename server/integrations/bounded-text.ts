/** The body of a response of another service. Throws `tooLong()` past `most` bytes, which also cancels the download. */
export async function boundedBytes(
  body: ReadableStream<Uint8Array>,
  most: number,
  tooLong: () => Error,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > most) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The same as text. */
export async function boundedText(...asked: Parameters<typeof boundedBytes>): Promise<string> {
  return (await boundedBytes(...asked)).toString('utf8')
}
