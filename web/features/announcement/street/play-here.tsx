import { useState } from 'react'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_EVENINGS } from '#web/parts/frame/cabinet-places.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { AddressField } from '../place-picker/address-field.tsx'
import { NO_PLACE } from '../place-picker/place-draft.ts'
import type { PlacePickerProps } from '../place-picker/place-picker.tsx'
import { useFullMap } from '../place-picker/use-full-map.ts'
import { PlayHere } from './play-here-button.tsx'

const PickerPart = lazyPart<PlacePickerProps>(
  'web/features/announcement/place-picker/place-picker.tsx',
  async () => (await import('../place-picker/place-picker.tsx')).PlacePicker,
  <p>Загружаем карту…</p>,
)

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Играю здесь')

/** The full-screen map has its own URL: opening it reloads nothing. */
export const shouldRevalidate = () => false

/** The page for an artist whose device does not report its position. */
export default function PlayHerePage() {
  const [place, setPlace] = useState(NO_PLACE)
  const [town, setTown] = useState<MapPoint | null>(null)
  const full = useFullMap()
  return (
    <ArtistFrame
      title="Играю здесь"
      lead="Телефон не сказал, где вы. Поставьте точку на карте или выберите адрес из найденных."
      back={TO_EVENINGS}
    >
      <AddressField
        place={place}
        near={() => place.point}
        error={undefined}
        onChange={setPlace}
        onTown={setTown}
        onMap={full.open}
      />
      <PickerPart
        place={place}
        name=""
        start={town}
        full={full}
        noPoint="Без точки концерт не начать."
        onChange={setPlace}
        onCentre={() => undefined}
      />
      <PlayHere point={place.point} address={place.address} />
    </ArtistFrame>
  )
}
