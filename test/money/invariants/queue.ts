import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import type { MoneyEvening } from '../evening.ts'
import type { Model } from '../model.ts'
import type { SeenMoney } from './read.ts'

/** The states allowed for money whose order was taken off: none was paid, or all of it goes back. */
const OFF: ReadonlySet<string> = new Set(['failed', 'expired', 'canceled', 'returning', 'returned'])
const WAITS: ReadonlySet<string> = new Set(['COLLECTING', 'SCHEDULED', 'QUEUED', 'NOW'])

/** Checks that a song is in the artist's list if and only if its money is there, and is earned if and only if it was played. */
export function checkQueue(
  payment: SeenMoney,
  { played, takenOff }: Pick<Model, 'played' | 'takenOff'>,
): void {
  const { entry, entryId, state, dropped, reason } = payment
  if (takenOff.has(payment.id))
    assert.ok(OFF.has(state), `taken off by its listener, and yet ${state}`)
  if (payment.kind !== 'song' || !payment.concertThere) {
    assert.equal(entry, null)
    return
  }
  const isInParts = payment.letGo + payment.givenBack > 0
  const isOff = state === 'returning' || state === 'returned' || state === 'failed'
  if (payment.ordered !== null && !(isInParts && isOff))
    assert.equal(payment.ordered, payment.amount, 'another sum stands behind the song')
  if (entryId !== null)
    assert.equal(entry === 'PLAYED', played.has(entryId), 'the artist remembers another song')
  const currentStatus = dropped ? null : entry
  switch (state) {
    case 'secured':
      assert.ok(currentStatus !== null && WAITS.has(currentStatus), 'paid, and not in the list')
      return
    case 'releasing':
    case 'released':
      assert.equal(currentStatus, 'PLAYED', 'earned without being played')
      return
    case 'returning':
      if (reason === 'returned_by_artist') assert.equal(currentStatus, 'PLAYED', 'never credited')
      else
        assert.ok(
          currentStatus === null || currentStatus === 'SKIPPED',
          'goes back, and still stands',
        )
      return
    case 'returned': {
      if (reason === 'returned_by_artist') {
        assert.equal(currentStatus, 'PLAYED', 'never credited')
        return
      }
      const expected = reason === 'external' ? [null, 'SKIPPED', 'PLAYED'] : [null, 'SKIPPED']
      assert.ok(expected.includes(currentStatus), 'went back, and still stands')
      return
    }
    case 'failed':
      // The hold was lost after the song was played; where the song was taken back, it stays in the list without this
      // order.
      if (reason === 'hold_lost')
        assert.ok(dropped || currentStatus === 'PLAYED', 'played, and not told')
      else assert.equal(currentStatus, null)
      return
    case 'created':
    case 'awaiting':
    case 'expired':
    case 'canceled':
      assert.equal(entry, null, 'a song that nobody has paid for stands in the list')
  }
}

/**
 * Checks that a collected sum is below its goal, is all there and ends with its concert; that no vote of a lost battle
 * stands; and that listeners see the sum
 * that stands behind an entry.
 */
export async function checkCollected(
  { world, concerts }: MoneyEvening,
  payments: readonly SeenMoney[],
): Promise<void> {
  const activePayments = payments.filter(({ entryId, dropped }) => entryId !== null && !dropped)
  const behind = Map.groupBy(activePayments, ({ entryId }) => entryId)
  const sumOf = (all: readonly SeenMoney[]) => all.reduce((sum, { amount }) => sum + amount, 0)
  for (const shares of behind.values()) {
    const [{ entry, goal, concertOver } = { entry: null, goal: null, concertOver: false }] = shares
    const isBySharesAlone = shares.every(({ share, own }) => share && !own)
    if (goal !== null && isBySharesAlone && (entry === 'SCHEDULED' || entry === 'QUEUED'))
      assert.ok(sumOf(shares) >= goal, `${sumOf(shares)} of ${goal} keep a song in the queue`)
    const isWaiting = entry !== null && WAITS.has(entry) && entry !== 'NOW'
    assert.ok(!isWaiting || shares.every(({ vote }) => vote !== 'lost'), 'a lost vote still stands')
    if (entry !== 'COLLECTING') continue
    if (goal === null) assert.ok(shares.every(({ vote }) => vote === 'open'))
    else assert.ok(sumOf(shares) < goal, `${sumOf(shares)} of ${goal} are not in`)
    assert.ok(shares.every(({ state }) => state === 'secured'))
    assert.equal(concertOver, false, 'a concert that is over still collects')
  }
  for (const sessionId of concerts) {
    const { status, data } = await world.call(api.test.getQueueBySession, { body: { sessionId } })
    if (status !== 200) continue
    for (const { id, collected } of data)
      if (collected !== undefined) assert.equal(collected, sumOf(behind.get(id) ?? []))
  }
}
