import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEAD_BYTES = 12
const TYPE_A = 1

/** Starts a name server on this machine. `addressOf` a name is an IPv4 address, or null: the question gets no answer. */
export async function startNameServer(addressOf: (name: string) => string | null) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { address, port }) => {
    const labels: string[] = []
    let at = HEAD_BYTES
    for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.')
    const isA = question.readUInt16BE(at + 1) === TYPE_A
    asked.push(name)
    const found = addressOf(name)
    if (found === null) return
    const head = Buffer.from(question.subarray(0, HEAD_BYTES))
    // An answer without an error: one question, and one record for A.
    head.writeUInt16BE(0x8180, 2)
    for (const [place, count] of [1, isA ? 1 : 0, 0, 0].entries())
      head.writeUInt16BE(count, 4 + place * 2)
    // The name of the question again, A, IN, a minute, four bytes.
    const record = Buffer.from([0xc0, HEAD_BYTES, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4])
    const parts = [head, question.subarray(HEAD_BYTES, at + 5)]
    if (isA) parts.push(record, Buffer.from(found.split('.').map(Number)))
    socket.send(Buffer.concat(parts), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    nameServers: [`127.0.0.1:${socket.address().port}`],
    /** The names that were asked for, repeated questions too. */
    asked,
    async [Symbol.asyncDispose]() {
      socket.close()
      await once(socket, 'close')
    },
  }
}
