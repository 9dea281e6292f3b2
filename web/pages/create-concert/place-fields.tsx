import { useRef } from 'react'
import type { MapPoint } from '#web/parts/map/map-pin.ts'
import { AddressField } from '#web/parts/place-picker/address-field.tsx'
import type { PlaceDraft } from '#web/parts/place-picker/place-draft.ts'
import { useFullMap } from '#web/parts/place-picker/use-full-map.ts'
import { FieldNote } from '#web/ui/field-note.tsx'
import type { FormErrors } from './concert-form.ts'
import { lastPlaceOf } from './last-place.ts'
import { PickerPart } from './picker-part.tsx'

export type PlaceFieldsProps = {
  place: PlaceDraft
  /** The venue. */
  name: string
  username: string
  errors: FormErrors
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
}

/** Where the concert is: the address in words, and the point that puts it on the map. */
export function PlaceFields({ place, name, username, errors, onChange }: PlaceFieldsProps) {
  const full = useFullMap()
  const seen = useRef<MapPoint | null>(null)
  const start = lastPlaceOf(username)
  const wrongPoint = errors['location.latitude'] ?? errors['location.longitude']
  return (
    <>
      <AddressField
        place={place}
        near={() => place.point ?? seen.current ?? start}
        error={errors['location.description']}
        onChange={onChange}
        onMap={full.open}
      />
      <PickerPart
        place={place}
        name={name}
        start={start}
        full={full}
        onChange={onChange}
        onCentre={(centre) => (seen.current = centre)}
      />
      <FieldNote id="point-note" error={wrongPoint} />
    </>
  )
}
