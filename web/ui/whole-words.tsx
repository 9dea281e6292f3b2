export type WholeWordsProps = { children: string }

const HYPHENATED = /([\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+)/u

/** A text whose hyphenated words («Санкт-Петербург») go to the next line whole; one longer than a line still breaks. */
export function WholeWords({ children }: WholeWordsProps) {
  const parts = children.split(HYPHENATED)
  if (parts.length === 1) return children
  // A capturing split puts the matches at the odd places.
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <span key={`${place} ${part}`} className="whole">
        {part}
      </span>
    ),
  )
}
