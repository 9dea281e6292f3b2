import { LocateFixed } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { myPlace } from '#web/lib/my-place.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import type { OpenMap } from './leaflet-map.ts'
import { MapFrame } from './map-frame.tsx'
import type { MapBounds, MapCentre, MapPin } from './map-pin.ts'
import { MOSCOW } from './map-pin.ts'
import type { Scale } from './scale.ts'
import { useMap } from './use-map.ts'

export type { MapPin } from './map-pin.ts'

export type ConcertMapProps = {
  /** In the order of the list that stands beside the map. */
  pins: readonly MapPin[]
  /** The id of the pin that is green. */
  selected: string | null
  onSelect: (id: string) => void
  /** What the map shows, in words: «Концерты в Казани на карте». */
  label: string
  /** What is looked at; a new one moves the map there. Without it the map shows all pins at once. */
  centre?: MapCentre | undefined
  /** What is seen, after each move and once at the start; then pins never move the map. */
  onMove?: ((bounds: MapBounds) => void) | undefined
  className?: string | undefined
}

const NEAR_ME = 12
const WORDS = 'Здесь будет карта. Все её концерты есть и в списке.'

/** Concerts on a map. It comes when it is seen; a list beside it must tell the same. */
export function ConcertMap(props: ConcertMapProps) {
  const { pins, selected, onSelect, label, centre, onMove, className } = props
  const [scale, setScale] = useState<Scale | null>(null)
  const [locating, setLocating] = useState(false)
  const toast = useToast()
  const state = useMap({
    centre: centre ?? MOSCOW,
    still: false,
    onSelect,
    onMove(bounds, nextScale) {
      setScale(nextScale)
      onMove?.(bounds)
    },
  })
  const { map } = state
  const { latitude, longitude, zoom } = centre ?? {}

  const fits = centre === undefined && onMove === undefined
  const fitted = useRef<{ map: OpenMap | null; ids: string }>({ map: null, ids: '' })
  useEffect(() => {
    const ids = pins.map(({ id }) => id).join(' ')
    if (!fits || map === null || (fitted.current.map === map && fitted.current.ids === ids)) return
    fitted.current = { map, ids }
    map.fit(pins)
  }, [map, pins, fits])

  useEffect(() => {
    if (latitude === undefined || longitude === undefined) return
    map?.look({ latitude, longitude, ...(zoom === undefined ? {} : { zoom }) })
  }, [map, latitude, longitude, zoom])

  useEffect(() => map?.show(pins, selected), [map, pins, selected])

  async function lookAtMe() {
    setLocating(true)
    const mine = await myPlace()
    setLocating(false)
    if (mine === null) toast({ tone: 'error', text: 'Не удалось узнать, где вы' })
    else map?.look({ ...mine, zoom: NEAR_ME })
  }

  return (
    <MapFrame
      state={state}
      label={label}
      words={WORDS}
      scale={scale}
      className={className}
      buttons={
        <IconButton label="Где я" variant="line" loading={locating} onClick={() => void lookAtMe()}>
          <LocateFixed className="ico" />
        </IconButton>
      }
    />
  )
}
