import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { PAD_PROTOCOL } from '#contract/path.ts'
import { makePage, makeWorld } from './live-channel.fixture.ts'

const QUEUE = [{ id: 'e1', songId: 's1', title: 'Группа крови', status: 'QUEUED', backers: 2 }]
const SESSION = { sessionStatus: 'NOW', active: true, listeners: 12 }

describe('registration', () => {
  test('an open connection names the artist and the concert, and nothing more', () => {
    const world = makeWorld()
    world.open()
    assert.deepEqual(world.socket().sent, [])
    world.socket().emitOpen()
    assert.deepEqual(world.socket().registrations(), [{ artistUsername: 'kino', sessionId: 'c1' }])
  })

  test('who wants to hear of the concert itself says so', () => {
    const world = makeWorld()
    world.open({ events: true })
    world.socket().emitOpen()
    assert.deepEqual(world.socket().registrations(), [
      { artistUsername: 'kino', sessionId: 'c1', events: true },
    ])
  })

  test('a page of the artist’s own says that it is no listener', () => {
    const world = makeWorld()
    world.open({ own: true })
    world.socket().emitOpen()
    assert.deepEqual(world.socket().registrations(), [
      { artistUsername: 'kino', sessionId: 'c1', own: true },
    ])
  })
})

describe('a pad', () => {
  test('offers its token where the last attempt found no place, and a listener nothing', () => {
    for (const token of ['token', null]) {
      const world = makeWorld()
      world.open({ token })
      for (const backoff of [1_000, 2_000, 4_000]) {
        world.socket().emitClose()
        world.advance(backoff)
      }
      const offered = token === null ? undefined : [PAD_PROTOCOL, token]
      assert.deepEqual(
        world.sockets.map(({ protocols }) => protocols),
        [undefined, offered, undefined, offered],
      )
    }
  })
})

describe('what is heard', () => {
  test('the connection is live only once the server has spoken', () => {
    const world = makeWorld()
    world.open()
    world.socket().emitOpen()
    assert.equal(world.states.at(-1)?.connection ?? 'connecting', 'connecting')
    world.socket().emitMessage(QUEUE)
    assert.deepEqual(world.state(), {
      connection: 'live',
      queue: QUEUE,
      session: null,
      receivedAt: world.now(),
      attempt: 0,
    })
  })

  test('the concert is told beside the queue', () => {
    const world = makeWorld()
    world.open({ events: true })
    world.socket().emitOpen()
    world.socket().emitMessage(QUEUE)
    world.socket().emitMessage({ type: 'session', ...SESSION })
    assert.deepEqual(world.state().session, SESSION)
    assert.deepEqual(world.state().queue, QUEUE)
  })

  test('a pong of either form and junk change nothing but the time of the last word', () => {
    for (const word of ['pong', { type: 'pong' }, 'not JSON', '7', 'null', { type: 'weather' }]) {
      const world = makeWorld()
      world.openLive(QUEUE)
      const before = world.state()
      world.advance(1_000)
      world.socket().emitMessage(word)
      assert.deepEqual(world.state(), { ...before, receivedAt: world.now() })
    }
  })

  test('a lost connection keeps what it knew and when it knew it', () => {
    const world = makeWorld()
    world.openLive(QUEUE)
    const receivedAt = world.now()
    world.advance(500)
    world.socket().emitClose()
    assert.deepEqual(world.state(), {
      connection: 'lost',
      queue: QUEUE,
      session: null,
      receivedAt,
      attempt: 1,
    })
  })
})

