import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { arrange, mayStepBefore, rearrange } from './arrangement.ts'
import type { Arrangeable, TurnRules } from './arrangement.ts'
import {
  admitVote,
  barOf,
  clockOf,
  decideVote,
  isBattleShown,
  isDue,
  lateVote,
  leaderOf,
  putWinner,
  RESULT_SHOWN_MS,
  secondsLeft,
  startBattle,
  timeLeftWords,
  winnerOf,
  wonText,
} from './battle.ts'
import type { Battle } from './battle.ts'
import { TURNS } from './evening-rules.ts'
import { entriesWith, waiting } from './queue.ts'
import type { Entry, Queue } from './queue.ts'
import { fresh, ordered, queueOf, refuses, seen } from './queue.fixture.ts'
import { placeOrder, WAITING_MOST } from './queue-steps.ts'

const NOW = new Date('2026-11-28T20:00:00Z')
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const begun = (songIds = ['a', 'b', 'c'], minutes = 2, paid = false) =>
  startBattle({ songIds, minutes, paid }, { running: false, takesMoney: true, now: NOW })
const votes = (...counts: number[]) => counts.map((count, n) => ({ id: n, votes: count }))

describe('a battle', () => {
  test('puts up two to four different songs for one to five minutes', () => {
    assert.deepEqual(begun(['a', 'b'], 5).endsAt, at(300))
    refuses(() => begun(['a']), 'VALIDATION', /от двух до четырёх/)
    refuses(() => begun(['a', 'b', 'c', 'd', 'e']), 'VALIDATION')
    refuses(() => begun(['a', 'b', 'a']), 'VALIDATION', /дважды/)
    for (const minutes of [0, 6]) refuses(() => begun(['a', 'b'], minutes), 'VALIDATION', /минут/)
  })

  test('runs alone: another one begins once it is over', () => {
    const again = () =>
      startBattle(
        { songIds: ['a', 'b'], minutes: 1, paid: false },
        { running: true, takesMoney: true, now: NOW },
      )
    refuses(again, 'ILLEGAL_STEP', /уже идёт/)
  })

  test('takes money for votes where orders are paid, and nowhere else', () => {
    const free = () =>
      startBattle(
        { songIds: ['a', 'b'], minutes: 1, paid: true },
        { running: false, takesMoney: false, now: NOW },
      )
    refuses(free, 'VALIDATION', /заказы платные/)
    assert.equal(begun(['a', 'b'], 1, true).paid, true)
  })

  test('by money takes shares of ten rubles and more, and no vote without money', () => {
    const vote = (battle: Battle | undefined, amount?: number, takesMoney = true) =>
      decideVote(
        battle,
        { songId: 'b', amount },
        { muted: false, takesMoney, now: at(1), queue: [], collecting: new Map() },
      )
    const paid = begun(['a', 'b'], 2, true)
    const share = { type: 'to_pay', songId: 'b', amount: 1000, shareGoal: 0 }
    assert.deepEqual(vote(paid, 1000), share)
    refuses(() => vote(paid, 999), 'AMOUNT_TOO_SMALL')
    refuses(() => vote(paid), 'AMOUNT_TOO_SMALL')
    refuses(() => vote(paid, 100_100), 'AMOUNT_TOO_LARGE')
    refuses(() => vote(paid, 1000, false), 'SONG_NOT_ACCEPTED')
    refuses(() => vote(undefined, 1000), 'NOT_FOUND')
    refuses(() => vote(begun(), 1000), 'ILLEGAL_STEP', /бесплатно/)
    const free = { muted: false, paid: false, now: at(1) }
    refuses(() => admitVote(paid, 'b', free), 'ILLEGAL_STEP', /деньгами/)
  })

  test('takes votes for its songs until its time is over, also where nobody has ended it yet', () => {
    const vote = (battle: Battle, songId: string, seconds: number, muted = false) =>
      admitVote(battle, songId, { muted, paid: false, now: at(seconds) })
    vote(begun(), 'b', 119)
    refuses(() => vote(begun(), 'd', 1), 'NOT_FOUND')
    refuses(() => vote(begun(), 'b', 120), 'ILLEGAL_STEP')
    refuses(() => vote({ ...begun(), endedAt: at(5) }, 'b', 6), 'ILLEGAL_STEP')
    refuses(() => vote(begun(), 'b', 1, true), 'SONG_NOT_ACCEPTED', /Голос сейчас не принят/)
  })

  test('keeps late money for the winner as long as it waits', () => {
    const fate = (
      ended: Partial<Battle> & { winnerId: string | null },
      songId: string,
      waits = true,
    ) => lateVote({ ...begun(), ...ended }, { songId, waits })
    assert.equal(fate({ winnerId: null }, 'a'), null)
    const won = { endedAt: at(60), winnerId: 'a' }
    assert.equal(fate(won, 'a'), null)
    assert.equal(fate(won, 'a', false), 'song_refused')
    assert.equal(fate(won, 'b'), 'battle_lost')
    assert.equal(fate({ ...won, winnerId: null }, 'a'), 'battle_over')
    assert.equal(lateVote(undefined, { songId: 'a', waits: true }), 'battle_over')
  })

  test('is due once its time has come, and not twice', () => {
    assert.deepEqual([isDue(begun(), at(119)), isDue(begun(), at(120))], [false, true])
    assert.equal(isDue({ ...begun(), endedAt: at(60) }, at(130)), false)
  })

  test('is won by most votes, of equal songs by the one put up first, without votes by none', () => {
    assert.equal(winnerOf(votes(3, 7, 5))?.id, 1)
    assert.equal(winnerOf(votes(2, 7, 7))?.id, 1)
    assert.equal(winnerOf(votes(0, 0)), null)
  })

  test('gives the lamp to who is ahead of all, and to nobody where two are equal', () => {
    assert.equal(leaderOf(votes(31, 24, 9))?.id, 0)
    assert.equal(leaderOf(votes(7, 7, 1)), null)
    assert.equal(leaderOf(votes(0, 0)), null)
  })

  test('says why a song has won where another has as many votes', () => {
    const text = (songs: ReturnType<typeof votes>, paid = false) =>
      wonText({ songs, paid }, winnerOf(songs) ?? { votes: 0 }).replaceAll('\u00A0', ' ')
    assert.equal(text(votes(31, 24)), '31 голос. Споём её следующей')
    assert.equal(text(votes(2, 7, 7)), '7 голосов, поровну: эта стояла первой. Споём её следующей')
    assert.equal(
      text(votes(1000, 1000), true),
      '10 ₽, поровну: эта стояла первой. Споём её следующей',
    )
  })

  test('draws each bar beside the leader’s', () => {
    const songs = votes(31, 24, 9)
    assert.deepEqual(
      songs.map((song) => barOf(song, songs)),
      [100, 77, 29],
    )
    assert.equal(barOf({ votes: 0 }, votes(0, 0)), 0)
  })

  test('shows its result for a minute', () => {
    const ended = { at: NOW.toISOString() }
    assert.equal(isBattleShown(undefined, NOW.getTime()), true)
    assert.equal(isBattleShown(ended, NOW.getTime() + RESULT_SHOWN_MS - 1), true)
    assert.equal(isBattleShown(ended, NOW.getTime() + RESULT_SHOWN_MS), false)
  })

  test('says what is left, and zero only at its end', () => {
    const ends = at(84).toISOString()
    assert.equal(secondsLeft(ends, NOW.getTime()), 84)
    assert.equal(secondsLeft(ends, at(83).getTime() + 900), 1)
    assert.equal(secondsLeft(ends, at(90).getTime()), 0)
    assert.deepEqual(clockOf(84), ['01', '24'])
    assert.equal(timeLeftWords(84), 'Осталась 1 минута 24 секунды')
    assert.equal(timeLeftWords(60), 'Осталась 1 минута')
    assert.equal(timeLeftWords(0), 'Осталось 0 секунд')
  })
})

