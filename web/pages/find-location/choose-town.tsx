import { Button } from '#web/ui/button.tsx'
import css from './choose-town.module.css'

const LARGEST = ['Москва', 'Санкт-Петербург', 'Новосибирск', 'Екатеринбург', 'Казань']

const hrefOf = (city: string) => `/find-location?${new URLSearchParams({ city }).toString()}`

/** Before a town is chosen: what comes then, and a few towns to begin with. */
export function ChooseTown() {
  return (
    <div className={css.choose}>
      <p>Выберите город, и мы покажем его концерты на карте.</p>
      <ul aria-label="Большие города" className={css.towns}>
        {LARGEST.map((city) => (
          <li key={city}>
            <Button href={hrefOf(city)} size="s">
              {city}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
