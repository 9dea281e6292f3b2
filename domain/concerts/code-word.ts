import { checkLine } from '../fields.ts'
import { Refusal } from '../refusal.ts'
import { counted } from '../russian.ts'

/** Signs of a code word, in code points. */
export const CODE_WORD = { least: 4, most: 8 } as const

/** The title that strangers see of such an evening. */
export const VEILED_TITLE = 'Закрытый вечер'

/** Takes the word of a closed evening as its artist typed it and gives it tidied; null: none. Refuses VALIDATION at `codeWord`. */
export function checkCodeWord(typed: string | null): string | null {
  const tooLong = `Кодовое слово: от ${CODE_WORD.least} до ${CODE_WORD.most} знаков`
  const rule = { field: 'codeWord', max: CODE_WORD.most, blank: null, tooLong } as const
  const word = checkLine(typed ?? '', rule)
  if (word === '') return null
  if (Array.from(word).length < CODE_WORD.least)
    throw new Refusal('VALIDATION', tooLong, 'codeWord')
  return word
}

const folded = (word: string) =>
  word.normalize('NFKC').toLowerCase().replaceAll('ё', 'е').replaceAll(/\s/gu, '')

/** Letter case, spaces and «ё» make no difference. Refuses VALIDATION at `word`. */
export function admitByWord(typed: string, codeWord: string): void {
  if (folded(typed) === folded(codeWord)) return
  throw new Refusal('VALIDATION', 'Это слово не подошло. Спросите его у хозяев вечера.', 'word')
}

/** Says of a spent limit how long no word is tried; throws any other failure as it is. */
export function tooManyWords(failure: unknown): never {
  if (!(failure instanceof Refusal) || failure.code !== 'TOO_MANY') throw failure
  const { retryAfterSeconds = 60 } = failure
  const wait = counted(Math.ceil(retryAfterSeconds / 60), 'минуту', 'минуты', 'минут')
  throw new Refusal('TOO_MANY', `Слишком много попыток. Попробуйте через ${wait}.`, undefined, {
    retryAfterSeconds,
  })
}

/** Refuses SESSION_NOT_OPEN for whoever is outside of a closed evening. `pass`: what the right word is answered with; null where everybody may come. */
export function admitGuest(pass: string | null, given: string | undefined): void {
  if (pass === null || pass === given) return
  throw new Refusal('SESSION_NOT_OPEN', 'Вечер закрытый: сначала введите кодовое слово')
}
