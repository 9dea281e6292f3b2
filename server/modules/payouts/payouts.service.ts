import { commissionOf, kopecks } from '#domain/money.ts'
import { checked } from '#domain/payment.ts'
import {
  initiated,
  MAX_PAYOUT_RUBLES,
  payoutOf,
  payoutSeen,
  refusedAtOnce,
} from '#domain/payout.ts'
import type { PayoutDecision } from '#domain/payout.ts'
import { payoutReserved } from '#domain/ledger.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import { onceByKey } from '../../platform/db/idempotency.ts'
import type { Sql } from '../../platform/db/open.ts'
import { brokeUnique, inTransaction } from '../../platform/db/tx.ts'
import type { Bank, BankOutcome } from '../../integrations/bank/bank.ts'
import type { PayoutLook } from '#domain/payout.ts'
import type { PayoutNumbers } from '../artists/artists.service.ts'
import { balanceOf, mark, post, setMark } from '../ledger/ledger.service.ts'
import { lastChange } from './number-change.store.ts'
import { holdPayment } from '../payments/payment-access.service.ts'
import type { KeptPayment } from '../payments/payment-access.service.ts'
import type { Keep } from '../payments/apply-payment-event.service.ts'
import {
  addPayout,
  claimPayout,
  endPlan,
  hastenUnsent,
  holdPayout,
  inFlight,
  planPayout,
  plansDue,
  savePayout,
} from './payouts.store.ts'
import type { KeptPayout } from './payouts.store.ts'
import { referenceOf } from '../../integrations/bank/reference.ts'

export type PayoutDeps = {
  readonly sql: Sql
  readonly now: () => Date
  /** Null where none is configured. */
  readonly bank: Bank | null
  readonly numbers: PayoutNumbers
  /** Kopecks of our own that payouts may go out of before the bank has sent us what it took. */
  readonly float: number
  /** Writes an event of a check's payment down. */
  readonly keep: Keep
}

const CALL = 'payment/payout'
const PAUSED = 'payouts-paused'
const LEASE_MS = 60_000
/** How long to wait before the bank is asked again, by how often it was (ms). */
const RETRIES = [2000, 3000, 5000, 15_000, 60_000, 300_000, 900_000, HOUR_MS]
/** A payout that the bank has not ended by then needs a person (ms). */
const SLOW_MS = HOUR_MS / 2

/** What a visit to the bank says of a payout. */
type Word =
  | { told: 'look'; look: PayoutLook }
  | { told: 'no'; words: string }
  /** The bank has none of our money to send: all payouts wait for a person. */
  | { told: 'empty'; words: string }
  | { told: 'nothing' }

export type PayoutAnswer = {
  payoutId: string
  amount: number
  state: KeptPayout['state']
}

