import type { ComponentPropsWithRef } from 'react'
import { GripVertical } from './more-icons.tsx'
import { IconButton } from './icon-button.tsx'
import css from './grip.module.css'

type GripProps = Omit<ComponentPropsWithRef<'button'>, 'name' | 'children'> & {
  /** How the row is called. */
  name: string
}

/** The handle of a row that can be put elsewhere. */
export function Grip({ name, ...button }: GripProps) {
  return (
    <IconButton {...button} data-grip="" label={`Переместить: ${name}`} className={css.grip}>
      <GripVertical className="ico" />
    </IconButton>
  )
}
