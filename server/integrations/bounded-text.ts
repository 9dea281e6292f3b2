/** The text of a response of another service. Throws `tooLong()` past `most` bytes, which also cancels the download. */
export async function boundedText(
  body: ReadableStream<Uint8Array>,
  most: number,
  tooLong: () => Error,
): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.length
    if (bytes > most) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
