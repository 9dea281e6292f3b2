import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from './frame.ts'
import { SendBuffer } from './send-buffer.ts'
import type { SendStream } from './send-buffer.ts'

const MOST = 1_000

function makeWorld() {
  const written: Buffer[] = []
  const wire = {
    writableLength: 0,
    write(bytes: Buffer) {
      written.push(bytes)
      wire.writableLength += bytes.length
    },
  }
  let time = 0
  return {
    wire,
    written,
    outlet: makeSendBuffer(wire, () => time),
    advance: (ms: number) => void (time += ms),
  }
}

function makeSendBuffer(wire: SendStream, now: () => number, deflates = false) {
  const outlet = new SendBuffer({ wire, deflates, mostBytes: MOST })
  return {
    send: (said: Frame) => outlet.send(said, now),
    drain: () => outlet.drain(),
    behindSince: () => outlet.behindSince(),
    forget: () => outlet.forget(),
  }
}

function frame(kind: Frame['kind'], length = 600): Frame {
  const bytes = Buffer.alloc(length)
  const deflated = Buffer.alloc(length / 2)
  return { kind, bytes, deflated: () => deflated }
}

test('a listener who keeps up gets the shared buffer itself, every time', () => {
  const { outlet, written, wire } = makeWorld()
  const frames = [frame('state'), frame('status'), frame('state')]
  for (const each of frames) {
    outlet.send(each)
    wire.writableLength = 0
  }
  assert.deepEqual(written.length, 3)
  for (const [at, bytes] of written.entries()) assert.equal(bytes, frames[at]?.bytes)
  assert.equal(outlet.behindSince(), null)
})

test('a slow one is never written to beyond the limit and one frame, and then gets the latest of each kind', () => {
  const { outlet, written, wire, advance } = makeWorld()
  advance(7)
  for (let change = 0; change < 100; change += 1) outlet.send(frame('state'))
  const [state, status] = [frame('state'), frame('status')]
  outlet.send(status)
  outlet.send(state)
  assert.ok(wire.writableLength <= MOST + 600)
  assert.equal(outlet.behindSince(), 7)
  const before = written.length

  outlet.drain()
  assert.equal(written.length, before, 'there is no room yet')
  wire.writableLength = 0
  outlet.drain()
  assert.equal(outlet.behindSince(), null)
  assert.deepEqual(new Set(written.slice(before)), new Set([state.bytes, status.bytes]))
})

test('what is owed is paid before anything newer is written, so that an old state never comes last', () => {
  const { outlet, written, wire } = makeWorld()
  outlet.send(frame('state', MOST + 1))
  outlet.send(frame('state'))
  wire.writableLength = 0
  const newest = frame('state')
  outlet.send(newest)
  outlet.drain()
  assert.equal(written.at(-1), newest.bytes)
  assert.equal(written.length, 2)
})

test('what is owed is forgotten when the listener turns to another channel', () => {
  const { outlet, written, wire } = makeWorld()
  outlet.send(frame('state', MOST + 1))
  outlet.send(frame('state'))
  outlet.forget()
  wire.writableLength = 0
  outlet.drain()
  assert.equal(written.length, 1)
})

test('who agreed to compression gets the compressed frame, at once and when it is owed', () => {
  const { wire, written } = makeWorld()
  const outlet = makeSendBuffer(wire, () => 0, true)
  const [now, later] = [frame('state', 2 * MOST + 2), frame('state')]
  outlet.send(now)
  outlet.send(later)
  wire.writableLength = 0
  outlet.drain()
  assert.deepEqual(
    written.map((bytes) => bytes.length),
    [MOST + 1, 300],
  )
  assert.equal(written[1], later.deflated())
})
