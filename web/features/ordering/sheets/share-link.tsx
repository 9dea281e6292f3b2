import type { MouseEvent } from 'react'
import { classes } from '#web/ui/classes.ts'
import css from './order-sheets.module.css'

export type ShareLinkProps = { words: string; href: string; onPress: () => void }

/** The link from a whole order to a share of it. */
export function ShareLink({ words, href, onPress }: ShareLinkProps) {
  const press = (event: MouseEvent) => {
    event.preventDefault()
    onPress()
  }
  return (
    <a className={classes('link', css.instead)} href={href} onClick={press}>
      {words}
    </a>
  )
}
