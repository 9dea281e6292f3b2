const LATIN = '`qwertyuiop[]asdfghjkl;\'zxcvbnm,.~{}:"<>'
const RUSSIAN = 'ёйцукенгшщзхъфывапролджэячсмитьбюёхъжэбю'

const LETTER = /\p{L}/u
const LATIN_LETTER = /[a-z]/u
const RUSSIAN_LETTER = /[а-яё]/u

/** What the same keys give on the other layout of the keyboard, unfolded; at most three. */
export function onOtherLayout(input: string): string[] {
  const typed = input.toLowerCase()
  const retyped: string[] = []
  if (LATIN_LETTER.test(typed) || !LETTER.test(typed)) retyped.push(struck(typed, LATIN, RUSSIAN))
  if (RUSSIAN_LETTER.test(typed)) retyped.push(struck(typed, RUSSIAN, LATIN))
  // Whoever typed both alphabets may have had the wrong layout all the time.
  if (retyped.length === 2) retyped.push(struck(typed, LATIN + RUSSIAN, RUSSIAN + LATIN))
  return retyped
}

function struck(text: string, from: string, to: string): string {
  return text.replaceAll(/./gsu, (sign) => to[from.indexOf(sign)] ?? sign)
}
