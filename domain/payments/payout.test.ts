import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { payoutReserved } from './payout-postings.ts'
import type { Posting } from './ledger.ts'
import { kopecks } from '../money.ts'
import * as payouts from './payout.ts'
import type { Payout, PayoutDecision } from './payout.ts'
import { booksAfter, balanceOf } from './payment.fixture.ts'
import { Refusal } from '../refusal.ts'

const NOW = new Date('2026-11-22T15:00:00Z')
const { BANK_PAYOUT_STATES, PAYOUT_TRANSITIONS, PAYOUT_STATES } = payouts

function reserved(change: Partial<Payout> = {}): Payout {
  return {
    id: 'o',
    amount: kopecks(50_000),
    source: 'artist_payable:a',
    state: 'reserved',
    bankPayoutId: null,
    preparedAt: null,
    payRequestedAt: null,
    ...change,
  }
}

type PaymentEvent = { readonly name: string; readonly apply: (payout: Payout) => PayoutDecision }

const look = (state: payouts.BankPayoutState, more = 0): PaymentEvent => ({
  name: more === 0 ? state : `${state} of another amount`,
  apply: (payout) =>
    payouts.applyPayoutLook(
      payout,
      { bankPayoutId: 'b', state, amount: kopecks(payout.amount + more), fee: kopecks(700) },
      NOW,
    ),
})

const PAYMENT_EVENTS: readonly PaymentEvent[] = [
  ...BANK_PAYOUT_STATES.map((state) => look(state)),
  look('completed', 1),
  look('rejected', -1),
  { name: 'initiated', apply: (payout) => payouts.initiated(payout, 'b', NOW) },
  { name: 'refused at once', apply: payouts.refusedAtOnce },
]

const anyPayout = fc
  .record({
    amount: fc.integer({ min: 1, max: 50_000_000 }).map(kopecks),
    source: fc.constantFrom('artist_payable:a', 'check:c'),
  })
  .map(reserved)

