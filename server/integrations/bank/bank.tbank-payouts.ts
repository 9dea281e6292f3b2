import { createPrivateKey } from 'node:crypto'
import { kopecks } from '#domain/money.ts'
import type { PayoutLook } from '#domain/payments/payout.ts'
import { isRecord } from '#domain/record.ts'
import type { Bank, BankOutcome, NamedPayout, PayoutBank } from './bank.ts'
import { post } from './bank.tbank-call.ts'
import type { BankConnection } from './bank.tbank-call.ts'
import { REFUSED_BY_RECIPIENT, answerOf, isUnclear } from './bank.tbank-codes.ts'
import { amountOf, ok, unknown, stringOf, signatureFields } from './tbank-dialect.ts'
import type { BankFields, Signs } from './tbank-dialect.ts'
import { payoutStateOf } from './bank.tbank-states.ts'

export type PayoutKeys = {
  readonly terminalKey: string
  /** Of the payout terminal: its notices are signed with it. Null: they are refused. */
  readonly password: string | null
  /** The private RSA key of the certificate that the bank has. */
  readonly privateKeyPem: string
  /** The serial number of that certificate, in decimal. */
  readonly serial: string
  readonly signs: Signs
}

type Payouts = Pick<Bank, 'preparePayout' | 'pay' | 'lookAtPayout' | 'payoutBanks'>

/** Payouts over SBP to a phone («Массовые выплаты», the v2 methods). Throws at once where the key is invalid. */
export function tbankPayouts(connection: BankConnection, keys: PayoutKeys): Payouts {
  createPrivateKey(keys.privateKeyPem)

  function put(path: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const fields = { TerminalKey: keys.terminalKey, ...question }
    const signature = signatureFields(fields, keys.privateKeyPem, keys.signs)
    const signed = { ...fields, ...signature, X509SerialNumber: keys.serial }
    return post(connection, `/a2c/sbp/${path}`, signed)
  }

  async function ask(path: string, question: BankFields): Promise<BankOutcome<BankFields>> {
    const answer = await put(path, question)
    if (answer.outcome !== 'ok') return answer
    const looked = answerOf(answer.value, connection.now())
    // An invalid request is our fault: a person fixes it, and the payout's number stays usable.
    const ours = looked.outcome === 'declined' && !REFUSED_BY_RECIPIENT.has(looked.code)
    return ours ? { ...looked, final: false } : looked
  }

  return {
    async preparePayout({ reference, amount, phone, bankId, purpose }) {
      const answer = await ask('v2/Init', {
        OrderId: reference,
        PhoneNumber: phone,
        // Documented as a number; twelve digits are exact.
        SbpMemberId: Number(bankId),
        Amount: amount,
        DATA: { PaymentPurposeDetails: purpose },
      })
      if (answer.outcome !== 'ok') return answer
      const bankPayoutId = stringOf(answer.value['PaymentId'])
      if (bankPayoutId === null) return unknown('the answer has no PaymentId')
      const look = payoutLookOf(answer.value, { bankPayoutId, amount })
      if (look.outcome !== 'ok') return look
      return ok({ ...look.value, recipient: stringOf(answer.value['RecipientShortName']) })
    },

    async pay(payout) {
      const answer = await ask('v2/Payment', { PaymentId: payout.bankPayoutId })
      return answer.outcome === 'ok' ? payoutLookOf(answer.value, payout) : answer
    },

    async lookAtPayout(payout) {
      const answer = await put('GetState', { PaymentId: payout.bankPayoutId })
      if (answer.outcome !== 'ok') return answer
      // A rejected payout may be reported with Success false and the code of its rejection.
      const looked = payoutLookOf(answer.value, payout)
      if (looked.outcome === 'ok' && !isUnclear(answer.value)) return looked
      const refused = answerOf(answer.value, connection.now())
      return refused.outcome === 'ok' ? looked : refused
    },

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
  { bankPayoutId, amount: ours }: NamedPayout,
): BankOutcome<PayoutLook> {
  const bankStatus = stringOf(answer['Status'])
  if (stringOf(answer['PaymentId']) !== bankPayoutId)
    return unknown('the answer is not about this payout')
  if (bankStatus === null) return unknown('the answer has no state')
  // The bank may omit the sum; an unreadable one is not taken for ours.
  const amount = answer['Amount'] === undefined ? ours : amountOf(answer['Amount'])
  if (amount === null) return unknown('the answer has no readable sum')
  const fee = amountOf(answer['Fee']) ?? kopecks(0)
  return ok({ bankPayoutId, state: payoutStateOf(bankStatus, reasonOf(answer)), amount, fee })
}

/** The reason of a payout's state: `StatusCode` where the bank sends it, else the code of the answer. */
function reasonOf(answer: BankFields): string | null {
  const codes = [answer['StatusCode'], answer['ErrorCode']].map(stringOf)
  return codes.find((code) => code !== null && !NO_REASON.has(code)) ?? null
}

const NO_REASON = new Set(['0', 'None'])

function bankOf(member: unknown): PayoutBank | null {
  if (!isRecord(member)) return null
  const id = stringOf(member['MemberId'])
  const name = stringOf(member['MemberNameRus']) ?? stringOf(member['MemberName'])
  return id === null || name === null ? null : { id, name }
}

/** A terminal without payouts declines every request. */
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
