import assert from 'node:assert/strict'
import type { Model } from '../model.ts'
import type { SeenMoney } from './read.ts'

/** What may become of money whose order was taken off: none, or all of it back. */
const OFF: ReadonlySet<string> = new Set(['failed', 'expired', 'canceled', 'returning', 'returned'])
const WAITS: ReadonlySet<string> = new Set(['SCHEDULED', 'QUEUED', 'NOW'])

/** A song stands in the artist's list if and only if its money is there, and is earned if and only if it was played. */
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
  if (payment.ordered !== null) assert.equal(payment.ordered, payment.amount)
  if (entryId !== null)
    assert.equal(entry === 'PLAYED', played.has(entryId), 'the artist remembers another song')
  const stands = dropped ? null : entry
  switch (state) {
    case 'secured':
      assert.ok(stands !== null && WAITS.has(stands), 'paid, and not in the list')
      return
    case 'releasing':
    case 'released':
      assert.equal(stands, 'PLAYED', 'earned without being played')
      return
    case 'returning':
      assert.ok(stands === null || stands === 'SKIPPED', 'goes back, and still stands')
      return
    case 'returned': {
      const expected = reason === 'external' ? [null, 'SKIPPED', 'PLAYED'] : [null, 'SKIPPED']
      assert.ok(expected.includes(stands), 'went back, and still stands')
      return
    }
    case 'failed':
      // The money was gone after the song was played; where the song was taken back, it stands there without this order.
      if (reason === 'hold_lost') assert.ok(dropped || stands === 'PLAYED', 'played, and not told')
      else assert.equal(stands, null)
      return
    case 'created':
    case 'awaiting':
    case 'expired':
    case 'canceled':
      assert.equal(entry, null, 'a song that nobody has paid for stands in the list')
  }
}
