/** Whole lines of a file. */
export type Block = {
  bytes: Uint8Array
  /** Where in the file they end. */
  end: number
  /** One line that is longer than any song's, of which nothing is kept. */
  tooLong: boolean
  last: boolean
}

const NEW_LINE = 10
/** MusicBrainz writes all that it knows of a recording into one line; none comes near this. */
const LONGEST_LINE = 8 * 1024 * 1024

/** Cuts a stream of bytes, which begins at `from` in its file, into whole lines; the last block may be empty. */
export async function* blocksOf(
  source: AsyncIterable<Uint8Array>,
  from: number,
): AsyncGenerator<Block> {
  let end = from
  let begun: Uint8Array[] = []
  let length = 0
  let dropped = 0

  for await (const chunk of source) {
    const cut = chunk.lastIndexOf(NEW_LINE) + 1
    let head = chunk.subarray(0, cut)
    if (dropped > 0 && cut > 0) {
      const over = head.indexOf(NEW_LINE) + 1
      end += dropped + over
      dropped = 0
      yield { bytes: new Uint8Array(), end, tooLong: true, last: false }
      head = head.subarray(over)
    }
    if (cut > 0) {
      const bytes = Buffer.concat([...begun, head])
      end += bytes.length
      if (bytes.length > 0) yield { bytes, end, tooLong: false, last: false }
      begun = []
      length = 0
    }
    const tail = chunk.subarray(cut)
    if (dropped > 0) dropped += tail.length
    else if (tail.length > 0) {
      begun.push(tail)
      length += tail.length
    }
    if (length > LONGEST_LINE) {
      dropped = length
      begun = []
      length = 0
    }
  }
  if (dropped > 0) yield { bytes: new Uint8Array(), end: end + dropped, tooLong: true, last: true }
  else {
    const bytes = Buffer.concat(begun)
    yield { bytes, end: end + bytes.length, tooLong: false, last: true }
  }
}
