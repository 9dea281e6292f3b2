import assert from 'node:assert/strict'
import { test } from 'node:test'
import { waitRange } from '#domain/queue/forecast.ts'
import { MINUTE_MS } from '#domain/time.ts'
import * as fc from '#test/support/inputs/fast-check.ts'
import { waitAheadText, waitText } from './wait-text.ts'

test('the wait is a range of minutes, and nothing where nobody can know', () => {
  assert.equal(waitText({ from: 8, to: 15 }), 'примерно 8–15 минут')
  assert.equal(waitText({ from: 18, to: 21 }), 'примерно 18–21 минуту')
  assert.equal(waitText({ from: 4, to: 4 }), 'примерно 4 минуты')
  assert.equal(waitText({ from: 0, to: 5 }), 'в ближайшие 5 минут')
  assert.equal(waitText({ from: 0, to: 1 }), 'в ближайшую минуту')
  assert.equal(waitText(null), null)
})

test('a wait that may be longer than half an hour is told to the half-hour', () => {
  assert.equal(waitAheadText({ from: 24, to: 33 }), 'примерно через полчаса')
  assert.equal(waitAheadText({ from: 52, to: 64 }), 'примерно через час')
  assert.equal(waitAheadText({ from: 80, to: 95 }), 'примерно через полтора часа')
  assert.equal(waitAheadText({ from: 110, to: 135 }), 'примерно через 2 часа')
  assert.equal(waitText({ from: 24, to: 33 }), 'примерно полчаса')
  assert.equal(waitAheadText({ from: 8, to: 15 }), 'примерно через 8–15 минут')
  assert.equal(waitText({ from: 0, to: 40 }), 'в ближайшие 40 минут')
})

test('a range whose earliest minute says nothing is told by its latest alone', () => {
  assert.equal(waitText({ from: 1, to: 27 }), 'в ближайшие 27 минут')
  assert.equal(waitAheadText({ from: 2, to: 45 }), 'не позже чем через 45 минут')
  assert.equal(waitText({ from: 3, to: 9 }), 'примерно 3–9 минут')
})

test('only a range with near ends is told in one word, so that far ones do not all become half an hour', () => {
  assert.equal(waitText({ from: 12, to: 42 }), 'примерно 12–42 минуты')
  assert.equal(waitAheadText({ from: 20, to: 45 }), 'примерно через 20–45 минут')
  assert.equal(waitText({ from: 33, to: 45 }), 'примерно 40 минут')
  assert.equal(waitAheadText({ from: 42, to: 55 }), 'примерно через 50 минут')
  assert.equal(waitText({ from: 110, to: 170 }), 'примерно 2 часа')
})

const ROUND: Readonly<Record<string, number>> = { полчаса: 30, час: 60, 'полтора часа': 90 }

/** The minutes that a text names, a word as the minutes around it. */
function named(text: string | null): { from: number; to: number } {
  const words = text?.replace(/^примерно /u, '') ?? ''
  const [first = 1, last = first] = (words.match(/\d+/gu) ?? []).map(Number)
  if (words.startsWith('в ближайш')) return { from: 0, to: last }
  if (words.includes('–')) return { from: first, to: last }
  const middle = ROUND[words] ?? (words.includes('час') ? last * 60 : last)
  // Half of the step to which it is rounded.
  const give = middle < 60 ? 5 : middle > 90 ? 30 : 15
  return { from: middle - give, to: middle + give }
}

test('at one moment no place is told less than a place before it', () => {
  const length = fc.integer({ min: MINUTE_MS, max: 12 * MINUTE_MS })
  const noted = fc.array(fc.option(length), { maxLength: 20 })
  fc.assert(
    fc.property(
      fc.array(length, { maxLength: 20 }),
      length,
      fc.record({ playing: fc.option(length), waiting: noted, played: noted }),
      fc.array(fc.constantFrom(0, 0, 0, 0, 10, 20), { maxLength: 20 }),
      (lengths, playingFor, songs, minutes) => {
        const breaks = minutes.map((one) => one * MINUTE_MS)
        const told = Array.from({ length: 20 }, (_, at) =>
          waitRange({ place: at + 1, running: true, lengths, playingFor, noted: songs, breaks }),
        )
        for (const [at, wait] of told.slice(1).entries()) {
          const [before, after] = [waitText(told[at] ?? null), waitText(wait)]
          const [one, other] = [named(before), named(after)]
          // One word for the middle may follow the ends of a range, or be followed by them.
          const isRounded = one.from > 0 && other.from > 0
          const least = isRounded ? (one.from + one.to) / 2 : one.to
          assert.ok(other.to >= least, `${before}, then ${after}`)
        }
      },
    ),
    { numRuns: 300 },
  )
})
