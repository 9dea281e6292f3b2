import { MapPin } from 'lucide-react'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { arrowStep } from '#web/ui/arrow-step.ts'
import { Field } from '#web/ui/field.tsx'
import { useEarlyValue } from '#web/ui/use-early-value.ts'
import css from './town-field.module.css'

export type Town = AnswerOf<typeof api.session.cities>[number]

export type TownFieldProps = {
  /** What stands under the field. */
  help?: string
  /** How a form calls what was typed, before the scripts come. */
  name?: string
  /** The name that stands in the field at first. */
  first?: string
  /** What is wrong with it. */
  error?: string | null
  onTown: (town: Town) => void
}

const findTowns = (input: string, signal: AbortSignal) =>
  call(api.session.cities, { query: { input } }, { signal })

/** Not under the bar at the lower edge. */
const bringIntoView = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' })

const nameOf = ({ name, region }: Town) => (region === '' ? name : `${name}, ${region}`)

/** A town looked up as one types; arrows go through what was found. */
export function TownField({ help, name, first = '', error = null, onTown }: TownFieldProps) {
  const search = useSearch(findTowns, { first: { text: first, found: null } })
  const field = useRef<HTMLInputElement>(null)
  useEarlyValue(field, search.text, search.setText)
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const towns = search.found ?? []
  const shown = open && search.text.trim() !== '' && search.found !== null

  const close = () => {
    root.current?.querySelector('input')?.focus()
    setOpen(false)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (!shown) return
    if (event.key === 'Escape') return close()
    const stops = [...(root.current?.querySelectorAll<HTMLElement>('input, button') ?? [])]
    const at = stops.findIndex((stop) => stop === document.activeElement)
    const arrow = event.key === 'ArrowDown' || event.key === 'ArrowUp'
    const next = arrow ? stops[arrowStep(event.key, at, stops.length, 'vertical') ?? at] : undefined
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  return (
    <div
      ref={root}
      className={css.town}
      onBlur={(event) => !root.current?.contains(event.relatedTarget) && setOpen(false)}
    >
      <Field
        label="Город"
        ref={field}
        name={name}
        autoComplete="off"
        aria-haspopup="true"
        start={<MapPin className="ico" />}
        value={search.text}
        busy={search.pending}
        help={help}
        error={search.failed ?? error}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && shown) {
            // The form is not sent by choosing a town.
            event.preventDefault()
            root.current?.querySelector('button')?.click()
          } else onKeyDown(event)
        }}
        onChange={(event) => {
          search.setText(event.target.value)
          setOpen(true)
        }}
      />
      {shown && (
        <ul ref={bringIntoView} aria-label="Найденные города" className={css.list}>
          {towns.map((town) => (
            <li key={`${nameOf(town)} ${town.latitude}`}>
              <button
                type="button"
                className={css.option}
                onKeyDown={onKeyDown}
                onClick={() => {
                  search.setText(nameOf(town))
                  onTown(town)
                  close()
                }}
              >
                {town.name}
                <span className={css.region}>{town.region}</span>
              </button>
            </li>
          ))}
          {towns.length === 0 && <li className={css.none}>Нет доступных опций</li>}
        </ul>
      )}
    </div>
  )
}
