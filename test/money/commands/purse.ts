import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import { idOfPage, pageOf, untilFree } from '../at-the-bank.ts'
import type { ModelAction } from '../action.ts'
import { NUMBERS, PAYOUT_BANK } from '../evening.ts'
import type { MoneyEvening } from '../evening.ts'
import { RESERVE } from '../system.ts'
import { netOf } from '../invariants/books.ts'
import { heldByDisputes, readPayments } from '../invariants/read.ts'
import { newBill, picked } from '../model.ts'

const NOT_NOW = [
  'NUMBER_NOT_SET',
  'NUMBER_HELD',
  'NOTHING_TO_PAY',
  'ILLEGAL_STEP',
  'PAYMENTS_DOWN',
] as const

/** «Вывести»; `again`: the same press, whose answer was lost before. */
export function withdraw(again: boolean): ModelAction {
  return {
    label: again ? 'payoutAgain()' : 'payout()',
    needs: ({ payouts }) => !again || payouts.size > 0,
    async does(evening, model) {
      const [key = randomUUID()] = again ? model.payouts.keys() : []
      const as = { ...evening.as, key }
      const reply = await evening.world.call(api.payment.payout, {}, as)
      if (!(await evening.did(reply, ...NOT_NOW))) return
      const before = model.payouts.get(key)
      if (before !== undefined) assert.equal(reply.data.payoutId, before, 'one key, two payouts')
      model.payouts.set(key, reply.data.payoutId)
      if (before === undefined) await keepsDisputes(evening)
    },
  }
}

/** What the artist took leaves the money of open disputes on his balance. */
async function keepsDisputes(evening: MoneyEvening): Promise<void> {
  const { available } = await evening.world.ok(api.payment.balance, {}, evening.as)
  const held = await heldByDisputes(evening)
  assert.ok(available >= held, `${available} are left where ${held} are in dispute`)
}

/** «Вернуть деньги» on a credited order or tip, also from the next credits; `twice`: two presses at once with one key. */
export function refund(pick: number, twice: boolean, fromNext: boolean): ModelAction {
  return {
    label: `refund(${pick}${twice ? ', twice' : ''}${fromNext ? ', from next' : ''})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const { world, as } = evening
      const { id, amount, parts } = picked(model.bills, pick)
      const key = randomUUID()
      const body = { paymentId: id, word: 'Простите', fromNext }
      const press = () => world.call(api.payment.refund, { body }, { ...as, key })
      const replies = await Promise.all(twice ? [press(), press()] : [press()])
      for (const reply of replies) {
        if (!(await evening.did(reply, 'NOT_FOUND', 'ILLEGAL_STEP', 'NOTHING_TO_PAY'))) continue
        assert.ok(
          reply.data.amount <= amount &&
            reply.data.amount >= amount - parts.letGo - parts.givenBack,
        )
        model.givenBack.add(id)
        await keepsDisputes(evening)
        // The payment was final, and no longer is: the bank is asked once more.
        const { bankId } = await world.sql
          .selectFrom('payments')
          .select('bankPaymentId as bankId')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
        evening.ended.delete(id)
        evening.ended.delete(bankId ?? id)
      }
    },
  }
}

/** Ten rubles that prove a number; another number is not proved by the first. */
export function checkNumber(number: number): ModelAction {
  return {
    label: `checkNumber(${number})`,
    async does(evening, model) {
      const { artist, world, as } = evening
      const body = {
        number: NUMBERS[number] ?? '',
        sbpNumberId: PAYOUT_BANK,
        artistUsername: artist.username,
        currentPassword: ARTIST_PASSWORD,
      }
      await untilFree(evening, null)
      const reply = await world.call(api.auth.checkNumber, { body }, as)
      // A number that is checked is not checked again, nor one whose check is paid.
      if (!(await evening.did(reply, 'PAYMENTS_DOWN', 'VALIDATION', 'ILLEGAL_STEP'))) return
      const id = await idOfPage(evening, reply.data)
      const link = pageOf(reply.data)
      if (model.bills.some((bill) => bill.id === id)) return
      model.bills.push(newBill({ id, kind: 'check', amount: 1000, link }))
    },
  }
}

/** A share of what was credited lately, rounded up. */
async function reserveShare(evening: MoneyEvening): Promise<number> {
  const since = evening.world.now().getTime() - RESERVE.days * 24 * 3_600_000
  const credited = (await readPayments(evening))
    .filter(({ kind, state }) => kind !== 'check' && state === 'released')
    .filter(({ closedAt }) => (closedAt?.getTime() ?? 0) > since)
    .reduce((sum, payment) => sum + netOf(payment), 0)
  return Math.ceil((credited * RESERVE.percent) / 100)
}

/** The balance that the artist reads equals the books. */
export const readBalance: ModelAction = {
  label: 'balance()',
  async does(evening) {
    const { world, as } = evening
    const reply = await world.call(api.payment.balance, { query: { limit: 100 } }, as)
    if (!(await evening.did(reply))) return
    const { available, disputed = 0, held, paidOut, inFlight, entries, reserve } = reply.data
    assert.equal(disputed, Math.min(available, await heldByDisputes(evening)))
    assert.equal(reserve?.amount ?? 0, Math.min(available - disputed, await reserveShare(evening)))
    const sum = (state: string) =>
      entries.reduce((total, line) => total + (line.state === state ? line.amount : 0), 0)
    const { debt } = reply.data
    const moved = entries.reduce((total, { amount }) => total + amount, 0) - sum('held')
    assert.equal(moved, available - debt)
    assert.equal(0 - sum('sent'), inFlight)
    assert.equal(0 - sum('completed'), paidOut)
    assert.equal(sum('held'), held)
  },
}
