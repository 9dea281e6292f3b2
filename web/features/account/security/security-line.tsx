import type { ReactNode } from 'react'
import css from './security.module.css'

type SecurityLineProps = {
  icon: ReactNode
  name: string
  /** A line under the name. */
  detail: string
  /** The one button at the right edge. */
  children?: ReactNode
}

/** One row of «Безопасность»: what it is, how it stands, and what may be done about it. */
export function SecurityLine({ icon, name, detail, children }: SecurityLineProps) {
  return (
    <li className={css.line}>
      {icon}
      <span className={css.words}>
        <b>{name}</b>
        <small>{detail}</small>
      </span>
      {children}
    </li>
  )
}
