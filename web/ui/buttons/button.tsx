import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { Beat } from '../status/beat.tsx'
import { classes } from '../classes.ts'
import type { AnchorProps } from './anchor.tsx'
import css from './button.module.css'

type ButtonLook = {
  variant?: 'primary' | 'invert' | 'line' | 'tonal' | 'text' | 'danger' | 'dangerLine'
  /** s 48, m 56, stage 60, l 64 px high; next 80 and nextTablet 104 use display type. */
  size?: 's' | 'm' | 'stage' | 'l' | 'next' | 'nextTablet'
  block?: boolean
  /** Shows two dots instead of the text, at the same width; presses are ignored meanwhile. */
  loading?: boolean
  icon?: ReactNode
  children: ReactNode
}

type Own<Props> = ButtonLook & Omit<Props, keyof ButtonLook>

type ButtonProps = (Own<ComponentPropsWithRef<'button'>> & { href?: undefined }) | Own<AnchorProps>

const preventClick = (event: MouseEvent) => event.preventDefault()

/** A button, or a link that looks like one when it has an `href`. */
export function Button({
  variant = 'line',
  size = 'm',
  block = false,
  loading = false,
  icon,
  className,
  children,
  ...rest
}: ButtonProps) {
  const look = classes(css.button, css[variant], css[size], block && css.block, className)
  const content = (
    <>
      <span className={css.content}>
        {icon}
        {children}
      </span>
      {loading && <Beat row className={css.dots} />}
    </>
  )
  const busy = loading ? { 'aria-busy': true, onClick: preventClick } : {}
  if (rest.href !== undefined) {
    return (
      <Anchor {...rest} {...busy} className={look}>
        {content}
      </Anchor>
    )
  }
  return (
    <button type="button" {...rest} {...busy} className={look}>
      {content}
    </button>
  )
}
