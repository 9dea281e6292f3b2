import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { SongText } from '#server/modules/songs/catalogue.ts'
import { rateLimitedCatalogue } from './song-catalogue.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const START = Date.parse('2026-11-22T12:00:00Z')
const FOUND: SongText[] = [{ title: 'Медленная звезда', artistName: 'Хор' }]

/** A catalogue that answers as `answer` says, behind the rate limit, with a clock that the test controls. */
function setUp(limitMs?: number) {
  const asked: string[] = []
  const logged: string[] = []
  const answer: (signal: AbortSignal) => Promise<SongText[]> = async () => FOUND
  const world = {
    /** Milliseconds since the start. */
    at: 0,
    answer,
    asked,
    logged,
    find: (input: string, signal = new AbortController().signal) => limited.find(input, { signal }),
  }
  const record = (_: object, sentence: string) => logged.push(sentence)
  const limited = rateLimitedCatalogue({
    catalogue: {
      find(input, { signal }) {
        asked.push(input)
        return world.answer(signal)
      },
    },
    perMinute: 15,
    log: { warn: record, info: record },
    now: () => new Date(START + world.at),
    ...(limitMs === undefined ? {} : { limitMs }),
  })
  return world
}

const broken = async () => Promise.reject(new Error('no'))

describe('a spared catalogue', () => {
  test('is asked one question once however it is spelt, and again the next day', async () => {
    const world = setUp()
    const first = await world.find('Ёлка, гори!')
    assert.equal(first, FOUND)
    assert.equal(await world.find('елка гори'), first)
    world.at = DAY - 1
    await world.find('ЁЛКА ГОРИ')
    assert.equal(world.asked.length, 1)
    world.at = DAY + 1
    await world.find('ЁЛКА ГОРИ')
    assert.deepEqual(world.asked, ['Ёлка, гори!', 'ЁЛКА ГОРИ'])
  })

  test('is asked once by all who wait, and one who goes away takes nothing from the others', async () => {
    const world = setUp()
    const answer = Promise.withResolvers<SongText[]>()
    world.answer = () => answer.promise
    const key = new AbortController()
    const gone = world.find('звезда', key.signal)
    const waiting = world.find('звезда')
    key.abort()
    await assert.rejects(gone, { name: 'AbortError' })
    answer.resolve(FOUND)
    assert.equal(await waiting, FOUND)
    assert.equal(world.asked.length, 1)
    await assert.rejects(world.find('другая', AbortSignal.abort()), { name: 'AbortError' })
  })

  test('is not asked for a few letters', async () => {
    const world = setUp()
    for (const input of ['', 'бел', '«б!»', '…'])
      assert.deepEqual(await world.find(input), [], input)
    assert.deepEqual(world.asked, [])
  })

  test('is asked fifteen questions in any minute by all together', async () => {
    const world = setUp()
    const ask = async (from: number, to: number) => {
      for (let at = from; at < to; at++) await world.find(`вопрос ${at}`)
    }
    await ask(0, 10)
    world.at = MINUTE / 2
    await ask(10, 40)
    assert.equal(world.asked.length, 15)
    // A cached answer is returned beyond the limit too.
    assert.equal(await world.find('вопрос 3'), FOUND)
    world.at = MINUTE
    await ask(40, 80)
    assert.equal(world.asked.length, 25)
    world.at = MINUTE * 1.5
    await ask(80, 120)
    assert.equal(world.asked.length, 30)
  })

  test('that fails finds nothing, is left alone for a minute after three times, and is logged once', async () => {
    const world = setUp()
    world.answer = broken
    for (let at = 0; at < 9; at++) assert.deepEqual(await world.find(`вопрос ${at}`), [])
    assert.equal(world.asked.length, 3)
    world.at = MINUTE
    assert.deepEqual(await world.find('вопрос 1'), [])
    assert.deepEqual(await world.find('вопрос 2'), [])
    // One more failure is enough.
    assert.equal(world.asked.length, 4)
    assert.deepEqual(world.logged, ['the outside catalogue of songs does not answer'])

    world.at = 2 * MINUTE
    world.answer = async () => FOUND
    // The failure was not cached as an answer.
    assert.equal(await world.find('вопрос 1'), FOUND)
    assert.equal(world.logged.at(-1), 'the outside catalogue of songs answers again')
    world.answer = broken
    await world.find('звезда')
    await world.find('метель')
    assert.equal(world.asked.length, 7)
  })

  test('that is slow is given up and finds nothing', async () => {
    const world = setUp(1)
    world.answer = (signal) =>
      new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(signal.reason)))
    assert.deepEqual(await world.find('звезда'), [])
    assert.equal(world.logged.length, 1)
  })

  test('keeps a bounded number of answers, and forgets the oldest', async () => {
    const world = setUp()
    for (let at = 0; at <= 1000; at++) {
      world.at += MINUTE / 10
      await world.find(`вопрос ${at}`)
    }
    assert.equal(world.asked.length, 1001)
    await world.find('вопрос 1000')
    await world.find('вопрос 1')
    assert.equal(world.asked.length, 1001)
    await world.find('вопрос 0')
    assert.equal(world.asked.length, 1002)
  })
})
