import type { PayoutNumber } from '#contract/payout.ts'
import type { Kopecks } from '#domain/money.ts'
import {
  CHECK_RUBLES,
  COMMISSION_BPS,
  commissionOf,
  formatRubles,
  kopecks,
  rublesToKopecks,
} from '#domain/money.ts'
import { FROZEN_TEXT } from '#domain/payments/payout.ts'
import { NO_STATUS_TEXTS } from '#domain/payments/tax-status.ts'
import { counted, dayAndClock } from '#domain/russian.ts'
import type { Viewer } from '#web/lib/format.ts'

/** `paid`: its check is, and nothing came yet; `unsaved`: the fields hold another number than the saved one; `changed`: it is saved since, and its state is not known yet. */
type NumberState = PayoutNumber['state'] | 'paid' | 'unsaved' | 'changed'

/** The state of the number in the fields; null when the saved one could not be loaded. */
export function stateShown(
  saved: PayoutNumber | null,
  typed: { phoneNumber: string; sbpNumberId: string },
  isSaved: boolean,
): NumberState | null {
  if (saved === null) return null
  const same =
    (saved.phoneNumber ?? '') === typed.phoneNumber &&
    (saved.sbpNumberId ?? '') === typed.sbpNumberId
  if (same) return saved.paid ? 'paid' : saved.state
  return isSaved ? 'changed' : 'unsaved'
}

/** Kopecks: what a check charges, what the service keeps of it, and what is sent to the number. */
const CHARGED = rublesToKopecks(CHECK_RUBLES)
const COMMISSION = commissionOf(CHARGED, COMMISSION_BPS.check)
const SENT = kopecks(CHARGED - COMMISSION)
const inWords = (amount: Kopecks) => counted(amount / 100, 'рубль', 'рубля', 'рублей')

export const CHECK_TAKES = formatRubles(CHARGED)
/** «9 рублей» */
export const CHECK_SENDS = inWords(SENT)
/** Before the question whether the receiver is the artist. */
export const RECEIVER_ASKED = `Вернули ${formatRubles(SENT)} из ${CHECK_TAKES}. Банк назвал получателя:`
export const CHECK_WARNING = `Мы спишем ${CHECK_TAKES} и вернём ${formatRubles(SENT)} на этот номер. Комиссия за проверку — ${inWords(COMMISSION)}.`

type CheckMessage = { tone: 'plain' | 'busy' | 'good' | 'bad'; text: string }

const TEXTS: Record<NumberState, CheckMessage> = {
  unset: { tone: 'plain', text: 'Укажите телефон и банк: на них приходят выплаты.' },
  unsaved: {
    tone: 'plain',
    text: 'Номер не сохранён. Выплаты пойдут на него, когда вы его сохраните и проверите.',
  },
  changed: { tone: 'plain', text: 'Номер изменён. Выплаты пойдут на него после проверки.' },
  unchecked: {
    tone: 'plain',
    text: 'Номер ещё не проверен. До проверки деньги копятся на балансе.',
  },
  checking: {
    tone: 'busy',
    text: `Номер проверяется: после оплаты на него придут ${CHECK_SENDS}.`,
  },
  paid: { tone: 'busy', text: `Проверка оплачена: ${CHECK_SENDS} идут на номер.` },
  checked: { tone: 'good', text: 'Номер проверен, выплаты приходят на него.' },
  rejected: {
    tone: 'bad',
    text: `Банк не принял перевод на этот номер. Проверьте телефон и банк, ${CHECK_TAKES} вернутся.`,
  },
}

/** What payouts are stopped by at present, of the saved number or of the whole account. */
type Stops = Pick<PayoutNumber, 'heldUntil' | 'restUntil' | 'frozen' | 'noStatus'>

function stopText(
  { heldUntil, restUntil, frozen, noStatus }: Stops,
  { zone, now }: Viewer,
): string | null {
  const from = (moment: string) => `не раньше ${dayAndClock(new Date(moment), zone, now)}.`
  if (frozen === true) return FROZEN_TEXT
  if (noStatus === 'needed') return NO_STATUS_TEXTS.needed
  const ms = (moment = '') => Date.parse(moment) || 0
  if (restUntil !== undefined && ms(restUntil) > ms(heldUntil))
    return `Вход на вашу страницу недавно менялся: выплаты начнутся ${from(restUntil)}`
  if (heldUntil !== undefined)
    return `Номер указан недавно: выплаты на него начнутся ${from(heldUntil)}`
  return null
}

/** `asked`: the recipient's name from the bank, while the artist has not confirmed it. */
export function textsOf(
  state: NumberState,
  stops: Stops | null,
  { asked, ...viewer }: Viewer & { asked: string | null },
): CheckMessage {
  const texts = TEXTS[state]
  if (asked !== null && state === 'checked')
    return {
      tone: 'plain',
      text: `Номер проверен. Банк называет получателя «${asked}». Подтвердите, что это вы: до этого деньги копятся.`,
    }
  const hasNoHold = state === 'unset' || state === 'unsaved' || state === 'changed'
  const wait = stops === null || hasNoHold ? null : stopText(stops, viewer)
  if (wait === null) return texts
  return state === 'checked'
    ? { tone: 'plain', text: `Номер проверен. ${wait}` }
    : { ...texts, text: `${texts.text} ${wait}` }
}