describe('reconnecting', () => {
  test('waits 1 s and then twice as long each time, up to 30 s', () => {
    const world = makeWorld()
    world.open()
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries += 1) {
      world.socket().emitClose()
      const [wait = Number.NaN, ...others] = world.waits()
      assert.deepEqual(others, [], 'only the next try is waited for')
      waits.push(wait)
      const tried = world.sockets.length
      world.advance(wait - 1)
      assert.equal(world.sockets.length, tried, 'not a millisecond early')
      world.advance(1)
      assert.equal(world.sockets.length, tried + 1)
    }
    assert.deepEqual(waits, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000])
  })

  test('adds between 0 and 500 ms of chance to every wait', () => {
    for (const [chance, added] of [
      [0, 0],
      [0.5, 250],
      [0.999, 499.5],
    ] as const) {
      const world = makeWorld(() => chance)
      world.open()
      world.socket().emitClose()
      assert.deepEqual(world.waits(), [1_000 + added])
      for (let tries = 0; tries < 6; tries += 1) {
        world.advance(31_000)
        world.socket().emitClose()
      }
      assert.deepEqual(world.waits(), [30_000 + added])
    }
  })

  test('counts the tries from the start again once a connection opened', () => {
    const world = makeWorld()
    world.open()
    world.socket().emitClose()
    world.advance(1_000)
    world.socket().emitClose()
    assert.equal(world.state().attempt, 2)
    world.advance(2_000)
    world.socket().emitOpen()
    assert.equal(world.state().attempt, 0)
    assert.equal(world.state().connection, 'lost', 'nothing was heard yet')
    world.socket().emitClose()
    assert.deepEqual(world.waits(), [1_000])
  })

  test('registers on every new connection', () => {
    const world = makeWorld()
    world.open()
    world.socket().emitOpen()
    world.socket().emitClose()
    world.advance(1_000)
    world.socket().emitOpen()
    assert.deepEqual(world.socket().registrations(), [{ artistUsername: 'kino', sessionId: 'c1' }])
  })

  test('tries again when the browser refuses to make a socket', () => {
    const world = makeWorld()
    world.open({
      deps: {
        makeSocket() {
          throw new Error('refused')
        },
      },
    })
    assert.equal(world.state().connection, 'lost')
    assert.deepEqual(world.waits(), [1_000])
  })

  test('gives up a connection that does not open', () => {
    const world = makeWorld()
    world.open()
    const first = world.socket()
    world.advance(15_000)
    assert.equal(first.closed, true)
    assert.equal(world.state().connection, 'lost')
    world.advance(1_000)
    assert.equal(world.sockets.length, 2)
  })

  test('does not come back to a concert that does not exist', () => {
    const world = makeWorld()
    const channel = world.open()
    world.socket().emitOpen()
    world.socket().emitClose(4404)
    assert.equal(world.state().missing, true)
    channel.reconnectNow()
    world.advance(120_000)
    assert.equal(world.sockets.length, 1)
  })

  test('believes the words «no such concert» even where the close code is lost on the way', () => {
    const world = makeWorld()
    world.open()
    world.socket().emitOpen()
    world
      .socket()
      .emitMessage({ type: 'error', code: 'NO_SESSION', message: 'Такого концерта нет' })
    world.socket().emitClose(1006)
    assert.equal(world.state().missing, true)
    assert.deepEqual(world.waits(), [])
  })
})

describe('pinging', () => {
  test('every 25 s of an open connection, and not before it is open', () => {
    const world = makeWorld()
    world.open()
    world.advance(10_000)
    world.socket().emitOpen()
    world.socket().emitMessage(QUEUE)
    const pings: number[] = []
    for (let second = 1; second <= 75; second += 1) {
      world.advance(1_000)
      if (world.socket().pings() > pings.length) {
        pings.push(second)
        world.socket().emitMessage('pong')
      }
    }
    assert.deepEqual(pings, [25, 50, 75])
    assert.equal(world.sockets.length, 1)
  })

  test('a connection silent for 10 s after a ping is dead', () => {
    const world = makeWorld()
    world.openLive(QUEUE)
    world.advance(25_000 + 9_999)
    assert.equal(world.state().connection, 'live')
    world.advance(1)
    assert.equal(world.state().connection, 'lost')
    assert.equal(world.socket().closed, true)
    world.advance(1_000)
    assert.equal(world.sockets.length, 2)
  })

  test('any word after the ping proves life, not the pong alone', () => {
    const world = makeWorld()
    world.open()
    world.socket().emitOpen()
    world.advance(25_000)
    world.socket().emitMessage(QUEUE)
    world.advance(10_000)
    assert.equal(world.state().connection, 'live')
    assert.equal(world.sockets.length, 1)
  })

  test('stops with the connection', () => {
    const world = makeWorld()
    world.open()
    const first = world.socket()
    first.emitOpen()
    first.emitClose()
    world.advance(60_000)
    assert.equal(first.pings(), 0)
  })
})

