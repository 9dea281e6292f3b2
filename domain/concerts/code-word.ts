import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { counted, foldedText } from '../russian.ts'

/** The length of a code word, in code points; two words are one. */
export const CODE_WORD = { least: 5, most: 24 } as const

/** After so many wrong words of all guests together the artist is told, and the word opens nothing more. */
export const WRONG_WORDS = { told: 100, most: 300 } as const

/** The title of a closed evening for strangers. */
export const VEILED_TITLE = 'Закрытый вечер'

/** Returns the typed word of a closed evening, normalized; null: none. Refuses VALIDATION at `codeWord`. */
export function checkCodeWord(typed: string | null): string | null {
  const tooLong = `Кодовое слово: от ${CODE_WORD.least} до ${CODE_WORD.most} символов, не одни цифры`
  const rule = { field: 'codeWord', max: CODE_WORD.most, blank: null, tooLong } as const
  const word = checkLine(typed ?? '', rule)
  if (word === '') return null
  if (Array.from(word).length < CODE_WORD.least || /^[\p{N}\s]+$/u.test(word))
    throw new Refusal('VALIDATION', tooLong, 'codeWord')
  return word
}

function folded(word: string): string {
  const bare = foldedText(word).replaceAll(/[\s\p{P}]/gu, '')
  return bare === '' ? foldedText(word) : bare
}

/** Refuses VALIDATION at `word` for a wrong word; letter case, spaces, punctuation and «ё» make no difference. */
export function admitByWord(typed: string, codeWord: string): void {
  if (folded(typed) === folded(codeWord)) return
  throw new Refusal('VALIDATION', 'Это слово не подошло. Спросите его у хозяев вечера.', 'word')
}

/** Refuses VALIDATION at `word` once too many wrong ones were given. `wrong`: how many, this one included. */
export function admitTry(wrong: number): void {
  if (wrong <= WRONG_WORDS.most) return
  throw new Refusal(
    'VALIDATION',
    'Это слово слишком часто вводили неверно, и оно больше не действует. Попросите у хозяев вечера код для входа.',
    'word',
  )
}

/** The text for the artist whose word is guessed or mistyped; null where there is nothing to tell. */
export function wrongWordsText(wrong: number): string | null {
  if (wrong < WRONG_WORDS.told) return null
  const times = counted(Math.min(wrong, WRONG_WORDS.most), 'раз', 'раза', 'раз')
  return wrong < WRONG_WORDS.most
    ? `Слово ввели неверно ${times}. Если ошибаются гости, покажите им код для входа. Если нет, слово угадывают: задайте другое.`
    : `Слово ввели неверно ${times}, и оно больше не действует. Гости входят по коду, или задайте другое слово.`
}

/** Throws TOO_MANY with the time to wait for a spent limit; rethrows any other failure unchanged. */
export function tooManyWords(failure: unknown): never {
  if (!(failure instanceof Refusal) || failure.code !== 'TOO_MANY') throw failure
  const { retryAfterSeconds = 60 } = failure
  const wait = counted(Math.ceil(retryAfterSeconds / 60), 'минуту', 'минуты', 'минут')
  throw new Refusal('TOO_MANY', `Слишком много попыток. Попробуйте через ${wait}.`, undefined, {
    retryAfterSeconds,
  })
}

/**
 * Refuses SESSION_NOT_OPEN to a request without the pass of a closed evening. `pass`: issued for the right word; null
 * where the evening is open to everybody.
 */
export function admitGuest(pass: string | null, given: string | undefined): void {
  if (pass === null || pass === given) return
  throw new Refusal('SESSION_NOT_OPEN', 'Вечер закрытый: сначала введите кодовое слово')
}
