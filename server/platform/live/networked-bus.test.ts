import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { BusMessage } from '#packages/live-broadcast/bus.ts'
import { PAYLOAD_BYTES, readPayload, writeMessage, writePayloads } from './networked-bus.ts'

const concerts = (count: number): BusMessage[] =>
  Array.from({ length: count }, (_, at) => ({ topic: 'concert', body: `концерт-${at}` }))

describe('payloads of a batch', () => {
  test('carry every message once, in order, each within the limit of the database', () => {
    const messages = concerts(1_000)
    const payloads = writePayloads('me', messages.map(writeMessage), false)
    assert.ok(payloads.length > 1)
    for (const payload of payloads) assert.ok(Buffer.byteLength(payload) <= PAYLOAD_BYTES)
    assert.deepEqual(
      payloads.flatMap((payload) => readPayload(payload)?.messages ?? []),
      messages,
    )
  })

  test('are one where everything fits', () => {
    const payloads = writePayloads('me', concerts(20).map(writeMessage), false)
    assert.equal(payloads.length, 1)
    assert.equal(readPayload(payloads[0] ?? '')?.from, 'me')
    assert.equal(readPayload(payloads[0] ?? '')?.gap, false)
  })

  test('fill the limit to the last byte', () => {
    const room = PAYLOAD_BYTES - Buffer.byteLength('["me",0,["t",""]]')
    const fitting = writeMessage({ topic: 't', body: 'x'.repeat(room) })
    const [payload = '', ...others] = writePayloads('me', [fitting], false)
    assert.equal(Buffer.byteLength(payload), PAYLOAD_BYTES)
    assert.deepEqual(others, [])
  })

  test('tell of a message too long to carry as a gap, and carry the rest', () => {
    const [small] = concerts(1)
    assert.ok(small)
    const long = { topic: 'flags', body: 'x'.repeat(PAYLOAD_BYTES) }
    const read = writePayloads('me', [long, small].map(writeMessage), false).map(readPayload)
    assert.deepEqual(
      read.flatMap((contents) => contents?.messages ?? []),
      [small],
    )
    assert.ok(read.some((contents) => contents?.gap))
  })

  test('carry a gap without any message', () => {
    assert.deepEqual(writePayloads('me', [], true).map(readPayload), [
      { from: 'me', messages: [], gap: true },
    ])
  })
})

test('what no process of ours wrote is not read', () => {
  for (const foreign of ['', 'hello', '{}', '[]', '[1,0]', '["a",0,7]', '["a",0,["t"]]']) {
    assert.equal(readPayload(foreign), null, foreign)
  }
})
