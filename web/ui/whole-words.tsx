import type { ReactNode } from 'react'

type WholeWordsProps = { children: string }

const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

/** A text whose hyphenated words («Санкт-Петербург») go to the next line whole; one longer than a line still breaks. */
export function WholeWords({ children }: WholeWordsProps) {
  const parts: ReactNode[] = []
  let at = 0
  for (const { index, 0: word } of children.matchAll(HYPHENATED)) {
    const whole = (
      <span key={index} className="whole">
        {word}
      </span>
    )
    parts.push(children.slice(at, index), whole)
    at = index + word.length
  }
  return [...parts, children.slice(at)]
}
