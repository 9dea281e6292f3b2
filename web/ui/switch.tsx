import type { ComponentPropsWithRef, ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './switch.module.css'

export type SwitchProps = Omit<ComponentPropsWithRef<'input'>, 'type' | 'size' | 'role'> & {
  children: ReactNode
  help?: ReactNode
}

const A_SWITCH = { type: 'checkbox', role: 'switch' } as const

/** On or off, at once; the whole row is the target. */
export function Switch({ children, help, className, ...input }: SwitchProps) {
  return (
    <label className={classes(css.row, input.disabled && css.disabled, className)}>
      <span className={css.words}>
        {children}
        {help && <span className={css.help}>{help}</span>}
      </span>
      <input {...input} {...A_SWITCH} className={css.input} />
      <span aria-hidden="true" className={css.track} />
    </label>
  )
}
