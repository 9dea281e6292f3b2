import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import { ADDRESS_MAX } from '#domain/announcement.ts'
import { localTimeNote } from '#domain/russian.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import type { ConcertForm, FormErrors } from './concert-form.ts'
import { myPlace } from '#web/lib/my-place.ts'
import { TownField } from '#web/parts/town-field.tsx'
import type { Town } from '#web/parts/town-field.tsx'
import css from './create-concert.module.css'

export type PlaceFieldsProps = {
  form: ConcertForm
  errors: FormErrors
  onChange: (part: Partial<ConcertForm>, ...touched: string[]) => void
}

const LATITUDE = 'location.latitude'
const LONGITUDE = 'location.longitude'
const NEAR = 4

/** Where the concert is: the address in words, and the point that puts it on the map. */
export function PlaceFields({ form, errors, onChange }: PlaceFieldsProps) {
  const [town, setTown] = useState<Town | null>(null)
  const [locating, setLocating] = useState(false)
  const toast = useToast()
  const townHelp = useTownHelp(town, form.start)

  const setPoint = (latitude: number, longitude: number) =>
    onChange(
      { latitude: latitude.toFixed(NEAR), longitude: longitude.toFixed(NEAR) },
      LATITUDE,
      LONGITUDE,
    )

  const locate = async () => {
    setLocating(true)
    const place = await myPlace()
    setLocating(false)
    if (place === null) {
      toast({ text: 'Не удалось узнать место. Выберите город из списка.', tone: 'error' })
    } else {
      setTown(null)
      setPoint(place.latitude, place.longitude)
    }
  }

  return (
    <>
      <TownField
        help={townHelp}
        onTown={(chosen) => {
          setTown(chosen)
          setPoint(chosen.latitude, chosen.longitude)
        }}
      />
      <Field
        label="Адрес"
        name="address"
        autoComplete="street-address"
        placeholder="Улица, дом, как войти"
        maxLength={ADDRESS_MAX}
        value={form.address}
        error={errors['location.description']}
        onChange={(event) => onChange({ address: event.target.value }, 'location.description')}
      />
      <fieldset className={css.point}>
        <legend className={css.legend}>Точка на карте</legend>
        <div className={css.pair}>
          <Field
            label="Широта"
            name="latitude"
            inputMode="decimal"
            autoComplete="off"
            value={form.latitude}
            error={errors[LATITUDE]}
            onChange={(event) => onChange({ latitude: event.target.value }, LATITUDE, LONGITUDE)}
          />
          <Field
            label="Долгота"
            name="longitude"
            inputMode="decimal"
            autoComplete="off"
            value={form.longitude}
            error={errors[LONGITUDE]}
            onChange={(event) => onChange({ longitude: event.target.value }, LATITUDE, LONGITUDE)}
          />
        </div>
        <Button
          size="s"
          icon={<LocateFixed className="ico" />}
          loading={locating}
          onClick={() => void locate()}
        >
          Моё место
        </Button>
        <p className="t-s muted">
          Город ставит точку в свой центр. Уточните её, если стоите на площадке или знаете
          координаты.
        </p>
      </fieldset>
    </>
  )
}

/** Who announces a concert in another time zone types the hour of his own clock: here he sees the other. */
function useTownHelp(town: Town | null, start: string): string {
  const zone = useViewerZone('Europe/Moscow')
  const at = new Date(start)
  const note =
    town === null || Number.isNaN(at.getTime()) ? null : localTimeNote(at, town.timeZone, zone)
  return note === null ? 'Поможет найти вас в афише города и на карте' : `Начало ${note}`
}
