import { useEffect, useMemo, useState } from 'react'
import { MapFrame } from './map-frame.tsx'
import type { MapPoint, Scale } from './map-view.ts'
import { useMap } from './use-map.ts'

type VenueMapProps = {
  place: MapPoint & { name: string }
  className?: string | undefined
}

const ZOOM = 11

/** Where the venue is: one green pin, and a map that lets the page scroll. */
export function VenueMap({ place, className }: VenueMapProps) {
  const { name, latitude, longitude } = place
  const [scale, setScale] = useState<Scale | null>(null)
  const state = useMap({
    view: { latitude, longitude, zoom: ZOOM },
    still: true,
    onSelect: null,
    onMove: (seen) => setScale(seen.scale),
  })
  const { map } = state
  const pins = useMemo(
    () => [{ id: 'venue', title: name, href: '', latitude, longitude }],
    [name, latitude, longitude],
  )
  useEffect(() => map?.show(pins, 'venue'), [map, pins])
  return (
    <MapFrame
      state={state}
      label={`${name} на карте`}
      text="Загружаем карту…"
      scale={scale}
      className={className}
    />
  )
}
