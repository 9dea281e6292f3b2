import { addressLine } from '#domain/russian.ts'
import { VenueMap } from '#web/parts/map/venue-map.tsx'
import { Anchor } from '#web/ui/anchor.tsx'
import { Section } from '#web/ui/section.tsx'
import type { ConcertView } from './concert-view.ts'
import css from './where-section.module.css'

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

/** A map with every street and way, elsewhere: asked for by a press alone. */
const streetsAt = (latitude: number, longitude: number) =>
  `https://yandex.ru/maps/?${new URLSearchParams({ pt: `${longitude},${latitude}`, z: '16', l: 'map' }).toString()}`

/** The venue and its address, and where the two lie on the map. */
export function WhereSection({ location, className }: WhereSectionProps) {
  const { name, latitude, longitude } = location
  const lines = [addressLine(location), hintOf(location)].filter((line) => line !== '')
  return (
    <Section title="Где" className={className}>
      <div>
        <p className="t-l">{name}</p>
        {lines.map((line) => (
          <p key={line} className="muted t-s">
            {line}
          </p>
        ))}
      </div>
      {latitude !== null && longitude !== null && (
        <>
          <VenueMap place={{ name, latitude, longitude }} className={css.map} />
          <Anchor
            href={streetsAt(latitude, longitude)}
            target="_blank"
            rel="noopener noreferrer"
            className={css.streets}
          >
            Открыть в картах
          </Anchor>
        </>
      )}
    </Section>
  )
}
