import { createPrivateKey } from 'node:crypto'
import type { Kopecks } from '#domain/money.ts'
import { kopecks } from '#domain/money.ts'
import type { PayoutLook } from '#domain/payout.ts'
import type { Bank, BankOutcome, PayoutBank } from './bank.ts'
import { post } from './bank.tbank-call.ts'
import type { BankConnection } from './bank.tbank-call.ts'
import { answerOf } from './bank.tbank-codes.ts'
import { amountOf, isFields, ok, unknown, wordOf } from './bank.tbank-fields.ts'
import type { BankFields } from './bank.tbank-fields.ts'
import { payoutStateOf } from './bank.tbank-states.ts'
import { signatureFields } from './tbank-dialect/signature.ts'
import type { Signs } from './tbank-dialect/signature.ts'

export type PayoutKeys = {
  readonly terminalKey: string
  /** Of the payouts' terminal: its notices are signed with it. Null: they are not believed. */
  readonly password: string | null
  /** The private RSA key whose certificate the bank knows. */
  readonly privateKeyPem: string
  /** The serial number of that certificate. */
  readonly serial: string
  readonly signs: Signs
}

type Payouts = Pick<Bank, 'preparePayout' | 'pay' | 'lookAtPayout' | 'payoutBanks'>

/** Payouts over SBP to a telephone («Массовые выплаты»). Throws at once where the key is no key. */
export function tbankPayouts(line: BankConnection, keys: PayoutKeys): Payouts {
  createPrivateKey(keys.privateKeyPem)

  async function ask(method: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const fields = { TerminalKey: keys.terminalKey, ...question }
    const signature = signatureFields(fields, keys.privateKeyPem, keys.signs)
    const signed = { ...fields, ...signature, X509SerialNumber: keys.serial }
    const answer = await post(line, `/a2c/sbp/${method}`, signed)
    return answer.outcome === 'ok' ? answerOf(answer.value, line.now()) : answer
  }

  async function lookAtPayout(bankPayoutId: string): Promise<BankOutcome<PayoutLook>> {
    const answer = await ask('GetState', { PaymentId: bankPayoutId })
    return answer.outcome === 'ok' ? payoutLookOf(answer.value, bankPayoutId) : answer
  }

  return {
    async preparePayout({ reference, amount, phone, bankId, purpose }) {
      const answer = await ask('Init', {
        OrderId: reference,
        PhoneNumber: phone,
        SbpMemberId: bankId,
        Amount: amount,
        DATA: { PaymentPurposeDetails: purpose },
      })
      if (answer.outcome !== 'ok') return answer
      const bankPayoutId = wordOf(answer.value['PaymentId'])
      if (bankPayoutId === null) return unknown('the answer has no PaymentId')
      return payoutLookOf(answer.value, bankPayoutId, amount)
    },

    async pay(bankPayoutId) {
      const answer = await ask('Payment', { PaymentId: bankPayoutId })
      if (answer.outcome !== 'ok') return answer
      // The bank need not repeat the sum here, and a payout without one cannot be compared with ours.
      if (amountOf(answer.value['Amount']) === null) return lookAtPayout(bankPayoutId)
      return payoutLookOf(answer.value, bankPayoutId)
    },

    lookAtPayout,

    async payoutBanks() {
      const answer = await ask('GetSbpMembers', {})
      if (answer.outcome !== 'ok') return answer
      const members = answer.value['Members']
      if (!Array.isArray(members)) return unknown('the answer has no Members')
      return ok(members.map(bankOf).filter((bank) => bank !== null))
    },
  }
}

function payoutLookOf(
  answer: BankFields,
  bankPayoutId: string,
  sum?: Kopecks,
): BankOutcome<PayoutLook> {
  const word = wordOf(answer['Status'])
  const amount = amountOf(answer['Amount']) ?? sum
  if (wordOf(answer['PaymentId']) !== bankPayoutId)
    return unknown('the answer is not about this payout')
  if (word === null || amount === undefined) return unknown('the answer has no state or no sum')
  const fee = amountOf(answer['Fee']) ?? kopecks(0)
  return ok({ bankPayoutId, state: payoutStateOf(word), amount, fee })
}

function bankOf(member: unknown): PayoutBank | null {
  if (!isFields(member)) return null
  const id = wordOf(member['MemberId'])
  const name = wordOf(member['MemberNameRus']) ?? wordOf(member['MemberName'])
  return id === null || name === null ? null : { id, name }
}

/** A terminal without payouts says so to every question. */
export function noPayouts(): Payouts {
  const none = () =>
    Promise.resolve({
      outcome: 'declined' as const,
      code: 'no_payouts',
      text: 'Выплаты не настроены',
      final: false,
    })
  return { preparePayout: none, pay: none, lookAtPayout: none, payoutBanks: none }
}
