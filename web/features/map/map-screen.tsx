import { useEffect, useMemo, useRef } from 'react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { runningAction } from '#domain/concerts/running-action.ts'
import { counted } from '#domain/russian.ts'
import { useConcertTime } from '#web/lib/format.ts'
import { ByAddress } from '#web/parts/by-address.tsx'
import type { ConcertMapProps } from '#web/parts/map/concert-map.tsx'
import { ConcertMap } from '#web/parts/map/concert-map.tsx'
import type { MapView, Town } from '#web/parts/map/map-view.ts'
import type { SongsOfTown } from '#web/features/search/index.ts'
import { SongsInTown } from '#web/features/search/index.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { SiteFooter } from '#web/parts/frame/site-footer.tsx'
import { SiteHeader } from '#web/parts/frame/site-header.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { MapPin } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import type { MapConcert } from './map-concert.ts'
import { hrefOf, isLive, orderHrefOf, pinOf, posterOf, performerOf } from './map-concert.ts'
import css from './map-screen.module.css'
import type { MapAddress } from './use-map-address.ts'

type ConcertRowProps = {
  concert: MapConcert
  selected: boolean
  choiceHref: string
}

/** A concert of the map as a row: title, artist, time and place, and the link to its pin. */
function ConcertRow({ concert, selected, choiceHref }: ConcertRowProps) {
  const { title, placeName, city, timeZone, dateTimeStart } = concert
  const time = useConcertTime({ dateTimeStart, location: { timeZone } })
  const place = [placeName, city].filter((part) => part !== '').join(', ')
  return (
    <li className={classes(css.row, selected && css.selected)}>
      <div className={css.words}>
        {isLive(concert) && <Badge tone="now">Идёт сейчас</Badge>}
        <Anchor href={hrefOf(concert)} className={css.title}>
          {title}
        </Anchor>
        <p className="t-s">
          <b>{performerOf(concert)}</b>
          <br />
          <time dateTime={dateTimeStart}>{time.timeAndDay}</time>
          {time.venueNote && (
            <>
              <br />
              {time.venueNote}
            </>
          )}
          <br />
          <span className="muted">{place}</span>
        </p>
        {isLive(concert) && (
          <Button href={orderHrefOf(concert)} size="s" className={css.order}>
            {runningAction(concert.ableGetSongs)}
          </Button>
        )}
      </div>
      <Link
        to={choiceHref}
        replace
        preventScrollReset
        aria-label={`Показать на карте: ${title}`}
        aria-current={selected || undefined}
        className={css.choose}
      >
        <MapPin />
      </Link>
    </li>
  )
}

type ChosenConcertProps = {
  concert: MapConcert
  /** The URL of this page with nothing chosen. */
  closeHref: string
}

/** The card of the green pin, with the link to its concert. */
function ChosenConcert({ concert, closeHref }: ChosenConcertProps) {
  return (
    <div className={css.chosenConcertCard}>
      <Poster
        mini
        level={2}
        session={posterOf(concert)}
        action={
          <div className="flow">
            <Button
              data-whole
              href={hrefOf(concert)}
              size="s"
              variant="invert"
              aria-label={`Перейти: ${concert.title}`}
            >
              Перейти
            </Button>
            {isLive(concert) && (
              <Button href={orderHrefOf(concert)} size="s">
                {runningAction(concert.ableGetSongs)}
              </Button>
            )}
          </div>
        }
      />
      <IconButton href={closeHref} label="Закрыть карточку" className={css.close}>
        <X />
      </IconButton>
    </div>
  )
}

type ConcertRowsProps = {
  concerts: readonly MapConcert[]
  selected: string | null
  /** The URL of this page with this concert chosen. */
  hrefOfChoice: (id: string) => string
  /** Newer concerts are being loaded. */
  busy: boolean
  label: string
}

