import { addressLine } from '#domain/russian.ts'
import { isApplePhone } from '#web/lib/device/apple-phone.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { VenueMap } from '#web/parts/map/venue-map.tsx'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { MapPin } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import type { ConcertView } from './concert-view.ts'
import css from './where-section.module.css'

/** How to find the entrance, without the address that is already shown above. */
function hintOf({
  city,
  street,
  houseNumber,
  description,
}: ConcertView['session']['location']): string {
  const known = addressLine({ country: '', city, street, houseNumber })
  const text = description.trim()
  return text.startsWith(known) ? text.slice(known.length).replace(/^[\s,:;.—–-]+/u, '') : text
}

const ON_PHONE = 'Карты на телефоне'

/** The phone's own map: `geo:` (RFC 5870), which Safari does not open. */
const phoneMapAt = (point: string, name: string, apple: boolean) =>
  apple
    ? `https://maps.apple.com/?${new URLSearchParams({ ll: point, q: name || point }).toString()}`
    : `geo:${point}?q=${point}`

/** External maps with every street, opened by a press only. */
const mapsAt = ({ latitude, longitude, name }: MapPoint & { name: string }, apple: boolean) => [
  {
    name: 'Яндекс Карты',
    href: `https://yandex.ru/maps/?${new URLSearchParams({ pt: `${longitude},${latitude}`, z: '16', l: 'map' }).toString()}`,
  },
  {
    name: '2ГИС',
    href: `https://2gis.ru/geo/${longitude},${latitude}?m=${longitude},${latitude}/16`,
  },
  { name: ON_PHONE, href: phoneMapAt(`${latitude},${longitude}`, name, apple) },
]

type WhereSectionProps = {
  session: ConcertView['session']
  className?: string
}

/** The street, the venue, the address, and ways to maps with streets. A map of our own is drawn only where it has streets. */
export function WhereSection({ session: { location, locked }, className }: WhereSectionProps) {
  const { tiles } = useSiteFacts()
  const apple = useHydrated() && isApplePhone(navigator)
  const { name, street, houseNumber, latitude, longitude } = location
  if (locked)
    return (
      <Section title="Где" className={className}>
        <p>Вечер закрытый: место видит тот, кто ввёл кодовое слово.</p>
      </Section>
    )
  const large = addressLine({ country: '', city: '', street, houseNumber })
  const lines = [addressLine(location), hintOf(location)].filter((line) => line !== '')
  const point = latitude === null || longitude === null ? null : { name, latitude, longitude }
  return (
    <Section title="Где" className={className}>
      <div className={css.where}>
        {large !== '' && (
          <p className="d-xs">
            <WholeWords>{large}</WholeWords>
          </p>
        )}
        <div>
          <p>
            <WholeWords>{name}</WholeWords>
          </p>
          {lines.map((line) => (
            <p key={line} className="muted">
              <WholeWords>{line}</WholeWords>
            </p>
          ))}
        </div>
        {point && (
          <details className={css.maps}>
            <summary>
              <MapPin />
              Открыть в картах
            </summary>
            <ul>
              {mapsAt(point, apple).map(({ name: app, href }) => (
                <li key={app} className={app === ON_PHONE ? 'only-m' : undefined}>
                  <Anchor href={href} target="_blank" rel="noopener noreferrer">
                    {app}
                  </Anchor>
                </li>
              ))}
            </ul>
          </details>
        )}
        {point && tiles && <VenueMap place={point} className={css.map} />}
      </div>
    </Section>
  )
}