describe('a payout', () => {
  test('does at every state and every word of the bank what the table says, and nothing else', () => {
    const table: Record<payouts.BankPayoutState, Partial<Record<payouts.PayoutState, string>>> = {
      waiting: {},
      known: {},
      busy: { initiated: 'sent' },
      completed: { initiated: 'completed', sent: 'completed' },
      rejected: { initiated: 'rejected', sent: 'rejected' },
      failed: { initiated: 'reserved', sent: 'reserved' },
      unexplained: { initiated: 'reserved', sent: 'rejected' },
    }
    for (const state of PAYOUT_STATES)
      for (const word of BANK_PAYOUT_STATES) {
        const { payout, postings } = look(word).apply(reserved({ state }))
        assert.equal(payout.state, table[word][state] ?? state, `${state} sees ${word}`)
        assert.ok(payout.state === state || PAYOUT_TRANSITIONS[state].includes(payout.state))
        const goesOn = ['reserved', 'sent', state].includes(payout.state)
        const ended = goesOn ? [] : [payout.state]
        assert.deepEqual(
          postings.map(({ cause }) => cause),
          ended.map((end) => `payout_${end}`),
        )
      }
  })

  test('is never ended by anything but a definite word of the bank', () => {
    for (const state of ['reserved', 'initiated', 'sent'] as const)
      for (const word of ['waiting', 'known', 'busy'] as const) {
        const { payout, postings } = look(word).apply(reserved({ state }))
        assert.ok(payout.state !== 'rejected' && payout.state !== 'completed')
        assert.deepEqual(postings, [])
      }
  })

  test('that the bank rejected without a word is the recipient’s doing only after an order in time', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    const sent = { state: 'initiated', bankPayoutId: 'b', preparedAt: NOW } as const
    const ends = (payout: Payout, seconds: number) =>
      payouts.applyPayoutLook(
        payout,
        { bankPayoutId: 'b', state: 'unexplained', amount: payout.amount, fee: kopecks(0) },
        at(seconds),
      ).payout
    const anew = reserved()
    assert.deepEqual(ends(reserved(sent), 5), anew, 'it was never told to pay')
    assert.equal(ends(reserved({ ...sent, payRequestedAt: at(1) }), 179).state, 'rejected')
    assert.deepEqual(
      ends(reserved({ ...sent, payRequestedAt: at(1) }), 180),
      anew,
      'the order may be lost',
    )
    assert.equal(
      ends(reserved({ ...sent, state: 'sent', payRequestedAt: at(1) }), 180).state,
      'rejected',
    )
  })

  test('is too old to be paid two minutes after it was prepared, unless the bank was told to', () => {
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    const prepared = payouts.initiated(reserved(), 'b', NOW).payout
    assert.equal(payouts.preparedTooLongAgo(prepared, at(120)), false)
    assert.equal(payouts.preparedTooLongAgo(prepared, at(121)), true)
    assert.equal(payouts.preparedTooLongAgo({ ...prepared, payRequestedAt: at(1) }, at(121)), false)
    assert.equal(payouts.preparedTooLongAgo({ ...prepared, preparedAt: null }, at(121)), false)
    assert.deepEqual(payouts.prepareAgain(prepared), { payout: reserved(), postings: [] })
  })

  test('is not moved by another amount than ours', () => {
    for (const state of PAYOUT_STATES)
      for (const word of BANK_PAYOUT_STATES)
        for (const more of [-1, 1]) {
          const before = reserved({ state })
          assert.deepEqual(look(word, more).apply(before), { payout: before, postings: [] })
        }
  })

  test('is not moved by a look at another preparation', () => {
    for (const state of PAYOUT_STATES)
      for (const word of BANK_PAYOUT_STATES) {
        const before = reserved({ state, bankPayoutId: 'c' })
        assert.deepEqual(look(word).apply(before), { payout: before, postings: [] })
      }
  })

  test('once the bank has it, keeps its name there and cannot be refused «at once»', () => {
    const known = payouts.initiated(reserved(), 'b', NOW).payout
    assert.deepEqual(known, reserved({ state: 'initiated', bankPayoutId: 'b', preparedAt: NOW }))
    for (const state of ['initiated', 'sent', 'completed', 'rejected'] as const) {
      const before = reserved({ state, bankPayoutId: 'b' })
      assert.deepEqual(payouts.initiated(before, 'c', NOW), { payout: before, postings: [] })
      assert.deepEqual(payouts.refusedAtOnce(before), { payout: before, postings: [] })
    }
  })

  test('leaves nothing in flight at either end: the phone has it, or the balance has it back', () => {
    fc.assert(
      fc.property(
        anyPayout,
        fc.array(fc.constantFrom(...PAYMENT_EVENTS), { maxLength: 12 }),
        (payout, events) => {
          let now = payout
          const postings: Posting[] = [payoutReserved(payout)]
          for (const { apply } of events) {
            const before = now
            const step = apply(now)
            now = step.payout
            postings.push(...step.postings)
            assert.ok(
              before.state === now.state || PAYOUT_TRANSITIONS[before.state].includes(now.state),
            )
          }
          const books = booksAfter(postings)
          const over = now.state === 'completed' || now.state === 'rejected'
          const source = now.state === 'rejected' ? 0 : payout.amount
          const cash = now.state === 'completed' ? payout.amount + 700 : 0
          assert.equal(balanceOf(books, 'payout_in_flight:o'), over ? 0 : 0 - payout.amount)
          assert.equal(balanceOf(books, payout.source), source)
          assert.equal(balanceOf(books, 'settlement_cash') + cash, 0)
          const keys = postings.map(({ key }) => key)
          assert.equal(new Set(keys).size, keys.length)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('that was paid before a restore is booked as the bank paid it, out of the balance and then as a debt', () => {
    const some = fc.integer({ min: 1, max: 100_000 }).map(kopecks)
    fc.assert(
      fc.property(some, some, fc.nat({ max: 100_000 }), (reservedSum, amount, left) => {
        const before = reserved({ amount: reservedSum })
        const available = kopecks(left)
        const { payout, postings } = payouts.paidBeforeRestore(before, { amount, available })
        assert.deepEqual(payout, { ...before, state: 'completed', amount })
        const books = booksAfter([payoutReserved(before), ...postings])
        const debt = balanceOf(books, 'artist_debt:a')
        assert.equal(balanceOf(books, 'payout_in_flight:o'), 0)
        assert.equal(balanceOf(books, 'settlement_cash'), 0 - amount)
        assert.equal(balanceOf(books, 'artist_payable:a') + debt, amount)
        assert.equal(debt, Math.max(0, amount - reservedSum - left))
      }),
    )
  })

  test('under way or of a check of another sum is not booked so', () => {
    const paid = { amount: kopecks(900), available: kopecks(0) }
    const check = reserved({ source: 'check:c', amount: kopecks(900) })
    assert.equal(payouts.paidBeforeRestore(check, paid).payout.state, 'completed')
    for (const wrong of [
      reserved({ source: 'check:c', amount: kopecks(901) }),
      ...PAYOUT_STATES.filter((state) => state !== 'reserved').map((state) =>
        reserved({ state, amount: kopecks(900) }),
      ),
    ])
      assert.throws(() => payouts.paidBeforeRestore(wrong, paid), Refusal)
  })
})

describe('what goes out', () => {
  const now = new Date('2026-11-22T15:00:00Z')
  const checked = { checked: true, heldUntil: null, recipient: null }
  const refuses = (
    available: number,
    number: Parameters<typeof payouts.payoutOf>[1],
    code: string,
  ): void => {
    assert.throws(
      () => payouts.payoutOf(kopecks(available), number, { now }),
      (error) => {
        assert.ok(error instanceof Refusal)
        assert.equal(error.code, code)
        assert.match(error.message, /[а-яё]{4}/u)
        return true
      },
    )
  }

  test('is all that is available, up to what one go over SBP takes', () => {
    for (const [available, out] of [
      [1000, 1000],
      [123_456, 123_456],
      [50_000_000, 50_000_000],
      [50_000_001, 50_000_000],
    ] as const)
      assert.equal(payouts.payoutOf(kopecks(available), checked, { now }), out)
  })

  test('leaves the share of what was credited, to the kopeck up, and never more than there is', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000_000),
        fc.nat(100_000_000),
        fc.integer({ min: 0, max: 100 }),
        (available, credited, percent) => {
          const stays = payouts.reserveOf({ percent, days: 30 }, { available, credited })
          assert.ok(stays >= 0 && stays <= available)
          if (stays < available) assert.ok(stays * 100 >= credited * percent)
          assert.ok((stays - 1) * 100 < credited * percent)
          const more = payouts.reserveOf(
            { percent, days: 30 },
            { available, credited: credited + 1 },
          )
          assert.ok(more >= stays, 'more credited, less kept')
          assert.equal(payouts.reserveOf(null, { available, credited }), 0)
        },
      ),
      { numRuns: 1000 },
    )
    assert.equal(payouts.reserveSince(null, now), null)
    assert.equal(
      payouts.reserveSince({ percent: 10, days: 2 }, now)?.toISOString(),
      '2026-11-20T15:00:00.000Z',
    )
    assert.match(
      payouts.reserveText(
        kopecks(12_300),
        { percent: 10, days: 30, until: now },
        { zone: 'Europe/Moscow', now },
      ),
      /^Из доступного 123\s₽ пока остаются на балансе: .*10\s% зачисленного за 30\s?дней\. Без новых зачислений он освободится до .*\.$/u,
    )
  })

  test('is nothing below ten rubles, and nothing to a number that was not checked', () => {
    for (const available of [-1, 0, 999]) refuses(available, checked, 'NOTHING_TO_PAY')
    for (const available of [0, 50_000])
      refuses(available, { ...checked, checked: false }, 'NUMBER_NOT_SET')
  })

  test('is nothing before its recipient is confirmed, where the bank names one', () => {
    const named = (confirmed: boolean) => ({
      ...checked,
      recipient: { name: 'Иван Иванович И.', confirmed },
    })
    refuses(50_000, named(false), 'NUMBER_NOT_SET')
    assert.equal(payouts.payoutOf(kopecks(50_000), named(true), { now }), 50_000)
    assert.match(payouts.recipientText('Иван Иванович И.'), /«Иван Иванович И\.»\. Подтвердите/u)
  })

  test('is nothing until the hold of a changed number is over, and from that moment all', () => {
    const later = (ms: number) => new Date(now.getTime() + ms)
    for (const available of [0, 50_000])
      refuses(available, { ...checked, heldUntil: later(1) }, 'NUMBER_HELD')
    refuses(50_000, { ...checked, checked: false, heldUntil: later(1) }, 'NUMBER_NOT_SET')
    for (const heldUntil of [later(0), later(-1)])
      assert.equal(payouts.payoutOf(kopecks(50_000), { ...checked, heldUntil }, { now }), 50_000)
  })

  test('names the later of a hold and a rest', () => {
    const [sooner, last] = [new Date('2026-11-23T15:00:00Z'), new Date('2026-11-25T15:00:00Z')]
    for (const [heldUntil, restUntil, of] of [
      [sooner, last, /Вход .* 25 нояб/u],
      [last, sooner, /Номер .* 25 нояб/u],
    ] as const)
      assert.throws(
        () => payouts.payoutOf(kopecks(50_000), { ...checked, heldUntil, restUntil }, { now }),
        of,
      )
  })

  test('says when the hold ends in the clock of its reader', () => {
    const until = new Date('2026-11-23T15:00:00Z')
    assert.match(
      payouts.numberHeldText(until, 'Europe/Moscow', until),
      /23 нояб\., 18:00 \(МСК\)\.$/u,
    )
    assert.match(
      payouts.numberHeldText(until, 'Asia/Yakutsk', until),
      /24 нояб\., 00:00 \(МСК\+6\)\.$/u,
    )
  })

  test('is held after a change of a number that took payouts or could take what was earned', () => {
    const nothing = { checked: false, held: false, earned: false }
    const day = 24 * 3_600_000
    const until = new Date(now.getTime() + day)
    assert.equal(payouts.numberHeldUntil(nothing, now, day), null)
    for (const guard of ['checked', 'held', 'earned'] as const)
      assert.deepEqual(payouts.numberHeldUntil({ ...nothing, [guard]: true }, now, day), until)
    assert.equal(payouts.numberHeldUntil({ ...nothing, checked: true }, now, 0), null)
  })

  test('goes to one of these banks of the fast payment system', () => {
    assert.deepEqual(payouts.PAYOUT_BANKS, {
      '100000000001': 'Газпромбанк',
      '100000000004': 'Т-Банк',
      '100000000005': 'ВТБ',
      '100000000007': 'Райффайзенбанк',
      '100000000008': 'Альфа-Банк',
      '100000000013': 'Совкомбанк',
      '100000000016': 'Почта Банк',
      '100000000020': 'Россельхозбанк',
      '100000000022': 'ЮMoney',
      '100000000029': 'Банк Санкт-Петербург',
      '100000000111': 'Сбербанк',
      '100000000284': 'Точка',
      '100000000301': 'Рокетбанк',
    })
  })
})

