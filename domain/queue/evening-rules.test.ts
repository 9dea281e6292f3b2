import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  admitChosenSong,
  admitByClock,
  admitOrderOfPerson,
  admitReception,
  admitRepeat,
  checkRules,
  DEFAULT_RULES,
  defaultsOf,
  effectiveRules,
  NO_ORDERS,
  opensAfter,
  proposeLastCall,
  repeatWords,
  rulesChanged,
  rulesFrom,
} from './evening-rules.ts'
import { rulesLine } from './rules-line.ts'
import type { EveningRules } from './evening-rules.ts'
import { freeLimitText } from './order.ts'
import { Refusal } from '../refusal.ts'
import { MINUTE_MS } from '../time.ts'

const says = (code: string, message: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && error.message === message
const account = {
  paidSongsEnabled: false,
  minSongAmount: 50,
  requestFavoriteSongsOnly: true,
  payable: true,
}
const at = (minute: number) => new Date(minute * MINUTE_MS)

describe('The rules of an evening', () => {
  test('are stored and told as far as they differ from the default', () => {
    const rules = { ...DEFAULT_RULES, turn: 'circle', paidWaiting: 3 } as const
    assert.deepEqual(rulesChanged(DEFAULT_RULES), {})
    assert.deepEqual(rulesChanged(rules), { turn: 'circle', paidWaiting: 3 })
    assert.deepEqual(rulesFrom(rulesChanged(rules)), rules)
  })

  test('are for other concerts without the last call of this one', () => {
    assert.equal(defaultsOf({ ...DEFAULT_RULES, lastCall: 'closed' }).lastCall, 'open')
  })

  test('leave money and songs to the account, or say themselves', () => {
    assert.deepEqual(effectiveRules(DEFAULT_RULES, account), {
      paid: false,
      minSongAmount: 50,
      songs: 'repertoire',
    })
    const own = {
      ...DEFAULT_RULES,
      money: 'paid',
      minSongAmount: 300,
      songs: 'everything',
    } as const
    assert.deepEqual(effectiveRules(own, account), {
      paid: true,
      minSongAmount: 300,
      songs: 'everything',
    })
  })

  test('take no money that nobody can be paid, and rank by sums only where there are sums', () => {
    const paid = { ...DEFAULT_RULES, money: 'paid' } as const
    assert.throws(
      () => checkRules(paid, { ...account, payable: false }),
      says('VALIDATION', 'Чтобы брать за песни деньги, укажите в настройках телефон и банк'),
    )
    const ranked = { ...DEFAULT_RULES, turn: 'contribution' } as const
    assert.throws(() => checkRules(ranked, account), Refusal)
    checkRules({ ...ranked, money: 'paid' }, account)
  })

  test('stand in one line, and none where all are the default', () => {
    assert.equal(rulesLine(DEFAULT_RULES), null)
    assert.equal(
      rulesLine({ ...DEFAULT_RULES, turn: 'circle', wholeEvening: 3, lastCall: 'last_call' }),
      'Последние заказы · По кругу: сначала по одной песне у каждого · за вечер до 3 песен от каждого',
    )
    assert.equal(rulesLine({ ...DEFAULT_RULES, repeats: 'not_tonight' }), 'Без повторов')
  })

  test('are all told in that line as far as a listener meets them', () => {
    const line = (rules: Partial<EveningRules>) => rulesLine({ ...DEFAULT_RULES, ...rules })
    assert.equal(line({ byClock: true }), 'Заказы принимаем, пока успеваем до конца')
    assert.equal(line({ byClock: true, lastCall: 'closed' }), 'Приём заказов закрыт')
    assert.equal(line({ lock: 0 }), null, 'by arrival nothing moves')
    assert.match(line({ turn: 'circle', byTable: true }) ?? '', / у каждого стола$/)
    assert.match(line({ turn: 'circle', lock: 0 }) ?? '', / · сдвинуться может любая песня$/)
    assert.match(line({ turn: 'circle', lock: 1 }) ?? '', / · ближайшая песня уже не сдвинется$/)
    assert.match(line({ turn: 'circle', lock: 3 }) ?? '', / · ближайшие 3 уже не сдвинутся$/)
    assert.equal(line({ words: 'off' }), 'Без имён и слов')
    assert.equal(line({ words: 'off', namesShown: true }), 'Без имён и слов')
    assert.equal(
      line({ words: 'name', namesShown: true }),
      'Имена без слов · ваше имя увидят все, если вы его напишете',
    )
    assert.equal(line({ songs: 'everything' }), 'Любые песни')
    assert.equal(line({ songs: 'everything', suggestions: false }), 'Только песни из списка')
    assert.equal(line({ songs: 'open', suggestions: false }), 'Только открытые песни')
  })
})

describe('An order under them', () => {
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
    admitOrderOfPerson(NO_ORDERS, rules, 'free')
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

  test('is refused by the clock where it cannot begin before the end even at the earliest', () => {
    const pace = { lengths: [], playingFor: null, now: at(0) }
    // Five songs before it: from 15 minutes on.
    admitByClock(6, { ...pace, endsAt: at(16) })
    assert.throws(
      () => admitByClock(6, { ...pace, endsAt: at(15) }),
      says('SESSION_NOT_OPEN', 'До конца концерта не успеем'),
    )
  })

  test('is proposed to be the last where the queue is longer than the concert', () => {
    const pace = { lengths: [], playingFor: null, now: at(0), endsAt: at(20) }
    assert.deepEqual(proposeLastCall(11, pace), { minutesLeft: 20, queueMinutes: 44 })
    assert.equal(proposeLastCall(5, pace), null)
    assert.equal(proposeLastCall(0, { ...pace, endsAt: at(-1) }), null)
  })
})