/** How artists get their money: reserved first, asked of the bank in two steps, never made twice. */
export function makePayouts(deps: PayoutDeps) {
  const { sql: database, now, bank, numbers } = deps

  /** Takes the whole available balance. Refuses NUMBER_NOT_SET, NUMBER_HELD, NOTHING_TO_PAY, ILLEGAL_STEP, PAYMENTS_DOWN. */
  async function reserve(sql: Sql, artistId: string): Promise<PayoutAnswer> {
    const number = await numbers.hold(sql, artistId)
    const available = await balanceOf(sql, `artist_payable:${artistId}`, { hold: true })
    const { phone = null, sbpBankId = null, checkedAt = null } = number ?? {}
    const heldUntil = (await lastChange(sql, artistId))?.heldUntil ?? null
    const numberNow = { checked: checkedAt !== null, heldUntil }
    const amount = payoutOf(available, numberNow, { now: now() })
    if (phone === null || sbpBankId === null)
      throw new Refusal('NUMBER_NOT_SET', 'Сначала укажите и проверьте номер для выплат')
    const cash = (await balanceOf(sql, 'settlement_cash', { hold: true })) + deps.float
    if (cash - (await inFlight(sql)) < amount)
      throw new Refusal(
        'PAYMENTS_DOWN',
        'Деньги слушателей ещё идут к нам из банка. Выплата уйдёт сама, обычно на следующий день.',
      )
    const payout = await addPayout(
      sql,
      { artistId, checkPaymentId: null, amount, phone, sbpBankId },
      now(),
    )
    await post(sql, [payoutReserved(payout)], { payoutId: payout.id }, now())
    return { payoutId: payout.id, amount, state: payout.state }
  }

  /** Money that was set aside for a payout which nobody can make would lie there for ever. */
  function needPayouts(): void {
    if (bank?.paysOut !== true) throw new Refusal('PAYMENTS_DOWN', 'Выплаты сейчас недоступны.')
  }

  /** The artist's button. Refuses NUMBER_NOT_SET, NUMBER_HELD, NOTHING_TO_PAY, ILLEGAL_STEP while one is under way, PAYMENTS_DOWN. */
  async function withdraw(artistId: string, idempotencyKey: string | null): Promise<PayoutAnswer> {
    needPayouts()
    return oneUnderWay((sql) =>
      onceByKey(sql, CALL, idempotencyKey && `${artistId} ${idempotencyKey}`, {}, now(), () =>
        reserve(sql, artistId),
      ),
    )
  }

  async function oneUnderWay<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
    try {
      return await inTransaction(database, work)
    } catch (error) {
      if (!brokeUnique(error, 'one_payout_under_way')) throw error
      throw new Refusal('ILLEGAL_STEP', 'Предыдущая выплата ещё в пути. Подождите её.')
    }
  }

  /** A plan ends in the transaction of its payout, so that a process that dies loses both or neither. True where one set out. */
  async function carryOut(artistId: string): Promise<boolean> {
    try {
      return await oneUnderWay(async (sql) => {
        const sent = await reserve(sql, artistId).then(() => true, nothingToSend)
        await endPlan(sql, artistId, { now: now(), next: null })
        return sent
      })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const at = now()
      const hold = (error.retryAfterSeconds ?? 0) * 1000
      const wait = error.code === 'ILLEGAL_STEP' ? HOUR_MS : DAY_MS
      const next = new Date(at.getTime() + (error.code === 'NUMBER_HELD' ? hold : wait))
      await endPlan(database, artistId, { now: at, next })
      return false
    }
  }

  /** The nine rubles of a check set out, in the transaction in which its ten were paid. */
  async function reserveCheck(sql: Sql, payment: KeptPayment): Promise<void> {
    if (payment.phone === null || payment.sbpBankId === null)
      throw new Error(`the number of check ${payment.id} is not known`)
    const amount = kopecks(payment.amount - commissionOf(payment.amount, payment.commissionBps))
    const payout = await addPayout(
      sql,
      {
        artistId: payment.artistId,
        checkPaymentId: payment.id,
        amount,
        phone: payment.phone,
        sbpBankId: payment.sbpBankId,
      },
      now(),
    )
    await post(sql, [payoutReserved(payout)], { payoutId: payout.id, paymentId: payment.id }, now())
  }

  async function ask(payout: KeptPayout): Promise<Word> {
    if (bank === null) return { told: 'nothing' }
    if (payout.state === 'reserved') {
      return heard(
        await bank.preparePayout({
          reference: referenceOf(payout.id, payout.attempt),
          amount: payout.amount,
          phone: payout.phone,
          bankId: payout.sbpBankId,
          purpose: payout.checkPaymentId === null ? 'Выплата музыканту' : 'Проверка номера',
        }),
      )
    }
    const { bankPayoutId } = payout
    if (bankPayoutId === null) throw new Error(`payout ${payout.id} has no name at the bank`)
    const looked = await bank.lookAtPayout(bankPayoutId)
    if (looked.outcome !== 'ok' || looked.value.state !== 'known') return heard(looked)
    // Of another sum it would be sent all the same: a person looks first.
    if (looked.value.amount !== payout.amount) return heard(looked)
    const paid = await bank.pay(bankPayoutId)
    // Once told to pay, only the bank's own word for this payout ends it.
    return paid.outcome === 'declined' && paid.final ? { told: 'nothing' } : heard(paid)
  }

  function decide(before: KeptPayout, word: Word): PayoutDecision {
    if (word.told === 'no') return refusedAtOnce(before)
    if (word.told !== 'look') return { payout: before, postings: [] }
    const known = initiated(before, word.look.bankPayoutId)
    const then = payoutSeen(known.payout, word.look)
    return { payout: then.payout, postings: [...known.postings, ...then.postings] }
  }

  async function settle(task: KeptPayout, word: Word): Promise<void> {
    await inTransaction(database, async (sql) => {
      const at = now()
      const payment =
        task.checkPaymentId === null ? undefined : await holdPayment(sql, task.checkPaymentId)
      const before = await holdPayout(sql, task.id)
      if (before === undefined) throw new Error(`payout ${task.id} is gone`)
      const decision = decide(before, word)
      const { state, bankPayoutId } = decision.payout
      const over = state === 'completed' || state === 'rejected'
      const slow = !over && at.getTime() - before.createdAt.getTime() > SLOW_MS
      const wrong = word.told === 'look' && word.look.amount !== before.amount
      const unnamed = before.state === 'reserved' && bankPayoutId === null
      // Only an empty account of ours leaves words behind at a payout that is still under way.
      const ourFault = state === 'rejected' && word.told === 'look' && before.words !== ''
      const after: KeptPayout = {
        ...before,
        state,
        bankPayoutId,
        // What got no name at the bank moved no money: the next try is a new one.
        attempt: unnamed ? before.attempt + 1 : before.attempt,
        words: wordsAfter(before, word, { completed: state === 'completed', ourFault }),
        attention: over
          ? null
          : wrong
            ? 'amount_mismatch'
            : slow
              ? 'payout_slow'
              : before.attention,
      }
      await post(sql, decision.postings, { payoutId: before.id }, at)
      const fee = word.told === 'look' && state === 'completed' ? { fee: word.look.fee } : {}
      // Made due while the bank was asked, by its notice or a person: the answer may be older than that.
      const isHastened = before.dueAt?.getTime() !== task.dueAt?.getTime()
      const next = isHastened ? before.dueAt : nextTry(before, state, at)
      const more = { dueAt: over ? null : next, leasedUntil: null, ...fee }
      await savePayout(sql, before, after, more, at)
      if (word.told === 'empty') await setMark(sql, PAUSED, word.words, at)
      if (over && state !== before.state) await ended(sql, after, { payment, ourFault, at })
    })
  }

  /** A step forward is followed at once, and from then on all patience begins anew. */
  function nextTry(before: KeptPayout, state: KeptPayout['state'], at: Date): Date {
    if (state !== before.state && state === 'initiated') return at
    const tries = state === before.state ? before.tries : 0
    const patience = RETRIES[Math.min(tries, RETRIES.length - 1)] ?? HOUR_MS
    return new Date(at.getTime() + patience)
  }

  async function ended(
    sql: Sql,
    payout: KeptPayout,
    about: { payment: KeptPayment | undefined; ourFault: boolean; at: Date },
  ): Promise<void> {
    const { payment, ourFault, at } = about
    const arrived = payout.state === 'completed'
    if (payment !== undefined) {
      await deps.keep(sql, payment, checked(payment, arrived), {
        leasedUntil: payment.leasedUntil,
        alone: false,
      })
      if (!arrived) return
      const still = await numbers.mark(sql, payout.artistId, payout, at)
      // What was earned before the number was known goes out now.
      if (still) await planPayout(sql, payout.artistId, at)
      return
    }
    if (!arrived && !ourFault) await numbers.mark(sql, payout.artistId, payout, null)
    // What one payout could not take follows it; what our account had no money for goes once it has.
    const more = arrived ? payout.amount === MAX_PAYOUT_RUBLES * 100 : ourFault
    if (more) await planPayout(sql, payout.artistId, at)
  }

  return {
    needPayouts,
    withdraw,
    reserveCheck,

    /** One visit. False where the payout is not due, somebody else attends to it, or payouts are paused. */
    async attend(id: string): Promise<boolean> {
      const at = now()
      const task = await claimPayout(database, id, at, new Date(at.getTime() + LEASE_MS))
      if (task === undefined) return false
      const paused = (await mark(database, PAUSED))?.value ?? ''
      // What the bank was told already is looked after even then.
      const word: Word =
        paused !== '' && task.state === 'reserved' ? { told: 'nothing' } : await ask(task)
      await settle(task, word)
      return true
    },

    /** Carries out the plans that are due: after a concert, and once a day. Gives how many payouts set out. */
    async sendPlanned(): Promise<number> {
      if (bank?.paysOut !== true || (await this.paused()) !== null) return 0
      let sent = 0
      const failures: unknown[] = []
      for (const artistId of await plansDue(database, now(), 20)) {
        try {
          if (await carryOut(artistId)) sent += 1
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw new AggregateError(failures, 'some payouts did not set out')
      return sent
    },

    /** Why payouts are stopped, or null. */
    async paused(): Promise<string | null> {
      const stopped = await mark(database, PAUSED)
      return stopped === undefined || stopped.value === '' ? null : stopped.value
    },

    /** An operator has put money on the account: payouts go on. */
    async resume(): Promise<void> {
      await setMark(database, PAUSED, '', now())
      await hastenUnsent(database, now())
    },
  }
}

export type Payouts = ReturnType<typeof makePayouts>

/** Without money or a number there is nothing to wait for: what brings either plans anew. */
function nothingToSend(error: unknown): false {
  const nothing =
    error instanceof Refusal && ['NUMBER_NOT_SET', 'NOTHING_TO_PAY'].includes(error.code)
  if (!nothing) throw error
  return false
}

const OUR_FAULT = 'Банк не смог её отправить: деньги вернулись на баланс и уйдут сами.'

/** What the artist is told of a payout that did not go. */
function wordsAfter(
  before: KeptPayout,
  word: Word,
  { completed, ourFault }: { completed: boolean; ourFault: boolean },
): string {
  if (completed) return ''
  if (ourFault) return OUR_FAULT
  return 'words' in word ? word.words : before.words
}

/** The bank's words for «there is nothing on your account»: 1502, 1116 and 3002 of its list of codes. */
const EMPTY = new Set(['1502', '1116', '3002'])

function heard(outcome: BankOutcome<PayoutLook>): Word {
  if (outcome.outcome === 'ok') return { told: 'look', look: outcome.value }
  if (outcome.outcome !== 'declined') return { told: 'nothing' }
  const words = outcome.words === '' ? `Банк отказал: код ${outcome.code}` : outcome.words
  if (EMPTY.has(outcome.code)) return { told: 'empty', words }
  return outcome.final ? { told: 'no', words } : { told: 'nothing' }
}
