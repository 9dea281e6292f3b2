import { addressLine } from '#domain/russian.ts'
import { Section } from '#web/ui/section.tsx'
import type { ConcertView } from './concert-view.ts'

export type WhereSectionProps = {
  location: ConcertView['session']['location']
  className?: string
}

/** How to find the door, without the address that stands above it already. */
function hintOf({ city, street, houseNumber, description }: WhereSectionProps['location']): string {
  const known = addressLine({ country: '', city, street, houseNumber })
  const words = description.trim()
  return words.startsWith(known) ? words.slice(known.length).replace(/^[\s,:;.—–-]+/u, '') : words
}

/** The venue and its address. */
export function WhereSection({ location, className }: WhereSectionProps) {
  const lines = [addressLine(location), hintOf(location)].filter((line) => line !== '')
  return (
    <Section title="Где" className={className}>
      <div>
        <p className="t-l">{location.name}</p>
        {lines.map((line) => (
          <p key={line} className="muted t-s">
            {line}
          </p>
        ))}
      </div>
    </Section>
  )
}
