import assert from 'node:assert/strict'
import { Duplex } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, test } from 'node:test'
import { LIVE_LIMITS } from './limits.ts'
import type { LiveLimits } from './limits.ts'
import { Peer } from './peer.ts'
import type { PeerDeps } from './peer.ts'

const MOST = 4 * 1024
const PINGS = 1_000
const LONGEST_CONTROL = 125

/** A frame of a client, masked with zeros. */
function clientFrame(first: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([first, 0x80 | body.length, 0, 0, 0, 0]), body])
}

type Around = {
  limits?: Partial<LiveLimits>
  watch?: PeerDeps['hub']['watch']
  findConcert?: PeerDeps['findConcert']
}

/** A listener whose socket accepts nothing until the test says so, with a clock that the test controls. */
function stuckListener({
  limits = {},
  watch = async () => () => {},
  findConcert = async (_, sessionId) => sessionId,
}: Around = {}) {
  const written: Buffer[] = []
  let time = 0
  let disconnected = false
  let taken: (() => void) | null = null
  const wire = new Duplex({
    read() {},
    write(chunk: Buffer, _, done) {
      written.push(chunk)
      taken = done
    },
  })
  const peer = new Peer(wire, false, {
    hub: { watch },
    findConcert,
    isPad: async (token) => token === 'token',
    limits: { ...LIVE_LIMITS, waitingBytes: MOST, messagesPerMinute: PINGS * 3, ...limits },
    now: () => time,
    log: { warn() {}, error() {} },
    disconnected: () => {
      disconnected = true
    },
  })
  peer.begin(Buffer.alloc(0))
  return {
    wire,
    written,
    disconnected: () => disconnected,
    clientSends: (frame: Buffer) => void wire.push(frame),
    async pass(ms: number) {
      time += ms
      peer.sweep(time)
      await turn()
    },
    /** The other side reads everything that is pending. */
    async takeAll() {
      for (let done = taken; done !== null; done = taken) {
        taken = null
        done()
        await turn()
      }
    },
  }
}

const pings: [string, (nth: number) => Buffer][] = [
  ['the protocol', (nth) => clientFrame(0x89, Buffer.from(`${nth}`.padEnd(LONGEST_CONTROL)))],
  ['a message', () => clientFrame(0x81, Buffer.from('ping'))],
]

for (const [kind, ping] of pings)
  describe(`a listener that pings by ${kind} and reads nothing`, () => {
    test('has no more waiting than the limit and one answer', async () => {
      const { wire, clientSends } = stuckListener()
      for (let nth = 0; nth < PINGS; nth += 1) clientSends(ping(nth))
      await turn()
      assert.ok(wire.writableLength > MOST, 'the pings were too few')
      assert.ok(wire.writableLength <= MOST + LONGEST_CONTROL + 2, `${wire.writableLength} bytes`)
    })

    test('is cut when that lasts, as who does not read any other frame', async () => {
      const { clientSends, pass, disconnected } = stuckListener()
      for (let nth = 0; nth < PINGS; nth += 1) clientSends(ping(nth))
      await turn()
      await pass(LIVE_LIMITS.slowMs - 1)
      assert.ok(!disconnected())
      await pass(1)
      assert.ok(disconnected())
    })

    test('is answered its last ping when it reads again, and stays', async () => {
      const { clientSends, pass, disconnected, takeAll, written } = stuckListener()
      for (let nth = 0; nth < PINGS; nth += 1) clientSends(ping(nth))
      await turn()
      const before = written.length
      await takeAll()
      await pass(LIVE_LIMITS.slowMs)
      await takeAll()
      assert.ok(!disconnected())
      assert.ok(written.length > before)
      const last = written.at(-1)?.subarray(2).toString('utf8').trim()
      assert.equal(last, kind === 'the protocol' ? String(PINGS - 1) : 'pong')
    })
  })

test('the concert is looked up as for a pad by a pad’s token alone', async () => {
  const asked: unknown[] = []
  const findConcert = (...of: unknown[]) => {
    asked.push(of.at(-1))
    return Promise.resolve('c1')
  }
  for (const pad of ['token', 'made up', undefined]) {
    const { clientSends } = stuckListener({ findConcert })
    const registration = { artistUsername: 'lada', sessionId: 'c1', pad }
    clientSends(clientFrame(0x81, Buffer.from(JSON.stringify(registration))))
    await turn()
  }
  assert.deepEqual(asked, [true, false, false])
})

test('a listener that registers again and again is looked up once at a time, by its latest', async () => {
  const asked: string[] = []
  const { promise, resolve } = Promise.withResolvers<null>()
  const findConcert = (_: string, sessionId: string) => {
    asked.push(sessionId)
    return promise
  }
  const { clientSends } = stuckListener({ findConcert })
  for (const sessionId of ['c1', 'c2', 'c3', 'c4']) {
    const registration = { artistUsername: 'lada', sessionId }
    clientSends(clientFrame(0x81, Buffer.from(JSON.stringify(registration))))
    await turn()
  }
  assert.deepEqual(asked, ['c1'])
  resolve(null)
  await turn()
  assert.deepEqual(asked, ['c1', 'c4'])
})

describe('a pad that is asked whether it has what was sent', () => {
  const registration = JSON.stringify({ artistUsername: 'lada', sessionId: 'c1', pad: 'token' })

  /** A pad, its pings, and the numbers of those that it answered. */
  async function askedPad(times: number, limits: Partial<typeof LIVE_LIMITS> = {}) {
    const probed: number[] = []
    const { clientSends, written, disconnected, takeAll } = stuckListener({
      limits,
      watch: async (_, { probe }) => {
        for (let nth = 1; nth <= times; nth += 1) probe?.(() => void probed.push(nth))
        return () => {}
      },
    })
    clientSends(clientFrame(0x81, Buffer.from(registration)))
    await turn()
    await takeAll()
    const pong = async (body: string) => {
      clientSends(clientFrame(0x8a, Buffer.from(body)))
      await turn()
    }
    return { probed, pong, written, disconnected }
  }

  test('is pinged, and answers by the pong of its browser', async () => {
    const { probed, pong, written } = await askedPad(1)
    assert.deepEqual([...(written.at(-1) ?? [])], [0x89, 1, '1'.charCodeAt(0)])
    await pong('1')
    assert.deepEqual(probed, [1])
  })

  test('may answer the last of several pings alone', async () => {
    const { probed, pong } = await askedPad(3)
    await pong('2')
    assert.deepEqual(probed, [1, 2])
    await pong('1')
    assert.deepEqual(probed, [1, 2])
  })

  test('has answered nothing by a pong that nobody asked for', async () => {
    const { probed, pong } = await askedPad(1)
    for (const body of ['', '7', 'words']) await pong(body)
    assert.deepEqual(probed, [])
  })

  test('is not cut for the answers that it was asked for', async () => {
    const { probed, pong, disconnected } = await askedPad(20, { messagesPerMinute: 5 })
    for (let nth = 1; nth <= 20; nth += 1) await pong(String(nth))
    assert.equal(probed.length, 20)
    assert.ok(!disconnected())
  })
})
