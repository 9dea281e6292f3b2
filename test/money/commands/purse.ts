import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import { idOfPage, pageOf, untilFree } from '../at-the-bank.ts'
import type { ModelDeed } from '../deed.ts'
import { NUMBERS, PAYOUT_BANK } from '../evening.ts'

const NOT_NOW = [
  'NUMBER_NOT_SET',
  'NUMBER_HELD',
  'NOTHING_TO_PAY',
  'ILLEGAL_STEP',
  'PAYMENTS_DOWN',
] as const

/** «Вывести»; `again`: the same press that lost its answer before. */
export function withdraw(again: boolean): ModelDeed {
  return {
    words: again ? 'payoutAgain()' : 'payout()',
    needs: ({ payouts }) => !again || payouts.size > 0,
    async does(evening, model) {
      const [key = randomUUID()] = again ? model.payouts.keys() : []
      const as = { ...evening.as, key }
      const reply = await evening.world.call(api.payment.payout, {}, as)
      if (!(await evening.did(reply, ...NOT_NOW))) return
      const before = model.payouts.get(key)
      if (before !== undefined) assert.equal(reply.data.payoutId, before, 'one key, two payouts')
      model.payouts.set(key, reply.data.payoutId)
    },
  }
}

/** Ten rubles that prove a number; another number is not proved by the first. */
export function checkNumber(number: number): ModelDeed {
  return {
    words: `checkNumber(${number})`,
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
      if (!(await evening.did(reply, 'PAYMENTS_DOWN'))) return
      const id = await idOfPage(evening, reply.data)
      const link = pageOf(reply.data)
      if (model.bills.some((bill) => bill.id === id)) return
      model.bills.push({ id, kind: 'check', amount: 1000, link, paid: false, takenBack: false })
    },
  }
}

/** What the artist reads of his money is what the books say. */
export const readBalance: ModelDeed = {
  words: 'balance()',
  async does(evening) {
    const { world, as } = evening
    const reply = await world.call(api.payment.balance, { query: { limit: 100 } }, as)
    if (!(await evening.did(reply))) return
    const { available, held, paidOut, inFlight, entries } = reply.data
    const sum = (state: string) =>
      entries.reduce((total, line) => total + (line.state === state ? line.amount : 0), 0)
    assert.equal(sum('credited') + sum('sent') + sum('completed'), available)
    assert.equal(0 - sum('sent'), inFlight)
    assert.equal(0 - sum('completed'), paidOut)
    assert.equal(sum('held'), held)
  },
}
