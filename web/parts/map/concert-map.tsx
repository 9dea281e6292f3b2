import { useEffect, useState } from 'react'
import { devicePosition, viewOfPins } from './map-view.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { LocateFixed } from '#web/ui/icons/more-icons.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { SeenBounds } from './leaflet-map.ts'
import { MapFrame } from './map-frame.tsx'
import type { MapPin, MapView, Town } from './map-view.ts'
import { useMap } from './use-map.ts'

export type ConcertMapProps = {
  /** In the order of the list that stands beside the map. */
  pins: readonly MapPin[]
  /** The id of the green pin. */
  selected: string | null
  onSelect: (id: string) => void
  /** What the map shows, in words: «Концерты в Казани на карте». */
  label: string
  /** The view; another one moves the map there. Without it the map shows all its pins. */
  centre?: MapView | undefined
  /** The town that is shown, to be named if it is small. */
  town?: Town | null
  /** Called with the visible part, after each move and once at the start. */
  onMove?: ((seen: SeenBounds) => void) | undefined
  /** How many pixels of the lower edge are covered once a pin is selected. */
  coveredPx?: number
  className?: string | undefined
}

const NEAR_ME = 12
const WORDS = 'Все концерты с карты есть и в списке.'

/** Concerts on a map. It loads when it becomes visible; a list beside it must show the same. */
export function ConcertMap(props: ConcertMapProps) {
  const { pins, selected, onSelect, label, centre, town, onMove, coveredPx = 0, className } = props
  const [seen, setSeen] = useState<SeenBounds | null>(null)
  const [locating, setLocating] = useState(false)
  const toast = useToast()
  const view = centre ?? viewOfPins(pins)
  const state = useMap({
    view,
    still: false,
    onSelect,
    onMove(now) {
      setSeen(now)
      onMove?.(now)
    },
  })
  const { map } = state

  // By value: a mere re-render of the page must not move the map under the finger.
  const wanted = JSON.stringify(view)
  useEffect(() => {
    map?.look(JSON.parse(wanted) as MapView)
  }, [map, wanted])

  useEffect(() => {
    if (town) map?.addTown(town)
  }, [map, town])

  useEffect(() => map?.show(pins, selected, coveredPx), [map, pins, selected, coveredPx])

  async function showMyPosition() {
    setLocating(true)
    const mine = await devicePosition()
    setLocating(false)
    if (mine === null)
      toast({
        tone: 'error',
        text: 'Не удалось узнать, где вы. Разрешите доступ к геолокации или выберите город.',
      })
    else map?.showMe(mine, NEAR_ME)
  }

  return (
    <MapFrame
      state={state}
      label={label}
      text={WORDS}
      seen={seen}
      className={className}
      buttons={
        <IconButton
          label="Где я"
          variant="line"
          loading={locating}
          onClick={() => void showMyPosition()}
        >
          <LocateFixed />
        </IconButton>
      }
    />
  )
}
