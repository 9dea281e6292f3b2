import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { counted, foldedText } from '../russian.ts'

/** The length of a code word, in code points. */
export const CODE_WORD = { least: 4, most: 8 } as const

/** The title of a closed evening for strangers. */
export const VEILED_TITLE = 'Закрытый вечер'

/** Returns the typed word of a closed evening, normalized; null: none. Refuses VALIDATION at `codeWord`. */
export function checkCodeWord(typed: string | null): string | null {
  const tooLong = `Кодовое слово: от ${CODE_WORD.least} до ${CODE_WORD.most} знаков`
  const rule = { field: 'codeWord', max: CODE_WORD.most, blank: null, tooLong } as const
  const word = checkLine(typed ?? '', rule)
  if (word === '') return null
  if (Array.from(word).length < CODE_WORD.least)
    throw new Refusal('VALIDATION', tooLong, 'codeWord')
  return word
}

const folded = (word: string) => foldedText(word.normalize('NFKC')).replaceAll(/\s/gu, '')

/** Refuses VALIDATION at `word` for a wrong word; letter case, spaces and «ё» make no difference. */
export function admitByWord(typed: string, codeWord: string): void {
  if (folded(typed) === folded(codeWord)) return
  throw new Refusal('VALIDATION', 'Это слово не подошло. Спросите его у хозяев вечера.', 'word')
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