test('with any reserve nothing is paid out early, and in the end all of it is', () => {
  const hours = fc.integer({ min: 0, max: 40 * 24 })
  const credit = fc.record({ hour: hours, amount: fc.integer({ min: 1, max: 1_000_000 }) })
  const terms = fc.record({
    percent: fc.integer({ min: 1, max: 100 }),
    days: fc.integer({ min: 1, max: 30 }),
  })
  const at = (hour: number) => new Date(NOW.getTime() + hour * 3_600_000)
  fc.assert(
    fc.property(
      terms,
      fc.array(credit, { maxLength: 12 }),
      fc.array(hours),
      (reserve, all, tries) => {
        const creditedIn = (from: Date, to: Date) =>
          all
            .filter(({ hour }) => at(hour) > from && at(hour) <= to)
            .reduce((sum, { amount }) => sum + amount, 0)
        let paid = 0
        const last = (40 + reserve.days) * 24
        for (const hour of [...tries.toSorted((a, b) => a - b), last]) {
          const since = payouts.reserveSince(reserve, at(hour)) ?? at(hour)
          const ever = creditedIn(new Date(0), at(hour))
          const credited = creditedIn(since, at(hour))
          paid += ever - paid - payouts.reserveOf(reserve, { available: ever - paid, credited })
          const early = Math.floor((credited * (100 - reserve.percent)) / 100)
          assert.ok(paid <= ever - credited + early, `${paid} of ${ever} at ${hour}`)
        }
        assert.equal(paid, creditedIn(new Date(0), at(last)))
      },
    ),
    { numRuns: 300 },
  )
})

test('payouts wait for a registry once more than two days of the bank are not booked', () => {
  const now = new Date('2026-11-22T21:30:00Z')
  const cases = [
    [null, 'settlement'],
    ['2026-11-22', 'settlement'],
    ['2026-11-21', 'settlement'],
    ['2026-11-20', 'registry'],
  ] as const
  for (const [day, why] of cases) assert.equal(payouts.waitFor(day, now), why, String(day))
})
