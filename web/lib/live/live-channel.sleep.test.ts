import assert from 'node:assert/strict'
import { afterEach, describe, test } from 'node:test'
import { makePage, makeWorld } from './live-channel.fixture.ts'

const QUEUE = [{ id: 'e1', songId: 's1', title: 'Группа крови', status: 'QUEUED', backers: 2 }]

describe('a page that nobody sees', () => {
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'window')
    Reflect.deleteProperty(globalThis, 'document')
  })

  function hideable() {
    const { page, frame } = makePage()
    const turn = (to: 'visible' | 'hidden') => {
      page.visibilityState = to
      page.dispatchEvent(new Event('visibilitychange'))
    }
    return { frame, hide: () => turn('hidden'), show: () => turn('visible') }
  }

  function answerPings(world: ReturnType<typeof makeWorld>, seconds: number) {
    for (let second = 1; second <= seconds; second += 1) {
      world.advance(1_000)
      world.socket().emitMessage('pong')
    }
  }

  test('keeps its connection for a minute, then lets it go and does nothing at all', () => {
    const { hide, frame } = hideable()
    const world = makeWorld()
    world.openLive(QUEUE)
    hide()
    answerPings(world, 59)
    assert.equal(world.socket().closed, false)
    world.advance(1_000)
    assert.equal(world.socket().closed, true)
    assert.deepEqual(world.waits(), [], 'no timer is left to wake the phone')
    assert.equal(world.state().connection, 'connecting', 'not lost: nobody sees it')
    assert.deepEqual(world.state().queue, QUEUE)
    world.socket().emitClose()
    frame.dispatchEvent(new Event('online'))
    world.advance(600_000)
    assert.equal(world.sockets.length, 1)
  })

  test('comes back at once when it is seen, and then lives on', () => {
    const { hide, show } = hideable()
    const world = makeWorld()
    world.openLive(QUEUE)
    hide()
    answerPings(world, 59)
    world.advance(140_000)
    show()
    assert.equal(world.sockets.length, 2)
    world.socket().emitOpen()
    world.socket().emitMessage([])
    assert.equal(world.state().connection, 'live')
    assert.equal(world.socket().registrations().length, 1)
    world.advance(34_000)
    assert.equal(world.socket().closed, false)
  })

  test('that slept so soundly that its timers stood still dials anew as soon as it is seen', () => {
    const { hide, show } = hideable()
    let late = 0
    const world = makeWorld()
    world.open({ deps: { now: () => world.now() + late } })
    const first = world.socket()
    first.emitOpen()
    first.emitMessage(QUEUE)
    hide()
    late = 3_600_000
    show()
    assert.equal(first.closed, true)
    assert.equal(world.sockets.length, 2)
  })

  test('for a moment keeps its connection', () => {
    const { hide, show } = hideable()
    const world = makeWorld()
    world.openLive(QUEUE)
    hide()
    world.advance(10_000)
    show()
    world.socket().emitMessage('pong')
    world.advance(20_000)
    assert.equal(world.socket().closed, false)
    assert.equal(world.sockets.length, 1)
  })

  test('does not go on trying to come back', () => {
    const { hide, show } = hideable()
    const world = makeWorld()
    world.open()
    hide()
    for (let tries = 0; tries < 6; tries += 1) {
      world.socket().emitClose()
      world.advance(16_000)
    }
    assert.deepEqual(world.waits(), [])
    const tried = world.sockets.length
    show()
    assert.equal(world.sockets.length, tried + 1)
  })

  test('of the stage keeps its connection, for an order rings there', () => {
    const { hide } = hideable()
    const world = makeWorld()
    world.open({ stayConnected: true })
    world.socket().emitOpen()
    hide()
    for (let second = 0; second < 300; second += 1) {
      world.socket().emitMessage('pong')
      world.advance(1_000)
    }
    assert.equal(world.socket().closed, false)
    assert.equal(world.sockets.length, 1)
  })

  test('that was opened behind another one falls asleep too, and a closed channel leaves no timer', () => {
    const { page } = makePage()
    page.visibilityState = 'hidden'
    const world = makeWorld()
    const channel = world.open()
    world.socket().emitOpen()
    channel.close()
    assert.deepEqual(world.waits(), [])
    world.open()
    world.socket().emitOpen()
    world.socket().emitMessage(QUEUE)
    world.advance(60_000)
    assert.equal(world.socket().closed, true)
  })

  test('a touch asks the connection whether it still lives, which answers within 5 s', () => {
    const { frame } = hideable()
    const touch = () => frame.dispatchEvent(new Event('pointerdown'))
    const world = makeWorld()
    const channel = world.openLive(QUEUE)
    touch()
    assert.equal(world.socket().pings(), 1)
    world.advance(4_999)
    touch()
    assert.equal(world.state().connection, 'live')
    world.advance(1)
    assert.equal(world.state().connection, 'lost')
    channel.close()
    touch()
    assert.equal(world.socket().pings(), 2)
  })
})