describe('orphans', () => {
  test('what an abandoned connection still says or does is not heard', () => {
    const world = makeWorld()
    world.open()
    const orphan = world.socket()
    world.advance(15_000 + 1_000)
    world.socket().emitOpen()
    world.socket().emitMessage(QUEUE)
    const before = world.state()
    orphan.emitOpen()
    orphan.emitMessage([])
    orphan.emitMessage({ type: 'session', ...SESSION })
    orphan.emitClose(4404)
    assert.equal(world.state(), before)
    assert.deepEqual(orphan.sent, [])
    world.advance(20_000)
    assert.equal(world.sockets.length, 2)
  })

  test('a closed channel tells nothing, waits for nothing and closes its connection', () => {
    const world = makeWorld()
    const channel = world.openLive(QUEUE)
    channel.close()
    const reported = world.states.length
    assert.equal(world.socket().closed, true)
    assert.deepEqual(world.waits(), [])
    world.socket().emitMessage([])
    world.socket().emitClose()
    channel.reconnectNow()
    assert.equal(world.states.length, reported)
    assert.equal(world.sockets.length, 1)
  })

  test('a channel closed while it waits never tries again', () => {
    const world = makeWorld()
    const channel = world.open()
    world.socket().emitClose()
    channel.close()
    assert.deepEqual(world.waits(), [])
  })
})

describe('hints', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  })

  test('a hint ends the wait', () => {
    const world = makeWorld()
    const channel = world.open()
    world.socket().emitClose()
    channel.reconnectNow()
    assert.equal(world.sockets.length, 2)
    world.advance(1_000)
    assert.equal(world.sockets.length, 2, 'the wait it ended does not try once more')
  })

  test('a hint asks an open connection whether it lives, and keeps it if it answers', () => {
    const world = makeWorld()
    const channel = world.openLive(QUEUE)
    channel.reconnectNow()
    assert.equal(world.socket().pings(), 1)
    world.socket().emitMessage('pong')
    world.advance(5_000)
    assert.equal(world.sockets.length, 1)
    assert.equal(world.state().connection, 'live')
  })

  test('an open connection that does not answer a hint within 5 s is dead, even if a ping was out', () => {
    const world = makeWorld()
    const channel = world.openLive(QUEUE)
    world.advance(25_000)
    channel.reconnectNow()
    world.advance(4_999)
    assert.equal(world.state().connection, 'live')
    world.advance(1)
    assert.equal(world.state().connection, 'lost')
  })

  test('the network that came back and the page that came to the front are hints', () => {
    const { page, frame } = makePage()
    const world = makeWorld()
    const channel = world.open()
    world.socket().emitClose()
    frame.dispatchEvent(new Event('online'))
    assert.equal(world.sockets.length, 2)

    world.socket().emitClose()
    page.visibilityState = 'hidden'
    page.dispatchEvent(new Event('visibilitychange'))
    assert.equal(world.sockets.length, 2, 'a page that goes away needs no connection')
    page.visibilityState = 'visible'
    page.dispatchEvent(new Event('visibilitychange'))
    assert.equal(world.sockets.length, 3)

    world.socket().emitClose()
    channel.close()
    frame.dispatchEvent(new Event('online'))
    page.dispatchEvent(new Event('visibilitychange'))
    assert.equal(world.sockets.length, 3)
  })
})
