import assert from 'node:assert/strict'
import type { Model } from '../model.ts'
import type { Seen } from './read.ts'

const WAITS: ReadonlySet<string> = new Set(['SCHEDULED', 'QUEUED', 'NOW'])

/** A song stands in the artist's list if and only if its money is there, and is earned if and only if it was played. */
export function checkQueue(payment: Seen, { played }: Pick<Model, 'played'>): void {
  const { entry, entryId, state, dropped, reason } = payment
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