describe('the winner', () => {
  test('comes first in «Очередь», before what the artist has put there', () => {
    const { queue, closed } = putWinner(queueOf('NOW a', 'QUEUED b', 'SCHEDULED c'), fresh('d'))
    assert.deepEqual(seen(queue), ['NOW a', 'QUEUED d', 'QUEUED b', 'SCHEDULED c'])
    assert.deepEqual(closed, [])
  })

  test('that waits already is moved as it is, and not doubled', () => {
    for (const status of ['SCHEDULED', 'QUEUED'] as const) {
      const { queue } = putWinner(queueOf('NOW a', 'QUEUED b', `${status} c`), fresh('c'))
      assert.deepEqual(seen(queue), ['NOW a', 'QUEUED c', 'QUEUED b'])
      assert.equal(queue[1]?.id, 'c#1')
    }
  })

  test('that sounds is played once more', () => {
    assert.deepEqual(seen(putWinner(queueOf('NOW a'), fresh('a')).queue), ['NOW a', 'QUEUED a'])
  })

  test('comes with all that was collected for it', () => {
    const pool = { ...ordered('c'), status: 'COLLECTING' as const }
    const { queue } = putWinner(queueOf('QUEUED b'), pool)
    assert.deepEqual(seen(queue), ['QUEUED c', 'QUEUED b'])
    assert.equal(queue[0]?.id, pool.id)
  })

  test('comes although as many wait as may', () => {
    const lines = Array.from({ length: WAITING_MOST }, (_, n) => `SCHEDULED s${n}` as const)
    assert.deepEqual(seen(putWinner(queueOf(...lines), fresh('a')).queue)[0], 'QUEUED a')
  })

  test('loses no song of any queue, doubles none and leaves the others in their order', () => {
    fc.assert(
      fc.property(queues, name, (before, song) => {
        const { queue, closed } = putWinner(before, fresh(song))
        const others = (lines: string[]) =>
          lines.filter((line) => line.startsWith('NOW') || !line.endsWith(` ${song}`))
        assert.deepEqual(others(seen(queue)), others(seen(before)))
        const waits = seen(queue).filter((line) => !line.startsWith('NOW'))
        assert.equal(waits[0], `QUEUED ${song}`)
        assert.equal(waits.filter((line) => line.endsWith(` ${song}`)).length, 1)
        assert.deepEqual(closed, [])
      }),
    )
  })

  test('is next whatever the rules: no order goes before it, now or later', () => {
    const rules = fc.record({
      turn: fc.constantFrom(...TURNS),
      lock: fc.constantFrom(0, 1, 2),
      orderAfter: fc.option(fc.constantFrom(1, 2)),
      ownRun: fc.nat(3),
    })
    fc.assert(
      fc.property(queues, name, rules, (before, song, by) => {
        const behind = { people: ['A'], amount: 500, arrivedAt: 0 }
        const wins = arrange(putWinner(backed(before), { ...fresh(song), behind }).queue, by)
        const later = arrange(placeOrder(wins, { ...fresh('later'), behind }).queue, by)
        const free = { ...by, lock: 0 }
        for (const queue of [wins, later, rearrange(later, free, by)]) {
          const [first] = waiting(queue)
          assert.equal(first?.songId, song)
          assert.equal(mayStepBefore(queue, by, first?.id ?? ''), 0)
        }
        for (const queue of [wins, later]) assertStepsBefore(queue, by)
        assertStepsBefore(rearrange(later, free, by), free)
      }),
    )
  })
})

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const waits = fc.constantFrom('QUEUED' as const, 'SCHEDULED' as const)
const queues = fc
  .tuple(fc.option(name), fc.uniqueArray(fc.tuple(waits, name), { selector: ([, one]) => one }))
  .map(([now, places]) => [
    ...(now === null ? [] : queueOf(`NOW ${now}`).map((one) => ({ ...one, id: 'now' }))),
    ...queueOf(...places.map(([status, one]) => `${status} ${one}` as const)),
  ])

/** As many orders go before each own song as its listeners are told to expect. */
function assertStepsBefore(queue: Queue<Arrangeable>, by: TurnRules) {
  const orders = Array.from({ length: 9 }, (_, place): Arrangeable => {
    const behind = { people: [`guest ${place}`], amount: 0, arrivedAt: 99 }
    return { ...fresh(`order ${place}`), id: `order ${place}`, behind }
  })
  const full = arrange([...queue, ...orders], by)
  const placeIn = (all: Queue<Arrangeable>, id: string) =>
    waiting(all).findIndex((e) => e.id === id)
  for (const { id } of entriesWith(queue, 'QUEUED'))
    assert.equal(mayStepBefore(queue, by, id), placeIn(full, id) - placeIn(queue, id))
}

const backed = (queue: Queue<Entry>) =>
  queue.map((entry, arrivedAt) => {
    const people = entry.status === 'SCHEDULED' ? [entry.songId] : []
    return { ...entry, behind: { people, amount: 0, arrivedAt } }
  })
