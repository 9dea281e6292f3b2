import { useRef } from 'react'
import { api } from '#contract/index.ts'
import { ADDRESS_MAX } from '#domain/concerts/announcement.ts'
import { call } from '#web/lib/calls/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import type { MapPoint } from '#web/parts/map/map-view.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { MapPin } from '#web/ui/icons/more-icons.tsx'
import css from '../announcement.module.css'
import type { FoundPlace, PlaceDraft } from './place-draft.ts'
import { chose, lineOf, namesTown, pointOf, typed } from './place-draft.ts'

/** Debounce of the search: each request may go on to a paid geocoder. */
const ADDRESS_WAIT_MS = 1000

type AddressFieldProps = {
  place: PlaceDraft
  /** Places near this point are found first. */
  near: () => MapPoint | null
  /** The field's error. */
  error: string | undefined
  onChange: (step: (before: PlaceDraft) => PlaceDraft) => void
  /** Called with the point of the town that the text names, while nothing is chosen. */
  onTown: (point: MapPoint) => void
  /** Opens the map, to set the pin by hand when nothing was found. */
  onMap: () => void
}

const optionOf = (found: FoundPlace, at: number) => {
  const text = lineOf(found)
  const county = text.includes(found.county) ? '' : found.county
  const aside = found.address === '' ? 'точка в центре' : county
  return { key: `${at} ${text}`, text, aside }
}

/** The address field: searches while the artist types, and accepts any text. */
export function AddressField(props: AddressFieldProps) {
  const { place, near, error, onChange, onTown, onMap } = props
  const { address } = place
  const search = useSearch(
    async (wish, signal) => {
      const { longitude = null, latitude = null } = near() ?? {}
      const body = { longitude, latitude, address: wish }
      const places = await call(api.session.locationByInput, { body }, { signal })
      const there = places.find((one) => namesTown(wish, one))
      if (there !== undefined) onTown(pointOf(there))
      return places
    },
    { waitMs: ADDRESS_WAIT_MS },
  )
  const field = useRef<HTMLInputElement>(null)
  const { pending, failed } = search
  // The map may have filled the field meanwhile.
  const found = search.text === address ? search.found : null
  const nothing = found?.length === 0 && !pending && failed === null

  return (
    <div className={css.address}>
      <ComboField
        ref={field}
        label="Адрес"
        name="address"
        placeholder="Город, улица, дом"
        maxLength={ADDRESS_MAX}
        start={<MapPin />}
        text={address}
        onText={(text) => {
          search.setText(text)
          onChange((before) => typed(before, text))
        }}
        options={found?.map(optionOf) ?? null}
        onChoose={(at) => {
          const chosen = found?.[at]
          if (chosen === undefined) return
          search.put(chose(place, chosen).address)
          onChange((before) => chose(before, chosen))
        }}
        listLabel="Найденные адреса"
        busy={pending}
        help="Начните вводить адрес, и мы предложим варианты. Можно и своими словами: «вход со двора»"
        error={error}
      />
      <output className={css.news}>
        {nothing && (
          <>
            <span>Не нашли адрес? Напишите его как есть, а место отметьте на карте.</span>
            <Button size="s" onClick={onMap}>
              Отметить на карте
            </Button>
          </>
        )}
        {failed !== null && (
          <>
            <span>Подсказки сейчас не работают: {failed} Адрес можно написать и самим.</span>
            <Button
              size="s"
              onClick={() => {
                field.current?.focus()
                search.again()
              }}
            >
              Попробовать ещё раз
            </Button>
          </>
        )}
      </output>
    </div>
  )
}
