import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  admitOrder,
  admitChosenSong,
  admitFreeOrder,
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  freeLimitText,
  opensAfter,
  repeatWords,
} from './admission.ts'
import { DEFAULT_RULES } from './evening-rules.ts'
import { Refusal } from '../refusal.ts'

const says = (code: string, message: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && error.message === message

describe('An order under the rules of an evening', () => {
  test('is open before and during a concert, and closed after it', () => {
    admitOrder({ status: 'SCHEDULED', ableGetSongs: true })
    admitOrder({ status: 'NOW', ableGetSongs: true })
    const over = { status: 'PLAYED', ableGetSongs: true } as const
    assert.throws(() => admitOrder(over), { code: 'SESSION_NOT_OPEN', message: /завершён/u })
  })

  test('is closed before and during a concert that takes none', () => {
    for (const status of ['SCHEDULED', 'NOW'] as const) {
      const concert = { status, ableGetSongs: false }
      assert.throws(() => admitOrder(concert), {
        code: 'SESSION_NOT_OPEN',
        message: /не заказывают/u,
      })
    }
  })

  test('is refused once the reception is closed, not at the last call', () => {
    admitReception({ lastCall: 'last_call' })
    assert.throws(
      () => admitReception({ lastCall: 'closed' }),
      says('SESSION_NOT_OPEN', 'Приём заказов закрыт'),
    )
  })

  test('of a song outside the repertoire, or not open, is refused only where nothing else is ordered', () => {
    const own = { inRepertoire: true, open: false }
    const foreign = { inRepertoire: false, open: false }
    for (const song of [own, foreign]) admitChosenSong(song, 'everything')
    admitChosenSong(own, 'repertoire')
    admitChosenSong({ inRepertoire: true, open: true }, 'open')
    assert.throws(() => admitChosenSong(foreign, 'repertoire'), {
      code: 'SONG_NOT_ACCEPTED',
      message: /из репертуара/u,
    })
    assert.throws(() => admitChosenSong(own, 'open'), {
      code: 'SONG_NOT_ACCEPTED',
      message: /открытые песни/u,
    })
  })

  test('is refused beyond what one person may have', () => {
    const rules = { freeWaiting: 1, paidWaiting: 2, wholeEvening: 4 }
    admitOrderOfPerson({ free: 0, paid: 0, evening: 0 }, rules, 'free')
    assert.throws(
      () => admitOrderOfPerson({ free: 1, paid: 0, evening: 1 }, rules, 'free'),
      says('FREE_LIMIT', 'Вы уже добавили 1 песню. Дождитесь её исполнения, чтобы добавить новые.'),
    )
    assert.throws(
      () => admitOrderOfPerson({ free: 0, paid: 2, evening: 2 }, rules, 'paid'),
      says('SONG_NOT_ACCEPTED', freeLimitText(2)),
    )
    assert.throws(
      () => admitOrderOfPerson({ free: 0, paid: 0, evening: 4 }, rules, 'paid'),
      says('SONG_NOT_ACCEPTED', 'За вечер можно заказать 4 песни, и они уже заказаны.'),
    )
  })

  test('of a song that sounded waits until the song opens', () => {
    const after = { repeats: 'after', repeatAfter: 3 } as const
    assert.equal(opensAfter(null, after), null)
    assert.equal(opensAfter(0, after), 3)
    assert.equal(opensAfter(2, after), 1)
    assert.equal(opensAfter(3, after), null)
    assert.equal(opensAfter(99, { ...after, repeats: 'not_tonight' }), 'never')
    assert.equal(opensAfter(0, { ...after, repeats: 'allowed' }), null)
    assert.equal(repeatWords(1), 'уже звучала, можно заказать через 1 песню')
    admitRepeat(null)
    assert.throws(
      () => admitRepeat(2),
      says('SONG_NOT_ACCEPTED', 'Эта песня уже звучала. Её можно заказать через 2 песни.'),
    )
  })
})

test('a device may have two free orders waiting and is told so at the third', () => {
  const { freeWaiting } = DEFAULT_RULES
  admitFreeOrder(0, freeWaiting)
  admitFreeOrder(1, freeWaiting)
  assert.throws(
    () => admitFreeOrder(2, freeWaiting),
    says('FREE_LIMIT', 'Вы уже добавили 2 песни. Дождитесь их исполнения, чтобы добавить новые.'),
  )
})
