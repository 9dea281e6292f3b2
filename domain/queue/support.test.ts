import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { DEFAULT_RULES } from './evening-rules.ts'
import { Refusal } from '../refusal.ts'
import { admitSupport, admitTakingShare, collectionsAllowed, holdsGoal } from './support.ts'

const SUPPORT = { ...DEFAULT_RULES, support: true }

describe('Support', () => {
  test('is refused unless the artist leaves it possible', () => {
    assert.throws(() => admitSupport(DEFAULT_RULES), { code: 'SONG_NOT_ACCEPTED' })
    admitSupport(SUPPORT)
  })

  test('of a song that waits outlives the reception, a collection does not', () => {
    const closed = { ...SUPPORT, lastCall: 'closed' as const }
    admitSupport(closed)
    const open = { paid: true, ableGetSongs: true }
    assert.equal(collectionsAllowed(closed, open), false)
    assert.equal(collectionsAllowed(SUPPORT, { ...open, paid: false }), false)
    assert.equal(collectionsAllowed(SUPPORT, { ...open, ableGetSongs: false }), false)
    assert.equal(collectionsAllowed({ ...SUPPORT, lastCall: 'last_call' }, open), true)
  })
})

describe('Money that let a song into the queue', () => {
  const reached = {
    share: true,
    vote: false,
    song: 'SCHEDULED',
    goal: 100_000,
    own: 30_000,
    others: 70_000,
  } as const

  test('cannot be taken back where the others would be left below the goal', () => {
    assert.throws(() => admitTakingShare(reached), Refusal)
    assert.equal(holdsGoal({ ...reached, song: 'QUEUED' }), true)
  })

  test('can be where the others have reached it alone, before it is reached, and where there is none', () => {
    admitTakingShare({ ...reached, others: 100_000 })
    admitTakingShare({ ...reached, song: 'COLLECTING' })
    admitTakingShare({ ...reached, goal: null })
  })

  test('can be where the goal was never reached, and where it is a whole order', () => {
    admitTakingShare({ ...reached, others: 60_000 })
    admitTakingShare({ ...reached, own: 100_000, others: 30_000, share: false })
  })

  test('cannot be taken back once it is a vote for a song in the queue', () => {
    const vote = { ...reached, vote: true, goal: null }
    assert.throws(() => admitTakingShare(vote), Refusal)
    admitTakingShare({ ...vote, song: 'COLLECTING' })
  })
})
