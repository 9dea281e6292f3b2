import { Form, Link, useNavigate, useRevalidator } from 'react-router'
import { townText } from '#domain/town-case.ts'
import type { KnownTown } from '#web/parts/towns/town-choice.ts'
import { uniqueTownName } from '#web/parts/towns/town-choice.ts'
import { TownField } from '#web/parts/towns/town-field.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import css from './map-screen.module.css'

type NothingHereProps = {
  /** The chosen town, if any. */
  city: string
  /** Why the concerts could not be loaded; null when they were. */
  failed: string | null
  /** Retries; without it the whole page is reloaded. */
  onAgain?: (() => void) | undefined
}

/** The list has the concerts without a point too. */
const searchOf = (city: string) =>
  city === '' ? '/search' : `/search?${new URLSearchParams({ city }).toString()}`

/** Shown in place of the list: no concerts, or a failed request. */
export function NothingHere({ city, failed, onAgain }: NothingHereProps) {
  const { revalidate } = useRevalidator()
  if (failed === null)
    return (
      <EmptyState
        text="На карте здесь концертов пока нет"
        action={<Button href={searchOf(city)}>Найти концерт</Button>}
      />
    )
  return (
    <EmptyState
      text={failed}
      rest={false}
      action={<Button onClick={onAgain ?? (() => void revalidate())}>Повторить</Button>}
    />
  )
}

type TownFormProps = {
  /** The path of the page that shows a town. */
  path: string
  city: string
  /** Towns that may have been meant. */
  others: readonly KnownTown[]
  /** No town has this name. */
  unknown: boolean
}

/** Chooses the town whose concerts the map shows. */
export function TownForm({ path, city, others, unknown }: TownFormProps) {
  const navigate = useNavigate()
  const hrefOf = (name: string) => `${path}?${new URLSearchParams({ city: name }).toString()}`
  return (
    <Form action={path} className={css.form}>
      <TownField
        name="city"
        first={city}
        error={unknown ? 'Такого города не нашлось. Проверьте название.' : null}
        onTown={(town, found) => void navigate(hrefOf(uniqueTownName(town, found)))}
      />
      <Button type="submit" size="m" variant="invert" className={css.send}>
        Показать
      </Button>
      {others.length > 0 && (
        <p className={css.others}>
          Может быть:{' '}
          {others.map((town) => (
            <Link key={`${town.name} ${town.latitude}`} to={hrefOf(uniqueTownName(town, others))}>
              {townText(town)}
            </Link>
          ))}
        </p>
      )}
    </Form>
  )
}
