import type { ComponentPropsWithRef } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { icon } from '../icons/icons.tsx'
import css from './reorder-list.module.css'

const GripVertical = icon(
  'M8 12a1 1 0 012 0a1 1 0 01-2 0M8 5a1 1 0 012 0a1 1 0 01-2 0M8 19a1 1 0 012 0a1 1 0 01-2 0M14 12a1 1 0 012 0a1 1 0 01-2 0M14 5a1 1 0 012 0a1 1 0 01-2 0M14 19a1 1 0 012 0a1 1 0 01-2 0',
)

type GripProps = Omit<ComponentPropsWithRef<'button'>, 'name' | 'children'> & {
  /** The name of the row. */
  name: string
}

/** The drag handle of a row. */
export function Grip({ name, ...button }: GripProps) {
  return (
    <IconButton {...button} data-grip="" label={`Переместить: ${name}`} className={css.grip}>
      <GripVertical />
    </IconButton>
  )
}
