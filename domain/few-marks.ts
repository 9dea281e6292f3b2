/** A text of fewer characters is composed at once, whatever stands in it. */
const SHORT = 300
/** More than any language puts on a letter; Unicode's stream-safe form (UAX 15) has the same bound. */
const TOO_MANY_MARKS = /(\p{M}{30})\p{M}+/gu

/**
 * Takes a text of any length and leaves at most 30 marks on a letter of a long one. Composing sorts
 * the marks of a letter in quadratic time: a hundred thousand on one would stop everybody for seconds.
 */
export function withFewMarks(text: string): string {
  return text.length < SHORT ? text : text.replace(TOO_MANY_MARKS, '$1')
}
