import type { ComponentPropsWithRef } from 'react'
import { IconButton } from './icon-button.tsx'
import { icon } from './icons.tsx'
import css from './reorder-list.module.css'

const GripVertical = icon(
  <>
    <circle cx="9" cy="12" r="1" />
    <circle cx="9" cy="5" r="1" />
    <circle cx="9" cy="19" r="1" />
    <circle cx="15" cy="12" r="1" />
    <circle cx="15" cy="5" r="1" />
    <circle cx="15" cy="19" r="1" />
  </>,
)

type GripProps = Omit<ComponentPropsWithRef<'button'>, 'name' | 'children'> & {
  /** The name of the row. */
  name: string
}

/** The drag handle of a row. */
export function Grip({ name, ...button }: GripProps) {
  return (
    <IconButton {...button} data-grip="" label={`Переместить: ${name}`} className={css.grip}>
      <GripVertical className="ico" />
    </IconButton>
  )
}
