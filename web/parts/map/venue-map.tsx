import { useEffect, useMemo, useState } from 'react'
import { MapFrame } from './map-frame.tsx'
import type { SeenBounds } from './leaflet-map.ts'
import type { MapPoint } from './map-view.ts'
import { kmBetween, kmText, pointOfTown, townAround } from './map-view.ts'
import { useMap } from './use-map.ts'

type VenueMapProps = {
  place: MapPoint & { name: string }
  className?: string | undefined
}

const ZOOM = 11

/** The place of a venue: one green pin, on a map that lets the page scroll. */
export function VenueMap({ place, className }: VenueMapProps) {
  const { name, latitude, longitude } = place
  const [way, setWay] = useState('')
  const [seen, setSeen] = useState<SeenBounds | null>(null)
  const state = useMap({
    view: { latitude, longitude, zoom: ZOOM },
    still: true,
    onSelect: null,
    onMove: setSeen,
    onTowns(towns) {
      const town = townAround(towns, place)
      if (town !== null)
        setWay(`${town[0]}, ${kmText(kmBetween(place, pointOfTown(town)))} до центра по прямой`)
    },
  })
  const { map } = state
  const pins = useMemo(
    () => [{ id: 'venue', title: name, href: '', latitude, longitude }],
    [name, latitude, longitude],
  )
  useEffect(() => map?.show(pins, 'venue'), [map, pins])
  return (
    <div>
      <MapFrame
        state={state}
        label={`${name} на карте`}
        text="Загружаем карту…"
        seen={seen}
        className={className}
      />
      {/* The same height before the text as with it. */}
      <p className="muted t-s">{way === '' ? '\u00a0' : way}</p>
    </div>
  )
}