/** The concerts of the map, as a list. */
function ConcertRows({ concerts, selected, hrefOfChoice, busy, label }: ConcertRowsProps) {
  return (
    <ul aria-label={label} aria-busy={busy || undefined} className={classes(busy && css.busy)}>
      {concerts.map((concert) => (
        <ConcertRow
          key={concert.sessionId}
          concert={concert}
          selected={concert.sessionId === selected}
          choiceHref={hrefOfChoice(concert.sessionId)}
        />
      ))}
    </ul>
  )
}

type MapScreenProps = {
  title: string
  /** The map's label: what it shows. */
  mapLabel: string
  /** The town's field, shown under the title. */
  field: ReactNode
  /** Where the map begins. */
  view: MapView
  /** The chosen town. */
  town: Town | null
  concerts: readonly MapConcert[]
  address: MapAddress
  /** Newer concerts are being loaded. */
  busy: boolean
  /** The latest request failed: the list is from the one before. */
  failed: boolean
  /** Shown in place of a missing list: nothing found, or the error. */
  instead: ReactNode
  onMove?: ConcertMapProps['onMove']
  /** The map begins at the town of the visitor's IP address. */
  byAddress: boolean
  /** Only when a town was chosen. */
  songs: SongsOfTown | null
}

/** The most concerts that the server returns at once. */
const MOST_ON_MAP = 1000
/** The card with the space under it. */
const CARD_PX = 288

/** Concerts on a map and in a list beside it, and the card of the chosen one. */
export function MapScreen(props: MapScreenProps) {
  const {
    title,
    mapLabel,
    field,
    view,
    town,
    concerts,
    address,
    busy,
    failed,
    instead,
    onMove,
    byAddress,
    songs,
  } = props
  const pins = useMemo(() => concerts.map(pinOf), [concerts])
  const chosen = concerts.find(({ sessionId }) => sessionId === address.selected)
  const stage = useRef<HTMLDivElement>(null)
  // A concert chosen far down the list is shown on a map that has scrolled out of view.
  useEffect(() => {
    if (address.selected !== null) stage.current?.scrollIntoView({ block: 'nearest' })
  }, [address.selected])
  const listed = concerts.slice(0, address.shown)
  return (
    <>
      <SiteHeader />
      <main id="main" className={css.page}>
        <div className={css.head}>
          <h1 className="d-m">{title}</h1>
          {field}
        </div>
        <div ref={stage} className={css.stage}>
          <ConcertMap
            pins={pins}
            selected={address.selected}
            onSelect={address.select}
            label={mapLabel}
            centre={view}
            town={town}
            onMove={onMove}
            coveredPx={CARD_PX}
            className={css.map}
          />
          {chosen !== undefined && (
            <div className={css.card}>
              <ChosenConcert concert={chosen} closeHref={address.hrefOf({ concert: null })} />
            </div>
          )}
        </div>
        <div className={css.list}>
          {busy && concerts.length === 0 && <LoadingWords text="Ищем концерты…" />}
          {!busy && (concerts.length === 0 || failed) && instead}
          {listed.length > 0 && (
            <ConcertRows
              concerts={listed}
              selected={address.selected}
              hrefOfChoice={(concert) => address.hrefOf({ concert })}
              busy={busy}
              label={title}
            />
          )}
          {concerts.length >= MOST_ON_MAP && (
            <p className={css.most}>
              Показаны ближайшие по времени 1000 концертов.
              {onMove !== undefined && ' Приблизьте карту, чтобы увидеть остальные.'}
            </p>
          )}
          {listed.length < concerts.length && (
            <Link
              to={address.hrefOf({ shown: String(address.shown * 2) })}
              replace
              preventScrollReset
              className={css.more}
            >
              Показать ещё, всего {counted(concerts.length, 'концерт', 'концерта', 'концертов')}
            </Link>
          )}
          {byAddress && <ByAddress className={css.byAddress} />}
          {songs !== null && <SongsInTown songs={songs} />}
        </div>
      </main>
      <SiteFooter />
    </>
  )
}
