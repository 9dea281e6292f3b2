/** What must not stand in a log, wherever it comes from: whose it is can be found by the request's id alone. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  [/[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[e-mail]'],
  [/\bBearer\s+[\w.~+/=-]+/giu, 'Bearer [token]'],
  // The name and the password of an address, and whatever is asked with it.
  [/(:\/\/)[^\s/@"\\]+@/gu, '$1[…]@'],
  [/\?[\w.%-]+=[^\s"'\\)]*/gu, '?[…]'],
  [
    /(?<![\w-])(?:\+|(?=[78]))\d[\s(-]{0,2}\d{3}[\s)-]{0,2}\d{3}[\s-]?\d{2}[\s-]?\d{2}(?![\w-])/gu,
    '[phone]',
  ],
  [/(?<![\w-])\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?:\d{3})?(?![\w-])/gu, '[card]'],
  // Tokens and keys: longer than any word of ours, and no number of a request.
  [
    /(?<![\w/.-])(?=[\w-]*\d)(?=[\w-]*[A-Za-z])(?!(?:[\da-f]+-){4}[\da-f]{12}(?![\w-]))(?![\da-f]{32}(?![\w-]))[\w-]{32,}(?![\w/.-])/gu,
    '[token]',
  ],
]

/** Enough to see what went wrong; each expression above goes back over a text without blanks. */
const MOST = 4000

/** Whole words of the beginning, since half of a secret is hidden by no expression. */
function beginningOf(words: string): string {
  return `${words.slice(0, words.lastIndexOf(' ', MOST) + 1)}…`
}

/** The same words without addresses, telephones, cards and tokens; of a long text its beginning. */
export function plainWords(words: string): string {
  const shown = words.length > MOST ? beginningOf(words) : words
  return HIDDEN.reduce((text, [pattern, instead]) => text.replace(pattern, instead), shown)
}
