import type { DeedReason } from './accounts/operators.ts'
import { checkEmail, checkLine, checkTogether } from './fields.ts'
import { Refusal, refuseFields } from './refusal.ts'

/** What may be wrong, as the sheet names it. */
export const COMPLAINT_REASONS = {
  obscene: 'Непристойное',
  identity: 'Чужое имя или фото',
  money: 'Обман с деньгами',
  advert: 'Реклама',
  other: 'Другое',
} as const

export type ComplaintReason = keyof typeof COMPLAINT_REASONS

/** Why an operator hides what is complained of. */
export const HIDING_REASON: Readonly<Record<ComplaintReason, DeedReason>> = {
  obscene: 'obscene',
  identity: 'identity',
  money: 'fraud',
  advert: 'other',
  other: 'other',
}

/** What a complaint is about: the page of an artist, one of his photos, a concert, or a listener's text in its queue. */
export type ComplaintKind = 'page' | 'photo' | 'concert' | 'text'

/** The maximum length of a complaint's words, in characters. */
export const COMPLAINT_MOST = 300
/** Complaints of one device a day. */
export const COMPLAINTS_A_DAY = 3
/** With more of them open than anybody reads, no more are taken. */
export const COMPLAINTS_OPEN_MOST = 5000
/** Days after its end for which a complaint is kept; one that nobody answers is kept as long from its writing on. */
export const COMPLAINT_KEPT_DAYS = 365
/** Days for which it is known from which device a complaint came. */
export const COMPLAINT_DEVICE_DAYS = 90

type ComplaintTexts = { readonly words: string; readonly email: string }

/** Returns the typed texts, normalized; either may be empty, but for what no reason names words are needed. Refuses VALIDATION at `words`, `email`. */
export function checkComplaint(typed: ComplaintTexts, reason: ComplaintReason): ComplaintTexts {
  const checked = checkTogether({
    words: () =>
      checkLine(typed.words, {
        field: 'words',
        max: COMPLAINT_MOST,
        blank: null,
        tooLong: `Не длиннее ${COMPLAINT_MOST} символов`,
      }),
    email: () => (typed.email.trim() === '' ? '' : checkEmail(typed.email)),
  })
  if (reason === 'other' && checked.words === '')
    throw refuseFields({ words: 'Напишите, что случилось' })
  return checked
}

/** Refuses TOO_MANY: for the fourth complaint of a device in a day, and where too many wait. */
export function admitComplaint(ofDeviceToday: number, open: number): void {
  if (ofDeviceToday >= COMPLAINTS_A_DAY || open >= COMPLAINTS_OPEN_MOST)
    throw new Refusal('TOO_MANY', 'Сегодня вы жаловались трижды. Напишите в поддержку')
}
