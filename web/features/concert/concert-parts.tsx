import { useState, useSyncExternalStore } from 'react'
import { api } from '#contract/index.ts'
import type { ArtistCard } from '#contract/shapes.ts'
import type { Age } from '#domain/concerts/announcement.ts'
import { runOf } from '#domain/concerts/poster-run.ts'
import { addressLine, counted, plural } from '#domain/russian.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call } from '#web/lib/calls/call.ts'
import { FollowButton } from '#web/features/follow/index.ts'
import { isGoing, storeGoing, watchStored } from '#web/lib/device/device-memory.ts'
import { ArtistPhoto } from '#web/parts/artist/artist-photo.tsx'
import { VenueMap } from '#web/parts/map/venue-map.tsx'
import runs from '#web/parts/concerts/run-colours.module.css'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { icon } from '#web/ui/icons/icons.tsx'
import { Check } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { WholeWords } from '#web/ui/whole-words.tsx'
import css from './concert.module.css'
import type { ConcertView } from './concert-view.ts'

const Ticket = icon(
  'M2 9a3 3 0 0 1 0 6v2a2 2 0 0 0 2 2h16a2 2 0 0 0 2-2v-2a3 3 0 0 1 0-6V7a2 2 0 0 0-2-2H4a2 2 0 0 0-2 2ZM13 5v2M13 17v2M13 11v2',
)

type WhereSectionProps = {
  session: ConcertView['session']
  className?: string
}

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

/** External maps with every street, opened by a press only. `geo:` opens the phone's own map (RFC 5870). */
const mapsAt = (latitude: number, longitude: number) => [
  {
    name: 'Яндекс',
    href: `https://yandex.ru/maps/?${new URLSearchParams({ pt: `${longitude},${latitude}`, z: '16', l: 'map' }).toString()}`,
  },
  {
    name: '2ГИС',
    href: `https://2gis.ru/geo/${longitude},${latitude}?m=${longitude},${latitude}/16`,
  },
  {
    name: 'Google',
    href: `https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`,
  },
  { name: 'Телефон', href: `geo:${latitude},${longitude}?q=${latitude},${longitude}` },
]

/** The venue, its address and its place on the map. */
export function WhereSection({ session: { location, locked }, className }: WhereSectionProps) {
  const { name, latitude, longitude } = location
  if (locked)
    return (
      <Section title="Где" className={className}>
        <p>Вечер закрытый: место видит тот, кто ввёл кодовое слово.</p>
      </Section>
    )
  const lines = [addressLine(location), hintOf(location)].filter((line) => line !== '')
  return (
    <Section title="Где" className={className}>
      <div>
        <p className="t-l">
          <WholeWords>{name}</WholeWords>
        </p>
        {lines.map((line) => (
          <p key={line} className="muted t-s">
            <WholeWords>{line}</WholeWords>
          </p>
        ))}
      </div>
      {latitude !== null && longitude !== null && (
        <>
          <div>
            <p id="maps" className="b">
              Открыть в картах
            </p>
            <ul aria-labelledby="maps" className={css.streets}>
              {mapsAt(latitude, longitude).map(({ name: app, href }) => (
                <li key={app} className={href.startsWith('geo:') ? 'only-m' : undefined}>
                  <Anchor href={href} target="_blank" rel="noopener noreferrer">
                    {app}
                  </Anchor>
                </li>
              ))}
            </ul>
          </div>
          <VenueMap place={{ name, latitude, longitude }} className={css.map} />
        </>
      )}
    </Section>
  )
}

type ConcertPosterProps = { artist: ArtistCard; age: Age }

/** The large picture of the concert with its age limit. */
export function ConcertPoster({ artist, age }: ConcertPosterProps) {
  return (
    <div className={classes(css.poster, runs[runOf(artist.username, artist.imageUrl)])}>
      <ArtistPhoto artist={artist} sizes="(min-width: 1120px) 1120px, 100vw" first />
      <span className={css.age}>{age}+</span>
    </div>
  )
}

