import type { EveningRules } from './evening-rules.ts'
import { checkLine, checkTogether } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import type { Singing } from './singing.ts'

/** The name of a listener and his dedication, in code points. */
export const ORDER_NAME_MAX = 40
export const ORDER_WORDS_MAX = 140

/** What a listener leaves with an order; either text may be empty. `sings`: he sings it himself, and has a name. */
export type OrderWords = {
  readonly name: string
  readonly words: string
  readonly sings?: Singing
}

type TypedWords = { readonly [Part in keyof OrderWords]?: OrderWords[Part] | undefined }

// Stacked combining marks cover the lines above and below; living scripts put at most three on a letter.
const PILED_MARKS = /(\p{M}{3})\p{M}+/gu

/** As `checkLine`, for what somebody else than the artist writes on his pad. */
export const checkWords: typeof checkLine = (text, rule) =>
  checkLine(text.replace(PILED_MARKS, '$1'), rule)

/**
 * Returns the typed texts of an order, normalized; what the concert does not ask for is dropped. Null where nothing is
 * left. A singer is called to the stage by his name: it is asked of him in any case. Refuses VALIDATION at `name`,
 * `words` and `singsWith`.
 */
export function checkOrderWords(
  typed: TypedWords,
  { words: asked, singing }: Pick<EveningRules, 'words' | 'singing'>,
): OrderWords | null {
  const { name = '', words = '' } = typed
  const sings = singing ? typed.sings : undefined
  if (sings === undefined && (asked === 'off' || (name === '' && words === ''))) return null
  const checked = checkTogether({
    name: () =>
      checkWords(name, {
        field: 'name',
        max: ORDER_NAME_MAX,
        blank: sings === undefined ? null : 'Напишите имя: по нему вас позовут на сцену',
        tooLong: `Имя — не длиннее ${ORDER_NAME_MAX} символов`,
      }),
    words: () =>
      checkWords(asked !== 'name_and_words' ? '' : words, {
        field: 'words',
        max: ORDER_WORDS_MAX,
        blank: null,
        tooLong: `Слова — не длиннее ${ORDER_WORDS_MAX} символов`,
      }),
    other: () =>
      checkWords(sings?.with ?? '', {
        field: 'singsWith',
        max: ORDER_NAME_MAX,
        blank: null,
        tooLong: `Имя — не длиннее ${ORDER_NAME_MAX} символов`,
      }),
  })
  const { other, ...texts } = checked
  if (sings !== undefined) return { ...texts, sings: { with: other, keyShift: sings.keyShift } }
  return texts.name === '' && texts.words === '' ? null : texts
}

/** The maximum length of a tip's text, in code points. */
export const TIP_WORDS_MAX = 200

/** Returns the typed text of a tip, normalized. Refuses VALIDATION at `message`. */
export function checkTipWords(typed: string): string {
  return checkWords(typed, {
    field: 'message',
    max: TIP_WORDS_MAX,
    blank: null,
    tooLong: `Сообщение — не длиннее ${TIP_WORDS_MAX} символов`,
  })
}

/** What the giver of a tip lets the hall read. */
export type TipShown = { readonly name: string; readonly withSum: boolean }

/** Returns the name that the hall may read, normalized. Refuses VALIDATION at `name`. */
export function checkTipName(typed: string): string {
  return checkWords(typed, {
    field: 'name',
    max: ORDER_NAME_MAX,
    blank: 'Напишите имя или снимите галочку',
    tooLong: `Имя — не длиннее ${ORDER_NAME_MAX} символов`,
  })
}

/** Refuses SONG_NOT_ACCEPTED for a muted person, without giving the reason. */
export function admitPerson(muted: boolean): void {
  if (muted) throw new Refusal('SONG_NOT_ACCEPTED', 'Заказ сейчас не принят.')
}

/** Days for which the texts that people wrote to each other are stored: after the concert of an order, after a tip, after a return. */
export const WORDS_KEPT_DAYS = 30

/** Days for which the device of an order is known: after its concert, or after a payment's end. */
export const DEVICES_KEPT_DAYS = 90
