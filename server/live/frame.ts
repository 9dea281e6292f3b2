/** A whole message, ready for the wire, shared by all who get it. Of each kind only the latest one is worth sending. */
export type Frame = {
  readonly kind: 'queue' | 'session' | 'error'
  readonly bytes: Buffer
}

const FINAL_TEXT = 0x81
const SHORT_MOST = 125
const MEDIUM = 126
const MEDIUM_MOST = 0xffff
const LONG = 127

/** An unmasked final text frame of a server (RFC 6455, 5.2), header and UTF-8 body in one buffer. */
export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text)
  const header = length <= SHORT_MOST ? 2 : length <= MEDIUM_MOST ? 4 : 10
  const frame = Buffer.allocUnsafe(header + length)
  frame[0] = FINAL_TEXT
  if (header === 2) {
    frame[1] = length
  } else if (header === 4) {
    frame[1] = MEDIUM
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  frame.write(text, header)
  return frame
}
