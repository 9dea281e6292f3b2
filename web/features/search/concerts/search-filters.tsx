import { useEffect, useRef } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { TownField } from '#web/parts/towns/town-field.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import type { Filters, WrongFilters } from './filters.ts'
import { NO_FILTERS, isFiltered, readFilters, searchHref, wrongDays } from './filters.ts'
import css from './search.module.css'

type DayFieldProps = {
  label: string
  name: string
  /** YYYY-MM-DD as in the address; empty for none. */
  day: string
  error: string | undefined
}

/** A date field. The address can change it, by going back for example. */
function DayField({ label, name, day, error }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current !== null && field.current.value !== day) field.current.value = day
  }, [day])
  return (
    <Field
      ref={field}
      type="date"
      label={label}
      name={name}
      defaultValue={day}
      error={error}
      autoComplete="off"
    />
  )
}

type SearchFiltersProps = { filters: Filters; wrong: WrongFilters }

const WAIT_MS = 500

function filtersOf(form: HTMLFormElement): Filters {
  const typed = new FormData(form)
  return readFilters((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? text : ''
  })
}

/** Days and town; they are stored in the address, and a form sends them without scripts. */
export function SearchFilters({ filters, wrong }: SearchFiltersProps) {
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])

  function ask(next: Filters) {
    clearTimeout(timer.current)
    const href = searchHref(next)
    if (href !== searchHref(filters)) void navigate(href, { preventScrollReset: true })
  }

  // A day that is still being typed is not valid yet, and a town counts once it is chosen or sent.
  function askSoon() {
    clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (form.current === null) return
      const typed = filtersOf(form.current)
      const city = typed.city === '' ? '' : filters.city
      const { from, till } = wrongDays({ ...typed, till: '' }).from === undefined ? typed : filters
      ask({ from, till, city })
    }, WAIT_MS)
  }

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    ask(filtersOf(event.currentTarget))
  }

  return (
    <form
      ref={form}
      method="get"
      action="/search"
      noValidate
      aria-label="Фильтры"
      className="stack"
      onChange={askSoon}
      onSubmit={send}
    >
      <div className={css.days}>
        <DayField label="Дата от" name="from" day={filters.from} error={wrong.from} />
        <DayField label="Дата до" name="till" day={filters.till} error={wrong.till} />
      </div>
      <TownField
        name="city"
        first={filters.city}
        error={wrong.city ?? null}
        waitMs={WAIT_MS}
        onTown={({ name }) => {
          if (form.current !== null) ask({ ...filtersOf(form.current), city: name })
        }}
      />
      <Button type="submit" variant="invert" size="s" className={css.send}>
        Показать
      </Button>
      {isFiltered(filters) && (
        <Button
          href={searchHref(NO_FILTERS)}
          variant="text"
          size="s"
          icon={<X className="ico" />}
          className={css.clear}
        >
          Очистить фильтры
        </Button>
      )}
    </form>
  )
}
