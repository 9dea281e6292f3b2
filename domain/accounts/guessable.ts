import { NAMED_SO, TOO_WEAK } from './account.ts'

/** A shorter word may appear in a good password by chance. */
const SHORTEST_OWN = 4
/** With more digits and signs around it than a date or a year and a sign have, a common word counts as a secret. */
const MOST_AROUND = 6
/** With this many letters besides known words a password counts as a secret. */
const LETTERS_OF_ONES_OWN = 3

/** Words for this service and its people, as a person would type them. Lower case. */
const WORDS_OF_THE_SITE: readonly string[] =
  `admin administrator artist artists bis bisbis concert guitar gitara группа hello концерт kontsert
  login music muzyka musician muzykant музыка музыкант parol password пароль pesnya песня pianino
  privet привет qwerty singer song songs vokal гитара бис`.split(/\s+/u)

/** Whether a lower-case text, with some letters in upper case, is a password that could pass the other rules. */
export function couldBeTaken(password: string): boolean {
  const letters = password.match(/[a-z]/gu)?.length ?? 0
  return password.length >= 8 && letters >= 2 && /\d/u.test(password) && !/\s/u.test(password)
}

/** Returns the words by which strangers know an account, as its password may contain them. */
export function wordsOfAccount(account: {
  readonly username?: string
  readonly email?: string
  readonly name?: string
}): string[] {
  const [mailbox = ''] = (account.email ?? '').split('@')
  const texts = [account.username ?? '', mailbox, account.name ?? '']
  const words = texts.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return words.map(lettersOf).filter((word) => word.length >= SHORTEST_OWN)
}

type KnownWords = { readonly common: CommonPasswords; readonly own: readonly string[] }

/** Why a password is soon guessed, in words; null where it is not. */
export function guessedBy(password: string, known: KnownWords): string | null {
  if (!isGuessable(password, known)) return null
  return isGuessable(password, { ...known, own: [] }) ? TOO_WEAK : NAMED_SO
}

/** Passwords that many people have, and words that many have a password of, in lower case. */
export type CommonPasswords = { has(word: string): boolean }

/**
 * Whether a password is soon guessed: it is one of `common`, as it is or with some digits and signs around it, or
 * nothing but words of the site and of the account with digits and signs around them.
 */
export function isGuessable(password: string, known: KnownWords): boolean {
  if (isCommon(password.toLowerCase(), known.common)) return true
  const letters = lettersOf(password)
  const words = [...WORDS_OF_THE_SITE, ...known.own].toSorted((a, b) => b.length - a.length)
  const left = words.reduce((rest, word) => rest.replaceAll(word, ''), letters)
  return left.length < letters.length && left.length < LETTERS_OF_ONES_OWN
}

/** `password`: in lower case. */
function isCommon(password: string, common: CommonPasswords): boolean {
  if (common.has(password)) return true
  const bare = password.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const word = bare.replaceAll(/^\P{L}+|\P{L}+$/gu, '')
  return [bare, word].some(
    (inside) =>
      inside.length >= SHORTEST_OWN &&
      password.length - inside.length <= MOST_AROUND &&
      common.has(inside),
  )
}

/** Returns only the letters of a text, in lower case; digits and signs that stand for letters are read as those. */
function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('@', 'a')
    .replaceAll('$', 's')
    .replaceAll(/(\p{L})0(?=\p{L})/gu, '$1o')
    .replaceAll(/(\p{L})1(?=\p{L})/gu, '$1i')
    .replaceAll(/[^\p{L}]/gu, '')
}
