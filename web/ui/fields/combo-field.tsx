import { useId, useState } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { arrowStep } from './arrow-step.ts'
import { classes } from '../classes.ts'
import { Field } from './field.tsx'
import type { FieldProps } from './field.tsx'
import css from './combo-field.module.css'

type ComboOption = {
  key: string
  text: string
  /** A quieter text beside it. */
  aside?: string
}

type ComboFieldProps = Omit<FieldProps, 'value' | 'onChange' | 'role' | 'list'> & {
  text: string
  onText: (text: string) => void
  /** The options; null before any search. */
  options: readonly ComboOption[] | null
  onChoose: (at: number) => void
  /** Names the list: «Найденные города». */
  listLabel: string
  /** Shown in place of an empty list; without it nothing is. */
  empty?: ReactNode
  /** Enter takes the first option even if no arrow key has moved to one; else the typed text stays. */
  eager?: boolean
}

/** Scrolled out from under the bar at the lower edge. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

// A native list of options can show neither that it is empty nor more than one line, so this one is custom.
const LIST = { role: 'listbox' } as const
const optionOf = (selected: boolean) => ({ role: 'option', 'aria-selected': selected }) as const
const COMBOBOX = { role: 'combobox', 'aria-autocomplete': 'list' } as const

/** Keeps the focus in the field while an option is pressed. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault()

/** A field with a list of results for its text: it keeps the focus, arrow keys go through the list. */
export function ComboField(props: ComboFieldProps) {
  const { text, onText, options, onChoose, listLabel, empty, eager, ...field } = props
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const listId = useId()
  const found = options ?? []
  const shown = open && options !== null && (text.trim() !== '' || found.length > 0)
  const listed = shown && found.length > 0
  const optionId = (at: number) => `${listId}-${at}`

  const choose = (at: number) => {
    setOpen(false)
    setActive(-1)
    onChoose(at)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.preventDefault()
      setOpen(false)
    } else if (event.key === 'Enter' && listed) {
      // Choosing does not submit the form.
      event.preventDefault()
      // While an answer is pending, the first option still belongs to the previous text.
      if (active >= 0 || (eager && !field.busy)) choose(Math.max(active, 0))
      else setOpen(eager === true)
    } else if (event.key === 'Enter') {
      // The error of the text stands where the list does.
      setOpen(false)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const from = active === -1 && event.key === 'ArrowUp' ? 0 : active
      setActive(arrowStep(event.key, from, found.length) ?? -1)
    }
  }

  return (
    <div className={css.combo} onFocus={() => setOpen(true)} onBlur={() => setOpen(false)}>
      <Field
        autoComplete="off"
        {...field}
        {...COMBOBOX}
        aria-expanded={listed}
        aria-controls={listed ? listId : undefined}
        aria-activedescendant={listed && active >= 0 ? optionId(active) : undefined}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          onText(event.target.value)
          // Typed before hydration, it may have lost the focus.
          setOpen(event.target.matches(':focus'))
          setActive(-1)
        }}
      />
      {shown && (listed || empty !== undefined) && (
        <div ref={bringIntoView} className={css.list}>
          {listed ? (
            <div {...LIST} id={listId} aria-label={listLabel}>
              {found.map((option, at) => (
                <button
                  {...optionOf(at === active)}
                  key={option.key}
                  ref={at === active ? bringIntoView : undefined}
                  id={optionId(at)}
                  type="button"
                  tabIndex={-1}
                  className={classes(css.option, at === active && css.active)}
                  onPointerDown={keepFocus}
                  onMouseDown={keepFocus}
                  onClick={() => choose(at)}
                >
                  {option.text}
                  <span className={css.aside}>{option.aside}</span>
                </button>
              ))}
            </div>
          ) : (
            <output className={css.none}>{empty}</output>
          )}
        </div>
      )}
    </div>
  )
}
