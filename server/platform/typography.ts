import Typograf from 'typograf'

// The few rules that change the look of a text and never its meaning.
const typograf = new Typograf({
  locale: ['ru', 'en-US'],
  disableRule: '*',
  enableRule: [
    'common/punctuation/quote',
    'common/punctuation/hellip',
    'ru/dash/main',
    'common/nbsp/afterShortWord',
    'common/nbsp/afterNumber',
    'ru/nbsp/initials',
    'ru/nbsp/rubleKopek',
    'ru/nbsp/abbr',
    'ru/nbsp/afterNumberSign',
    'ru/nbsp/year',
    'ru/nbsp/years',
    'ru/nbsp/dayMonth',
    'ru/nbsp/beforeParticle',
  ],
})
typograf.setSetting('common/nbsp/afterShortWord', 'lengthShortWord', 1)

const ADDRESS = /\/\/|@|www\.|\w\.\w/iu
const IN_BRACKETS = /\]\([^)]*\)/gu

/** Links, e-mail addresses and nicknames, and the targets of links in brackets: their spelling must not change. */
function asTyped(text: string): string {
  // Word by word: one expression for a whole address backtracks over a text without blanks from each of its letters.
  const addresses = text.split(/\s/u).filter((word) => ADDRESS.test(word))
  return [...addresses, ...(text.match(IN_BRACKETS) ?? [])].join(' ')
}

const lettersOf = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
const countOf = (text: string, sign: string) => text.split(sign).length

function set(text: string): string {
  return typograf.execute(text).replaceAll(/(\d) (?=₽)/gu, '$1\u00a0')
}

/** Whether nothing was lost, and every opened quotation is closed. */
function sameWords(before: string, after: string): boolean {
  return (
    lettersOf(before) === lettersOf(after) &&
    asTyped(before) === asTyped(after) &&
    countOf(after, '«') === countOf(after, '»') &&
    countOf(before, '\n') === countOf(after, '\n')
  )
}

/**
 * Typesets a Russian text: «ёлочки», a dash for a hyphen between words, and short words kept on the line of what they
 * belong to. A text in which that would change more than the look is returned unchanged; a second run changes nothing.
 */
export function typeset(text: string): string {
  const made = set(text)
  return sameWords(text, made) && set(made) === made ? made : text
}
