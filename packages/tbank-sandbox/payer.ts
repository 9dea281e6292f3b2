import { consumeFault } from './fault.ts'
import { midnightAfter } from './moscow.ts'
import type { BankSession } from './state.ts'
import {
  codeAsked,
  declined,
  formShown,
  isOpen,
  isPaid,
  paid,
  REFUSED_BY_PAYER,
  wrongCode,
} from './payment-lifecycle.ts'
import type { SandboxPayment } from './documents.ts'
import type { Decided, PaymentName, SandboxPayments } from './payments.ts'

/** A hold lasts this many days, including the day of the payment. */
const HOLD_DAYS = 7
/** The payer's form. `card` is for `method=card`, `code` for a card that asks for one. */
export type PayForm = {
  readonly method?: 'card' | 'sbp'
  readonly card?: string
  readonly code?: string
  readonly action: 'pay' | 'decline' | 'close'
}

/** Where the payer goes next: redirected to an address, on the bank's page, or on it with an error about the form. */
export type PayAnswer =
  | { readonly at: 'shop'; readonly url: string }
  | { readonly at: 'bank' }
  | { readonly at: 'form'; readonly error: string }

/** Kopecks: the minimum of SBP. */
const SBP_MIN = 1000
const TWO_HOURS_MS = 2 * 3_600_000
const NO_MONEY = '1051'

/** The payer's actions on the bank's page. */
export function makePayer({ payments }: { payments: SandboxPayments }) {
  function payWith(
    session: BankSession,
    payment: SandboxPayment,
    by: { source: 'cards' | 'qrsbp'; pan: string },
  ): Decided {
    const { now } = session
    const short = consumeFault(session, 'hold_2h', { reference: payment.orderId }) !== null
    const until = short ? now + TWO_HOURS_MS : midnightAfter(now, HOLD_DAYS)
    return { step: paid(payment, by, until) }
  }

  function codeTyped(payment: SandboxPayment, code: string, error: FormError): Decided | null {
    if (code.trim() === CARD_CODE) return null
    error.text = 'Код не подошёл. Введите 1234.'
    return { step: wrongCode(payment, CODE_TRIES) }
  }

  function decide(
    session: BankSession,
    payment: SandboxPayment,
    { form, error }: { form: PayForm; error: FormError },
  ): Decided {
    if (!isOpen(payment) || form.action === 'close') return {}
    if (form.action === 'decline') return { step: declined(REFUSED_BY_PAYER) }
    if (payment.status === '3DS_CHECKING' && form.code !== undefined) {
      const wrong = codeTyped(payment, form.code, error)
      return wrong ?? payWith(session, payment, { source: 'cards', pan: payment.pan })
    }
    if (form.method === 'sbp') {
      if (payment.amount >= SBP_MIN) return payWith(session, payment, { source: 'qrsbp', pan: '' })
      error.text = 'По СБП можно заплатить от 10 ₽. Выберите карту.'
      return {}
    }
    const card = testCard(form.card ?? DEFAULT_CARD)
    if (card !== null) return byCard(session, payment, card)
    error.text = 'Здесь годятся только карты из списка. Настоящую карту не вводите.'
    return {}
  }

  function byCard(session: BankSession, payment: SandboxPayment, card: TestCard): Decided {
    const by = { source: 'cards', pan: masked(card) } as const
    if (card.outcome === 'poor') return { step: declined(NO_MONEY, by) }
    return card.outcome === 'code' ? { step: codeAsked(by.pan) } : payWith(session, payment, by)
  }

  return {
    /** Processes the form. Null if there is no such payment. */
    pay(session: BankSession, name: PaymentName, form: PayForm): PayAnswer | null {
      const error: FormError = { text: '' }
      const verdict = payments.update(session, name, (payment) =>
        decide(session, payment, { form, error }),
      )
      if (verdict === null) return null
      const { payment } = verdict
      if (payment.status === 'REJECTED' || payment.status === 'AUTH_FAIL')
        return { at: 'shop', url: payment.failUrl }
      if (error.text !== '') return { at: 'form', error: error.text }
      if (isPaid(payment)) return { at: 'shop', url: payment.successUrl }
      if (form.action === 'close') return { at: 'shop', url: payment.failUrl }
      return { at: 'bank' }
    },

    /** The payment whose page is opened; the first opening changes its status. */
    show(session: BankSession, link: string): SandboxPayment | null {
      const verdict = payments.update(session, { link }, ({ status }) =>
        status === 'NEW' ? { step: formShown() } : {},
      )
      return verdict?.payment ?? null
    },
  }
}

type FormError = { text: string }

export type TestCard = {
  readonly number: string
  readonly system: 'МИР' | 'VISA' | 'Mastercard'
  /** `pays`: at once; `code`: after its code; `poor`: always declined for lack of money. */
  readonly outcome: 'pays' | 'code' | 'poor'
}

/** The one that is prefilled in the form. */
export const DEFAULT_CARD = '2200 1234 5678 9019'
export const CODE_CARD = '2201 1234 5678 9000'
export const POOR_CARD = '2200 0000 0000 0517'

/** The only cards that this bank accepts; they are not real. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: DEFAULT_CARD, system: 'МИР', outcome: 'pays' },
  { number: '4111 1111 1111 1111', system: 'VISA', outcome: 'pays' },
  { number: '5555 5555 5555 4444', system: 'Mastercard', outcome: 'pays' },
  { number: CODE_CARD, system: 'МИР', outcome: 'code' },
  { number: POOR_CARD, system: 'МИР', outcome: 'poor' },
]

/** The code that the bank would send to the owner of a card. */
export const CARD_CODE = '1234'
/** The payment fails after this many wrong codes. */
const CODE_TRIES = 3

/** A card of the list by its digits, with any spacing; null for any other number. */
function testCard(number: string): TestCard | null {
  const digits = number.replaceAll(/\D/g, '')
  return TEST_CARDS.find((card) => card.number.replaceAll(' ', '') === digits) ?? null
}

/** «220012******9019». */
function masked({ number }: TestCard): string {
  const digits = number.replaceAll(' ', '')
  return `${digits.slice(0, 6)}******${digits.slice(-4)}`
}