type GoingProps = {
  session: ConcertView['session']
  /** Another action is the main one. */
  quiet: boolean
}

/** «I will go», and its undo. */
function Going({ session, quiet }: GoingProps) {
  const { saving, save } = useSaving({ toast: true })
  const [count, setCount] = useState(session.goingCount)
  const goes = useSyncExternalStore(
    watchStored,
    () => isGoing(session.id),
    () => false,
  )

  const send = () =>
    save(async () => {
      const going = !goes
      const answer = await call(api.session.going, { body: { sessionId: session.id, going } })
      setCount(answer.goingCount)
      storeGoing(session.id, going)
    })
  return (
    <div className={css.going}>
      <Button
        block
        className="only-scripted"
        onClick={() => void send()}
        variant={goes ? 'invert' : quiet ? 'line' : 'primary'}
        aria-pressed={goes}
        loading={saving}
        icon={goes && <Check className="ico" />}
      >
        Я пойду
      </Button>
      {count > 0 && (
        <p className="muted t-s">
          {plural(count, 'Пойдёт', 'Пойдут', 'Пойдут')}{' '}
          {counted(count, 'человек', 'человека', 'человек')}
        </p>
      )}
      {goes && (
        <FollowButton
          followed={{ artistUsername: session.artist.username }}
          name="Сообщать о переносе"
          size="s"
        >
          Сообщить, если перенесут
        </FollowButton>
      )}
    </div>
  )
}

type ConcertActionsProps = {
  session: ConcertView['session']
  /** The main action is beside the text on a wide screen, at the bottom edge on a phone. */
  place: 'side' | 'foot'
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\//iu.test(text)
}

/** The visitor's actions: order while the concert is on, buy a ticket, or promise to come. */
export function ConcertActions({ session, place }: ConcertActionsProps) {
  const { sessionStatus, advancedSession, artist } = session
  if (sessionStatus === 'PLAYED') return null
  const { ticketLink, privacy } = advancedSession
  const on = sessionStatus === 'NOW'
  const coming = isWebAddress(ticketLink) ? (
    <Button
      block
      variant={on ? 'line' : 'primary'}
      href={ticketLink}
      target="_blank"
      rel="noopener"
      icon={<Ticket className="ico" />}
    >
      Купить билет
    </Button>
  ) : (
    <Going session={session} quiet={on} />
  )
  const main = on ? (
    <Button block variant="primary" href={`/user/${artist.username}?tab=order`}>
      {privacy.ableGetSongs ? 'Заказать песню' : 'Что сейчас играет'}
    </Button>
  ) : (
    coming
  )
  if (place === 'foot') return <FootBar phoneOnly>{main}</FootBar>
  return (
    <div className={classes(css.actions, !on && 'only-d')}>
      <div className="only-d">{main}</div>
      {on && coming}
    </div>
  )
}

type ArtistSquareProps = { artist: ArtistCard }

/** The artist's picture, cropped to the subject of the drawing. */
function ArtistSquare({ artist }: ArtistSquareProps) {
  // Twice its side: the square is cropped from a picture twice as wide as high.
  return <ArtistPhoto artist={artist} sizes="112px" width={56} height={56} className={css.square} />
}

type ArtistLinkProps = {
  view: Pick<ConcertView, 'artistName' | 'group'> & {
    session: Pick<ConcertView['session'], 'artist'>
  }
  className?: string | undefined
}

/** The artist, and the link to the artist's page. */
export function ArtistLink({ view, className }: ArtistLinkProps) {
  const { session, artistName, group } = view
  return (
    <Anchor href={`/user/${session.artist.username}`} className={classes(css.artist, className)}>
      <ArtistSquare artist={session.artist} />
      <span>
        <b>{artistName}</b>
        <br />
        <span className="muted t-s">{group ? 'Страница группы' : 'Страница музыканта'}</span>
      </span>
    </Anchor>
  )
}
