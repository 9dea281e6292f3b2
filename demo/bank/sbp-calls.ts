import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { qrSquare } from '#server/platform/qr-svg.ts'
import type { BankCall } from './calls.ts'
import type { Conditions } from './fault.ts'
import type { DialectFields } from './dialect.ts'
import { pageOf } from './payment-calls.ts'
import { declined, isOpen, paid, REFUSED_BY_PAYER } from './payment-lifecycle.ts'
import type { Decided, SandboxPayments } from './payments.ts'
import type { SandboxPayment } from './payments.store.ts'
import { neededText, text, BankRefusal, REFUSALS } from './dialect.ts'

/** The calls of SBP, by the last path segment. */
export function sbpCalls(deps: {
  payments: SandboxPayments
  publicUrl: string
}): Readonly<Record<string, BankCall>> {
  const { payments } = deps

  async function known(fields: DialectFields, conditions: Conditions): Promise<SandboxPayment> {
    const id = neededText(fields, 'PaymentId', 20)
    const payment = await payments.look({ id }, conditions)
    if (payment === null) throw new BankRefusal(REFUSALS.noPayment)
    return payment
  }

  async function getQr(fields: DialectFields, conditions: Conditions): Promise<DialectFields> {
    const payment = await known(fields, conditions)
    if (!isOpen(payment)) throw new BankRefusal(REFUSALS.wrongStatus(payment.status))
    const code = qrPayload(payment, deps.publicUrl)
    const asked = text(fields, 'DataType', 10) || 'PAYLOAD'
    return {
      ...named(payment),
      PaymentId: Number(payment.id),
      Data: asked === 'IMAGE' ? qrSquare(code).svg() : code,
    }
  }

  async function getQrState(fields: DialectFields, conditions: Conditions): Promise<DialectFields> {
    const payment = await known(fields, conditions)
    return { ...named(payment), Status: payment.status, Amount: payment.amount }
  }

  async function sbpPayTest(fields: DialectFields, conditions: Conditions): Promise<DialectFields> {
    const id = neededText(fields, 'PaymentId', 20)
    const verdict = await payments.updateLocked({ id }, conditions, (payment): Decided => {
      if (!isOpen(payment)) return { refused: REFUSALS.wrongStatus(payment.status) }
      if (fields['IsRejected'] === true) return { step: declined(REFUSED_BY_PAYER) }
      if (fields['IsDeadlineExpired'] === true)
        return {
          step: {
            change: { status: 'DEADLINE_EXPIRED', dueAt: null },
            moves: [],
            notifies: false,
          },
        }
      return { step: paid(payment, { source: 'qrsbp', pan: '' }, conditions.now) }
    })
    if (verdict === null) throw new BankRefusal(REFUSALS.noPayment)
    if (verdict.refused !== null) throw new BankRefusal(verdict.refused)
    return { Success: true, ErrorCode: '0', Message: 'OK', Details: '0' }
  }

  async function bankList(): Promise<DialectFields> {
    const banks = Object.entries(PAYOUT_BANKS).map(([id, name], place) => ({
      BankId: `00000000-0000-4000-8000-${id}`,
      NspkBankId: id,
      BankName: name,
      BankLogo: `${deps.publicUrl}/sandbox-bank/logo/bank${id}.png`,
      BankOrder: place + 1,
    }))
    return { Success: true, ErrorCode: '0', Message: 'OK', BankList: banks }
  }

  return {
    GetQr: { answer: getQr },
    GetQrState: { answer: getQrState },
    SbpPayTest: { answer: sbpPayTest },
    GetQrBankList: { answer: bankList },
  }
}

function named({ id, orderId }: SandboxPayment): DialectFields {
  return { Success: true, ErrorCode: '0', PaymentId: id, OrderId: orderId }
}

/** The text of the QR code: a phone that scans it opens the payer's page for SBP. */
export function qrPayload(payment: SandboxPayment, publicUrl: string): string {
  return `${pageOf(payment, publicUrl)}?method=sbp`
}
