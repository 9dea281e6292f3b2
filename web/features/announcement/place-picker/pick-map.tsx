import { useEffect, useRef, useState } from 'react'
import { devicePosition } from '#web/parts/map/map-view.ts'
import { MapFrame } from '#web/parts/map/map-frame.tsx'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import type { SeenBounds } from '#web/parts/map/leaflet-map.ts'
import { useMap } from '#web/parts/map/use-map.ts'
import { MapPinPlus } from '#web/ui/icons/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { LocateFixed } from '#web/ui/icons/more-icons.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './place-picker.module.css'
import { pointOf, samePoint } from './place-draft.ts'

/** Shows a street with its houses. */
const PICK_ZOOM = 15

type PickMapProps = {
  point: MapPoint | null
  /** The name of the pin for screen readers. */
  name: string
  /** The initial centre while there is no pin. */
  start: MapPoint
  /** The map is embedded in a page that scrolls. */
  still: boolean
  onPick: (point: MapPoint) => void
  /** A finger's press on a still map: too close to scrolling to set a pin. */
  onTouch?: () => void
  /** The centre, after each move by hand. */
  onCentre?: (centre: MapPoint) => void
  className?: string | undefined
}

const byFinger = () => !matchMedia('(pointer: fine)').matches

/** A map with a pin that is set by a press, a drag, the keyboard or the device's position. */
export function PickMap(props: PickMapProps) {
  const { point, name, start, still, onPick, onTouch, onCentre, className } = props
  const [seen, setSeen] = useState<SeenBounds | null>(null)
  const [locating, setLocating] = useState(false)
  const toast = useToast()
  /** The point last set on this very map: the map need not move to it. */
  const put = useRef(point)

  const pick = (place: MapPoint) => {
    put.current = pointOf(place)
    onPick(place)
  }
  const state = useMap({
    view: { ...(point ?? start), zoom: PICK_ZOOM },
    still,
    onSelect: null,
    onPick: (place) => (still && byFinger() && onTouch ? onTouch() : pick(place)),
    onMove(now) {
      setSeen(now)
      if (now.byUser) onCentre?.(now.centre)
    },
  })
  const { map } = state

  useEffect(() => {
    map?.pin(point, name)
  }, [map, point, name])

  useEffect(() => {
    if (point === null || samePoint(put.current, point)) return
    put.current = point
    map?.look({ ...point, zoom: PICK_ZOOM })
  }, [map, point])

  const from = useRef(start)
  useEffect(() => {
    if (samePoint(from.current, start)) return
    from.current = start
    if (point === null) map?.look({ ...start, zoom: PICK_ZOOM })
  }, [map, point, start])

  async function pickMyPlace() {
    setLocating(true)
    const mine = await devicePosition()
    setLocating(false)
    if (mine === null) {
      toast({ tone: 'error', text: 'Не удалось узнать, где вы. Поставьте точку на карте сами.' })
      return
    }
    map?.look({ ...mine, zoom: PICK_ZOOM })
    pick(mine)
  }

  return (
    <MapFrame
      state={state}
      label="Место концерта на карте"
      text="Загружаем карту… Концерт можно создать и без неё."
      seen={seen}
      className={classes(css.frame, className)}
      buttons={
        <>
          <IconButton
            label="Поставить точку в середину карты"
            variant="line"
            onClick={() => map && pick(map.centre())}
          >
            <MapPinPlus />
          </IconButton>
          <IconButton
            label="Где я"
            variant="line"
            loading={locating}
            onClick={() => void pickMyPlace()}
          >
            <LocateFixed />
          </IconButton>
        </>
      }
    >
      <span aria-hidden="true" className={classes(css.middle, still && css.quiet)}>
        <Plus />
      </span>
    </MapFrame>
  )
}
