import { useId } from 'react'
import type { ComponentPropsWithRef } from 'react'
import { Search, X } from '../icons/icons.tsx'
import { classes } from '../classes.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { useEarlyChange } from './use-early-change.ts'
import field from './field.module.css'

type SearchBoxProps = Omit<
  ComponentPropsWithRef<'input'>,
  'value' | 'onChange' | 'type' | 'size' | 'ref' | 'id'
> & {
  label: string
  value: string
  /** `early`: it was typed before the scripts loaded. */
  onValue: (text: string, early?: boolean) => void
}

/** A field to search by; the form around it, if any, belongs to the page. */
export function SearchBox(props: SearchBoxProps) {
  const { label, value, onValue, className, ...input } = props
  const id = useId()
  useEarlyChange<HTMLInputElement>(id, ({ target }) => onValue(target.value, true))
  const clear = () => {
    onValue('')
    document.getElementById(id)?.focus()
  }
  return (
    <div className={classes(field.box, field.withStart, field.searchBox, className)}>
      <Search />
      <input
        autoComplete="off"
        enterKeyHint="search"
        placeholder={label}
        {...input}
        id={id}
        type="search"
        aria-label={label}
        value={value}
        className={classes(field.input, field.searchInput)}
        onChange={(event) => onValue(event.target.value)}
      />
      {value !== '' && (
        <IconButton label="Очистить поиск" className={field.clear} onClick={clear}>
          <X />
        </IconButton>
      )}
    </div>
  )
}
