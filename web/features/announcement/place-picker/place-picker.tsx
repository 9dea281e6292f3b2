import { useState } from 'react'
import type { MapPoint } from '#web/parts/map/map-pin.ts'
import { MOSCOW } from '#web/parts/map/map-pin.ts'
import { Maximize2 } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { FullMap } from './full-map.tsx'
import { PickMap } from './pick-map.tsx'
import type { PlaceDraft } from './place-draft.ts'
import { pinned, pointOf, samePoint, told, tookOffer, unpinned } from './place-draft.ts'
import css from './place-picker.module.css'
import { PointLine } from './point-line.tsx'
import type { FullMapPlace } from './use-full-map.ts'
import { usePointWords } from './use-point-words.ts'

export type PlacePickerProps = {
  place: PlaceDraft
  /** The venue, as the pin is read out. */
  name: string
  /** Where the map begins; null: nothing is known of it. */
  start: MapPoint | null
  full: FullMapPlace
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
  /** What is looked at, after each move by hand. */
  onCentre: (centre: MapPoint) => void
}

const NO_POINT =
  'Без точки концерта не будет на карте, а в афише города — только если город назван в адресе.'

/** The point of a concert: a map in the page, and the same over the whole screen. */
export function PlacePicker(props: PlacePickerProps) {
  const { place, name, start, full, onChange, onCentre } = props
  const { point, offered } = place
  const [looked, setLooked] = useState<MapPoint | null>(null)
  const asker = usePointWords((asked, found) => onChange((before) => told(before, asked, found)))
  const title = name.trim() === '' ? 'Место концерта' : name

  function take(chosen: MapPoint) {
    const next = pointOf(chosen)
    const { words } = asker
    const found = words !== null && samePoint(words.point, next) ? words.found : null
    onChange((before) => {
      const moved = pinned(before, next)
      return found === null ? moved : told(moved, next, found)
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
      {offered === null ? (
        <PointLine point={point} asker={asker} otherwise={point === null ? NO_POINT : ''} silent />
      ) : (
        <output className={css.offer}>
          <span>Точка стоит здесь: {offered}</span>
          <Button size="s" onClick={() => onChange(tookOffer)}>
            Подставить адрес
          </Button>
        </output>
      )}
      <div className={css.buttons}>
        <Button size="s" icon={<Maximize2 className="ico" />} onClick={full.open}>
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
