import type { ReactNode } from 'react'

type WholeWordsProps = { children: string }

const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

// The space before it is a part of the pattern: old Safari has no look-behind. Two in a row need a second look.
const SHORT = /(^|[\s«(])([а-яё]{1,2}) (?=\S)/giu
const bound = (text: string) => text.replace(SHORT, '$1$2\u00a0')

/** A text whose short words stay with what they belong to, and whose hyphenated words («Санкт-Петербург») go to the next line whole; one longer than a line still breaks. */
export function WholeWords({ children }: WholeWordsProps) {
  const parts: ReactNode[] = []
  const text = bound(bound(children))
  let at = 0
  for (const { index, 0: word } of text.matchAll(HYPHENATED)) {
    const whole = (
      <span key={index} className="whole">
        {word}
      </span>
    )
    parts.push(text.slice(at, index), whole)
    at = index + word.length
  }
  return [...parts, text.slice(at)]
}
