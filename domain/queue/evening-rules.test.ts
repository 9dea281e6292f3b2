import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  appliedRules,
  checkRules,
  DEFAULT_RULES,
  defaultsOf,
  effectiveRules,
  holdingDefaults,
  rulesChanged,
  rulesFrom,
} from './evening-rules.ts'
import { rulesLine } from './rules-line.ts'
import type { EveningRules } from './evening-rules.ts'
import { Refusal } from '../refusal.ts'

const says = (code: string, message: string) => (error: unknown) =>
  error instanceof Refusal && error.code === code && error.message === message
const account = {
  paidSongsEnabled: false,
  minSongAmount: 50,
  requestFavoriteSongsOnly: true,
  payable: true,
}

describe('The rules of an evening', () => {
  test('are stored and told as far as they differ from the default', () => {
    const rules = { ...DEFAULT_RULES, turn: 'circle', paidWaiting: 3 } as const
    assert.deepEqual(rulesChanged(DEFAULT_RULES), {})
    assert.deepEqual(rulesChanged(rules), { turn: 'circle', paidWaiting: 3 })
    assert.deepEqual(rulesFrom(rulesChanged(rules)), rules)
  })

  test('are for other concerts without the last call and the open songs of this one', () => {
    assert.equal(defaultsOf({ ...DEFAULT_RULES, lastCall: 'closed' }).lastCall, 'open')
    assert.equal(defaultsOf({ ...DEFAULT_RULES, songs: 'open' }).songs, 'account')
    assert.equal(defaultsOf({ ...DEFAULT_RULES, songs: 'repertoire' }).songs, 'repertoire')
  })

  test('begin a concert without payments that cannot come, and without sums where nobody pays', () => {
    const begun = (rules: Partial<EveningRules>, now: Partial<typeof account>) =>
      rulesChanged(holdingDefaults(rulesFrom(rules), { ...account, ...now }))
    const paid = { money: 'paid', turn: 'contribution' } as const
    const ranked = { turn: 'contribution' } as const
    assert.deepEqual(begun(paid, {}), paid)
    assert.deepEqual(begun(paid, { payable: false }), {})
    assert.deepEqual(begun(ranked, { paidSongsEnabled: true }), ranked)
    assert.deepEqual(begun(ranked, {}), {})
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
      () => checkRules(paid, DEFAULT_RULES, { ...account, payable: false }),
      says('VALIDATION', 'Чтобы брать за песни деньги, укажите в настройках телефон и банк'),
    )
    const ranked = { ...DEFAULT_RULES, turn: 'contribution' } as const
    assert.throws(() => checkRules(ranked, DEFAULT_RULES, account), Refusal)
    checkRules({ ...ranked, money: 'paid' }, DEFAULT_RULES, account)
  })

  test('have no number of songs that is out of its range', () => {
    for (const repeatAfter of [0, 51, Number.NaN])
      assert.throws(
        () => checkRules({ ...DEFAULT_RULES, repeatAfter }, DEFAULT_RULES, account),
        Refusal,
      )
    checkRules({ ...DEFAULT_RULES, repeatAfter: 50 }, DEFAULT_RULES, account)
  })

  test('keep what was saved where they do not apply', () => {
    const before = { ...DEFAULT_RULES, repeatAfter: 7, minSongAmount: 300 }
    const typed = { ...before, repeatAfter: 0, minSongAmount: Number.NaN }
    assert.deepEqual(appliedRules(typed, before, account), before)
    const applies = { ...typed, repeats: 'after', money: 'paid' } as const
    assert.deepEqual(appliedRules(applies, before, account), applies)
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
    assert.equal(line({ freeWaiting: 4 }), 'В очереди до 4 песен от каждого')
    assert.equal(line({ freeWaiting: 4, money: 'paid' }), 'Заказы платные')
    assert.equal(line({ paidWaiting: 1 }), null, 'no order is paid')
    assert.match(line({ paidWaiting: 1, money: 'paid' }) ?? '', /^В очереди до 1 платной песни/u)
    assert.equal(line({ support: true, money: 'free' }), 'Бесплатно')
    assert.match(line({ support: true, money: 'paid' }) ?? '', / · чужую песню можно поддержать/u)
    assert.equal(line({ songs: 'everything' }), 'Любые песни')
    assert.equal(line({ songs: 'everything', suggestions: false }), 'Только песни из списка')
    assert.equal(line({ songs: 'open', suggestions: false }), 'Только открытые песни')
  })
})
