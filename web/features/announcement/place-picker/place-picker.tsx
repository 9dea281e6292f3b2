import { useId, useState } from 'react'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { MOSCOW } from '#web/parts/map/map-view.ts'
import { Maximize2 } from '#web/ui/icons/artist-icons.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { ArrowLeft } from '#web/ui/icons/icons.tsx'
import ground from '#web/ui/overlays/modal.module.css'
import { useModal } from '#web/ui/overlays/use-modal.ts'
import { PickMap } from './pick-map.tsx'
import type { PlaceDraft } from './place-draft.ts'
import {
  lineOf,
  pinned,
  pointOf,
  samePoint,
  withFound,
  tookOffer,
  unpinned,
} from './place-draft.ts'
import css from './place-picker.module.css'
import type { FullMapPlace } from './use-full-map.ts'
import type { PointAsker } from './use-point-text.ts'
import { usePointText } from './use-point-text.ts'

type PointLineProps = {
  point: MapPoint | null
  asker: PointAsker
  /** Shown while the point's address is not known. */
  otherwise: string
  /** The found address is already shown elsewhere. */
  silent?: boolean
}

/** The address of the point, or that it is loading, or that loading failed. */
function PointLine({ point, asker, otherwise, silent = false }: PointLineProps) {
  const { words, again } = asker
  const known = point !== null && words !== null && samePoint(words.point, point) ? words : null
  return (
    <output className={css.line}>
      {known === null && otherwise !== '' && <span className="muted">{otherwise}</span>}
      {known?.state === 'asked' && (
        <>
          <Beat />
          <span>Узнаём адрес…</span>
        </>
      )}
      {known?.found && !silent && <span>{lineOf(known.found)}</span>}
      {known?.state === 'nameless' && (
        <span>Адреса у этой точки нет: напишите его сами, точка останется.</span>
      )}
      {known?.state === 'failed' && (
        <>
          <span>Не удалось узнать адрес точки: напишите его сами, точка останется.</span>
          <Button size="s" onClick={again}>
            Попробовать ещё раз
          </Button>
        </>
      )}
    </output>
  )
}

/** A note for a map without tiles, which has no streets. */
function NoStreets() {
  const { tiles } = useSiteFacts()
  if (tiles !== null) return null
  return (
    <p className="muted t-s">
      Улиц на этой карте нет: отметьте место примерно, по расстоянию от центра. Дорогу слушатели
      найдут по адресу и в своих картах.
    </p>
  )
}

type FullMapProps = {
  /** The pin set so far. */
  point: MapPoint | null
  name: string
  start: MapPoint
  asker: PointAsker
  /** Called with the chosen pin. */
  onChosen: (point: MapPoint) => void
  /** Called when the map is closed without a choice. */
  onClose: () => void
}

/** The full-screen map. Its pin applies once it is chosen. */
function FullMap({ point, name, start, asker, onChosen, onClose }: FullMapProps) {
  const titleId = useId()
  const { ref } = useModal(true, onClose)
  const [pin, setPin] = useState(point)
  return (
    <dialog ref={ref} aria-labelledby={titleId} className={classes(ground.ground, css.ground)}>
      <div className={css.screen}>
        <div className={css.top}>
          <IconButton label="Назад" onClick={onClose}>
            <ArrowLeft />
          </IconButton>
          <h2 id={titleId} className="d-xs">
            Место концерта
          </h2>
        </div>
        <PickMap
          point={pin}
          name={name}
          start={start}
          still={false}
          onPick={(place) => {
            const next = pointOf(place)
            setPin(next)
            asker.ask(next)
          }}
          className={css.wholeMap}
        />
        <div className={css.foot}>
          <PointLine
            point={pin}
            asker={asker}
            otherwise={
              pin === null
                ? 'Коснитесь карты или поставьте точку в её середину. Карту двигают и стрелки.'
                : 'Точку можно перетащить или поставить заново.'
            }
          />
          <NoStreets />
          <Button
            variant="primary"
            block
            disabled={pin === null}
            onClick={() => pin && onChosen(pin)}
          >
            Выбрать
          </Button>
        </div>
      </div>
    </dialog>
  )
}

export type PlacePickerProps = {
  place: PlaceDraft
  /** The venue's name, for screen readers at the pin. */
  name: string
  /** The initial centre of the map; null when nothing is known of it. */
  start: MapPoint | null
  full: FullMapPlace
  /** What the concert lacks without a point. */
  noPoint?: string
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
  /** The centre of the map, after each move by hand. */
  onCentre: (centre: MapPoint) => void
}

const NO_POINT =
  'Без точки концерта не будет на карте, а в афишу города он попадёт, только если город назван в адресе.'

/** Picks the point of a concert: a map in the page, and the same in full screen. */
export function PlacePicker(props: PlacePickerProps) {
  const { place, name, start, full, noPoint = NO_POINT, onChange, onCentre } = props
  const { point, offered } = place
  const [looked, setLooked] = useState<MapPoint | null>(null)
  const asker = usePointText((asked, found) =>
    onChange((before) => withFound(before, asked, found)),
  )
  const title = name.trim() === '' ? 'Место концерта' : name

  function take(chosen: MapPoint) {
    const next = pointOf(chosen)
    const { words } = asker
    const found = words !== null && samePoint(words.point, next) ? words.found : null
    onChange((before) => {
      const moved = pinned(before, next)
      return found === null ? moved : withFound(moved, next, found)
    })
    asker.ask(next)
  }

  const look = (centre: MapPoint) => {
    setLooked(centre)
    onCentre(centre)
  }

  return (
    <div className={css.picker}>
      <PickMap
        point={point}
        name={title}
        start={start ?? MOSCOW}
        still
        onPick={take}
        onTouch={full.open}
        onCentre={look}
        className={css.map}
      />
      <NoStreets />
      {offered === null ? (
        <PointLine point={point} asker={asker} otherwise={point === null ? noPoint : ''} silent />
      ) : (
        <output className={css.offer}>
          <span>Точка стоит здесь: {offered}</span>
          <Button size="s" onClick={() => onChange(tookOffer)}>
            Подставить адрес
          </Button>
        </output>
      )}
      <div className="flow">
        <Button size="s" icon={<Maximize2 />} onClick={full.open}>
          {point === null ? 'Отметить на карте' : 'Изменить точку'}
        </Button>
        {point !== null && (
          <Button size="s" variant="text" onClick={() => onChange(unpinned)}>
            Убрать точку
          </Button>
        )}
      </div>
      {full.isOpen && (
        <FullMap
          point={point}
          name={title}
          start={looked ?? start ?? MOSCOW}
          asker={asker}
          onChosen={(chosen) => {
            take(chosen)
            full.close()
          }}
          onClose={full.close}
        />
      )}
    </div>
  )
}
