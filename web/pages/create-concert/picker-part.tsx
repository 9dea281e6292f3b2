import { lazyPart } from '#web/parts/lazy-part.tsx'
import type { PlacePickerProps } from '#web/parts/place-picker/place-picker.tsx'
import css from './create-concert.module.css'

/** The map with its pin comes after the form: the form goes out without it too. */
export const PickerPart = lazyPart<PlacePickerProps>(
  'web/parts/place-picker/place-picker.tsx',
  async () => (await import('#web/parts/place-picker/place-picker.tsx')).PlacePicker,
  <p className={css.room}>Здесь будет карта. Концерт можно создать и без неё.</p>,
)
