import { accountName } from '#domain/payments/ledger.ts'
import type { AccountName, CAUSES } from '#domain/payments/ledger.ts'
import type { OperationKind } from '#domain/payments/payment-watch.ts'
import type { LifeStep } from './operator.store.ts'

type OperationState = Extract<LifeStep, { of: 'bank' }>['state']

const OPERATIONS: Record<OperationKind, string> = {
  open: 'страница оплаты',
  capture: 'списание',
  give_back: 'возврат',
  close_link: 'закрыть страницу оплаты',
  close_receipt: 'чек полного расчёта',
}

const OPERATION_STATES: Record<OperationState, string> = {
  planned: 'намечено',
  sent: 'ждём ответа',
  done: 'сделано',
  declined: 'банк отказал',
  withdrawn: 'отозвано',
}

const CAUSE_NAMES: Record<(typeof CAUSES)[number], string> = {
  held: 'деньги удержаны',
  hold_ended: 'удержание снято',
  charged: 'деньги списаны',
  released: 'зачислено музыканту',
  return_due: 'решено вернуть',
  refunded: 'возвращено слушателю',
  part_let_go: 'снята часть удержания',
  part_refunded: 'возвращена часть',
  part_lost: 'часть потеряна',
  refund_sent_back: 'возврат не дошёл',
  returned_by_hand: 'возвращено вручную',
  tip: 'благодарность',
  credit_returned: 'возврат с баланса',
  check_paid: 'проверка номера оплачена',
  check_return: 'проверка номера возвращается',
  payout_reserved: 'выплата начата',
  payout_completed: 'выплачено',
  payout_rejected: 'выплата отклонена',
  payout_corrected: 'выплата исправлена',
  settled: 'банк перечислил нам',
  disputed: 'спор открыт',
  dispute_closed: 'спор закрыт',
  dispute_charged: 'спор проигран за счёт музыканта',
  debt_taken: 'долг удержан',
  lost: 'убыток',
}

const ACCOUNTS: Record<AccountName, string> = {
  acq_receivable: 'деньги у банка',
  settlement_cash: 'наш счёт',
  escrow: 'ждёт песни',
  artist_payable: 'баланс музыканта',
  artist_debt: 'долг музыканта',
  payout_in_flight: 'выплата в пути',
  refund_due: 'к возврату слушателю',
  check: 'проверка номера',
  commission_song: 'наша комиссия',
  commission_tip: 'наша комиссия',
  commission_check: 'наша комиссия',
  acquiring_fee: 'комиссия банка',
  payout_fee: 'комиссия за выплату',
  disputed: 'в споре',
  loss: 'убыток',
}

const SONG: Record<Extract<LifeStep, { of: 'song' }>['what'], string> = {
  now: 'Песня зазвучала',
  played: 'Песня сыграна',
  away: 'Песня снята',
}

/** «Банк: возврат, сделано», «Проводка: возврат с баланса, баланс музыканта». */
export function stepText(step: LifeStep): string {
  if (step.of === 'bank') return `Банк: ${OPERATIONS[step.kind]}, ${OPERATION_STATES[step.state]}`
  if (step.of === 'song') return SONG[step.what]
  return `Проводка: ${CAUSE_NAMES[step.cause]}, ${ACCOUNTS[accountName(step.account)]}`
}
