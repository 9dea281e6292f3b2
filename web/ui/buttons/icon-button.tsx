import type { ComponentPropsWithRef, ReactNode } from 'react'
import { Anchor } from './anchor.tsx'
import { Beat } from '../status/beat.tsx'
import { classes } from '../classes.ts'
import type { AnchorProps } from './anchor.tsx'
import css from './icon-button.module.css'

type IconButtonLook = {
  /** What the button does, in words: a screen reader cannot read the picture. */
  label: string
  /** `softNow`, `softLamp` and `softDanger` are the coloured set. */
  variant?: 'plain' | 'tonal' | 'line' | 'lamp' | 'invert' | 'softNow' | 'softLamp' | 'softDanger'
  /** m 48 px, l 60 px with a 28 px icon. */
  size?: 'm' | 'l'
  loading?: boolean
  /** The icon. */
  children: ReactNode
}

type Own<Props> = IconButtonLook & Omit<Props, keyof IconButtonLook | 'aria-label'>

export type IconButtonProps =
  | (Own<ComponentPropsWithRef<'button'>> & { href?: undefined })
  | Own<AnchorProps>

/** A round button with an icon, or a link of that look when it has an `href`. */
export function IconButton({
  label,
  variant = 'plain',
  size = 'm',
  loading = false,
  className,
  children,
  ...rest
}: IconButtonProps) {
  const look = classes(css.button, css[variant], size === 'l' && css.large, className)
  const content = loading ? <Beat /> : children
  const busy = loading ? { 'aria-busy': true } : {}
  if (rest.href !== undefined) {
    return (
      <Anchor {...rest} {...busy} aria-label={label} className={look}>
        {content}
      </Anchor>
    )
  }
  return (
    <button
      type="button"
      {...rest}
      {...busy}
      {...(loading ? { onClick: undefined } : {})}
      aria-label={label}
      className={look}
    >
      {content}
    </button>
  )
}
