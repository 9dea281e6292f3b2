import { renderSVG } from 'uqr'
import type { BankCall } from './calls.ts'
import type { DialectFields } from './dialect.ts'
import { QR } from './pay-page.ts'
import { pageOf } from './payment-calls.ts'
import { SBP_BANKS } from './sbp-banks.ts'
import { declined, isOpen, paid, REFUSED_BY_PAYER } from './payment-lifecycle.ts'
import type { Decided, SandboxPayments } from './payments.ts'
import type { SandboxPayment } from './documents.ts'
import type { BankSession } from './state.ts'
import { neededText, text, BankRefusal, REFUSALS } from './dialect.ts'

/** The calls of SBP, by the last path segment. */
export function sbpCalls(deps: {
  payments: SandboxPayments
  url: string
}): Readonly<Record<string, BankCall>> {
  const { payments } = deps

  function known(fields: DialectFields, session: BankSession): SandboxPayment {
    const id = neededText(fields, 'PaymentId', 20)
    const payment = payments.look(session, { id })
    if (payment === null) throw new BankRefusal(REFUSALS.noPayment)
    return payment
  }

  function getQr(fields: DialectFields, session: BankSession): DialectFields {
    const payment = known(fields, session)
    if (!isOpen(payment)) throw new BankRefusal(REFUSALS.wrongStatus(payment.status))
    const code = qrPayload(payment, deps.url)
    const asked = text(fields, 'DataType', 10) || 'PAYLOAD'
    return {
      ...named(payment),
      PaymentId: Number(payment.id),
      Data: asked === 'IMAGE' ? renderSVG(code, QR) : code,
    }
  }

  function getQrState(fields: DialectFields, session: BankSession): DialectFields {
    const payment = known(fields, session)
    return { ...named(payment), Status: payment.status, Amount: payment.amount }
  }

  function sbpPayTest(fields: DialectFields, session: BankSession): DialectFields {
    const id = neededText(fields, 'PaymentId', 20)
    const verdict = payments.update(session, { id }, (payment): Decided => {
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
      return { step: paid(payment, { source: 'qrsbp', pan: '' }, session.now) }
    })
    if (verdict === null) throw new BankRefusal(REFUSALS.noPayment)
    if (verdict.refused !== null) throw new BankRefusal(verdict.refused)
    return { Success: true, ErrorCode: '0', Message: 'OK', Details: '0' }
  }

  function bankList(): DialectFields {
    const banks = Object.entries(SBP_BANKS).map(([id, name], place) => ({
      BankId: `00000000-0000-4000-8000-${id}`,
      NspkBankId: id,
      BankName: name,
      BankLogo: `${deps.url}/logo/bank${id}.png`,
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
export function qrPayload(payment: SandboxPayment, url: string): string {
  return `${pageOf(payment, url)}?method=sbp`
}
