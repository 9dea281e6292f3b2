import { CARD_CODE, CODE_CARD, POOR_CARD } from '#packages/tbank-sandbox/payer.ts'
import type { PayForm } from '#packages/tbank-sandbox/payer.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import { picked } from '../model.ts'
import type { Bill } from '../model.ts'
import { statusAt } from '../at-the-bank.ts'
import { isMoneyless } from '../invariants/bank.ts'

const STILL_OPEN = new Set(['NEW', 'FORM_SHOWED', '3DS_CHECKING'])

async function send(evening: MoneyEvening, bill: Bill, form: PayForm): Promise<void> {
  const before = await statusAt(evening, bill.link)
  await evening.world.bank.pay(bill.link, form)
  const after = await statusAt(evening, bill.link)
  // By now the product may have begun to give the money back.
  if (STILL_OPEN.has(before) && !isMoneyless(after)) bill.paid = true
}

function paying(label: string, pick: number, form: PayForm): ModelAction {
  return {
    label: `${label}(${pick})`,
    needs: ({ bills }) => bills.length > 0,
    does: (evening, model) => send(evening, picked(model.bills, pick), form),
  }
}

/** Acts on the bank's page, as long as it is open there, whatever our own state of the payment. */
export const payCard = (pick: number) => paying('payCard', pick, { method: 'card', action: 'pay' })
export const paySbp = (pick: number) => paying('paySbp', pick, { method: 'sbp', action: 'pay' })
export const decline = (pick: number) => paying('decline', pick, { action: 'decline' })
export const closePage = (pick: number) => paying('closePage', pick, { action: 'close' })
export const payWithoutFunds = (pick: number) =>
  paying('payWithoutFunds', pick, { method: 'card', card: POOR_CARD, action: 'pay' })
export const askCode = (pick: number) =>
  paying('askCode', pick, { method: 'card', card: CODE_CARD, action: 'pay' })
export const typeCode = (pick: number, right: boolean) =>
  paying(`typeCode${right ? '' : 'Wrong'}`, pick, {
    method: 'card',
    card: CODE_CARD,
    code: right ? CARD_CODE : '0000',
    action: 'pay',
  })
