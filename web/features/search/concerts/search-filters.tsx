import { useEffect, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useViewerZone } from '#web/lib/format.ts'
import { ByAddress } from '#web/parts/by-address.tsx'
import { TownField } from '#web/parts/towns/town-field.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill, PillLink } from '#web/ui/buttons/pill.tsx'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { X } from '#web/ui/icons/icons.tsx'
import { ChevronDown } from '#web/ui/icons/more-icons.tsx'
import { dayChips } from './day-chips.ts'
import type { Filters } from './filters.ts'
import {
  ALL_CONCERTS_HREF,
  IN_ALL_TOWNS,
  isFiltered,
  readFilters,
  searchHref,
  wrongDays,
} from './filters.ts'
import type { SearchView } from './search-view.ts'
import css from './search-filters.module.css'

type DayFieldProps = {
  label: string
  name: string
  /** YYYY-MM-DD as in the address; empty for none. */
  day: string
  error: string | undefined
  onChange: () => void
}

/** A date field. The address can change it, by going back for example. */
function DayField({ label, name, day, error, onChange }: DayFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const shown = useRef(day)
  useEffect(() => {
    // Not at first: a day may have been chosen before hydration.
    if (field.current !== null && shown.current !== day) field.current.value = day
    shown.current = day
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
      onChange={onChange}
    />
  )
}

const WAIT_MS = 500

function filtersOf(form: HTMLFormElement): Filters {
  const typed = new FormData(form)
  return readFilters((name) => {
    const text = typed.get(name)
    return typeof text === 'string' ? text : ''
  })
}

type DaysProps = {
  view: SearchView
  /** The fields of dates are open. */
  open: boolean
  onOpen: () => void
  onChip: () => void
}

/** The days that are asked for most, each a link; «Даты» opens the fields. */
function Days({ view, open, onOpen, onChip }: DaysProps) {
  const { filters, guessed, everywhere, now } = view
  const zone = useViewerZone()
  const row = useRef<HTMLElement>(null)
  const { from, till } = filters
  const city = guessed ? '' : filters.city
  const chips = dayChips(new Date(now), zone)
  const chosen = open ? undefined : chips.find((one) => one.from === from && one.till === till)
  const pressed = chosen?.label ?? DATES
  // It is seen, also when it is far to the right.
  useEffect(() => {
    const chip = row.current?.querySelector<HTMLElement>(`[data-chip="${pressed}"]`)
    if (row.current && chip) row.current.scrollLeft = chip.offsetLeft - row.current.offsetLeft - 16
  }, [pressed])
  return (
    <nav ref={row} aria-label="Когда" className={css.chips}>
      {chips.map((chip) => (
        <PillLink
          key={chip.label}
          data-chip={chip.label}
          href={searchHref(
            { from: chip.from, till: chip.till, city },
            everywhere ? IN_ALL_TOWNS : {},
          )}
          onClick={onChip}
          current={chip === chosen}
          className={css.chip}
        >
          {chip.label}
        </PillLink>
      ))}
      <Pill
        text
        data-chip={DATES}
        pressed={open}
        onClick={onOpen}
        className={classes('only-scripted', css.chip)}
      >
        {DATES}
      </Pill>
    </nav>
  )
}

const DATES = 'Даты'

/** Town and days; they are stored in the address, and a form sends them without scripts. */
export function SearchFilters({ view }: { view: SearchView }) {
  const { filters, wrong, guessed, now } = view
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef(0)
  const zone = useViewerZone()
  const ofChip = dayChips(new Date(now), zone).some(
    ({ from, till }) => from === filters.from && till === filters.till,
  )
  const [asked, setAsked] = useState(false)
  const dates = asked || !ofChip
  const [choosing, setChoosing] = useState(false)
  const pill = useRef<HTMLButtonElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!choosing) return
    const field = form.current?.querySelector<HTMLInputElement>('[name=city]')
    field?.focus()
    field?.select()
  }, [choosing])

  function ask(next: Filters) {
    clearTimeout(timer.current)
    // Who has cleared the town does not want it guessed.
    const all = next.city === '' && (view.everywhere || filters.city !== '')
    const href = searchHref(next, all ? IN_ALL_TOWNS : {})
    if (guessed || href !== searchHref(filters)) void navigate(href, { preventScrollReset: true })
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

  const { city, from, till } = filters
  return (
    <form
      ref={form}
      method="get"
      action="/search"
      noValidate
      aria-label="Фильтры"
      className={css.form}
      onChange={askSoon}
      onSubmit={send}
    >
      <div className={css.town}>
        <button
          ref={pill}
          type="button"
          aria-expanded={choosing}
          aria-controls="search-town"
          className={classes('only-scripted', css.pill)}
          onClick={() => setChoosing(!choosing)}
        >
          <span className="sr">Город: </span>
          {city === '' ? 'Любой город' : city}
          <ChevronDown />
        </button>
        {guessed && <p className="muted t-s">угадали по сети, можно сменить</p>}
      </div>
      <div
        id="search-town"
        className={classes(css.field, !choosing && wrong.city === undefined && css.closed)}
      >
        <TownField
          name="city"
          first={city}
          error={wrong.city ?? null}
          waitMs={WAIT_MS}
          onTown={({ name }) => {
            setChoosing(false)
            pill.current?.focus()
            if (form.current !== null) ask({ ...filtersOf(form.current), city: name })
          }}
        />
        {guessed && <ByAddress />}
        {guessed && (
          <Button href={ALL_CONCERTS_HREF} variant="text" size="s" className={css.clear}>
            Все города
          </Button>
        )}
      </div>
      <Days
        view={view}
        open={dates}
        onOpen={() => setAsked(!ofChip || !asked)}
        onChip={() => setAsked(false)}
      />
      <div className={classes(css.days, !dates && css.closed)}>
        <DayField label="Дата от" name="from" day={from} error={wrong.from} onChange={askSoon} />
        <DayField label="Дата до" name="till" day={till} error={wrong.till} onChange={askSoon} />
      </div>
      <Button type="submit" variant="invert" size="s" className={css.send}>
        Показать
      </Button>
      {isFiltered(filters) && !guessed && (
        <Button
          href={ALL_CONCERTS_HREF}
          variant="text"
          size="s"
          icon={<X />}
          className={css.clear}
          onClick={() => setAsked(false)}
        >
          Очистить фильтры
        </Button>
      )}
    </form>
  )
}
