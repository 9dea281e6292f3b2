import { MapPin } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { arrowStep } from '#web/ui/arrow-step.ts'
import { classes } from '#web/ui/classes.ts'
import { Field } from '#web/ui/field.tsx'
import { useEarlyValue } from '#web/ui/use-early-value.ts'
import css from './town-field.module.css'

export type Town = AnswerOf<typeof api.session.cities>[number]

export type TownFieldProps = {
  /** What stands under the field. */
  help?: string
  /** How a form calls what was typed, before the scripts come. */
  name?: string
  /** The name that stands in the field at first; another one takes the place of what was typed. */
  first?: string
  /** What is wrong with it. */
  error?: string | null
  /** How long the typing must rest, in ms. */
  waitMs?: number
  onTown: (town: Town) => void
}

const findTowns = (input: string, signal: AbortSignal) =>
  call(api.session.cities, { query: { input } }, { signal })

/** Not under the bar at the lower edge. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

// A native list of options cannot say that it is empty, nor where a town is: it is made by hand.
const LIST = { role: 'listbox' } as const
const optionOf = (selected: boolean) => ({ role: 'option', 'aria-selected': selected }) as const
const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const

/** The field keeps it while somebody presses a town. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

const nameOf = ({ name, region }: Town) => (region === '' ? name : `${name}, ${region}`)

/** A town looked up as one types: the field keeps the focus, arrows go through what was found. */
export function TownField(props: TownFieldProps) {
  const { help, name, first = '', error = null, waitMs = 300, onTown } = props
  const search = useSearch(findTowns, { waitMs, first: { text: first, found: null } })
  const field = useRef<HTMLInputElement>(null)
  useEarlyValue(field, search.text, search.setText)
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const towns = search.found ?? []
  const shown = open && search.text.trim() !== '' && search.found !== null
  const listed = shown && towns.length > 0
  const optionId = (at: number) => `${listId}-${at}`

  const takeFirst = useEffectEvent(() => {
    if (field.current !== null && field.current.value.split(',')[0] !== first) search.put(first)
  })
  const came = useRef(first)
  useEffect(() => {
    if (came.current === first) return
    came.current = first
    takeFirst()
  }, [first])

  const choose = (town: Town) => {
    search.put(nameOf(town))
    setOpen(false)
    setActive(-1)
    onTown(town)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const chosen = towns[Math.max(active, 0)]
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && listed && chosen !== undefined) {
      // The form is not sent by choosing a town.
      event.preventDefault()
      choose(chosen)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const from = active === -1 && event.key === 'ArrowUp' ? 0 : active
      setActive(arrowStep(event.key, from, towns.length, 'vertical') ?? -1)
    }
  }

  return (
    <div className={css.town} onBlur={() => setOpen(false)}>
      <Field
        label="Город"
        ref={field}
        name={name}
        autoComplete="off"
        {...COMBOBOX}
        aria-expanded={listed}
        aria-controls={listed ? listId : undefined}
        aria-activedescendant={listed && active >= 0 ? optionId(active) : undefined}
        start={<MapPin className="ico" />}
        value={search.text}
        busy={search.pending}
        help={help}
        error={search.failed ?? error}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          search.setText(event.target.value)
          setOpen(true)
          setActive(-1)
        }}
      />
      {shown && (
        <div ref={bringIntoView} className={css.list}>
          {listed ? (
            <div {...LIST} id={listId} aria-label="Найденные города">
              {towns.map((town, at) => (
                <button
                  {...optionOf(at === active)}
                  key={`${nameOf(town)} ${town.latitude}`}
                  ref={at === active ? bringIntoView : undefined}
                  id={optionId(at)}
                  type="button"
                  tabIndex={-1}
                  className={classes(css.option, at === active && css.active)}
                  onPointerDown={keepFocus}
                  onMouseDown={keepFocus}
                  onClick={() => choose(town)}
                >
                  {town.name}
                  <span className={css.region}>{town.region}</span>
                </button>
              ))}
            </div>
          ) : (
            <output className={css.none}>Нет доступных опций</output>
          )}
        </div>
      )}
    </div>
  )
}
