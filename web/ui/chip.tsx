import { X } from './icons.tsx'
import { Anchor } from './anchor.tsx'
import { classes } from './classes.ts'
import css from './chip.module.css'

type ChipProps = {
  children: string
  /** Selected: inverted. */
  on?: boolean
  /** One of the two makes the chip removable; the link works before the scripts. */
  onRemove?: () => void
  removeHref?: string
  /** The cross sends the form that the chip stands in. */
  removeSubmits?: boolean
  removeLabel?: string
  className?: string | undefined
}

/** Something chosen, with a way to take it back. */
export function Chip(props: ChipProps) {
  const { children, on, onRemove, removeHref, removeSubmits, removeLabel, className } = props
  const label = removeLabel ?? `Убрать «${children}»`
  const cross = <X className="ico ico-s" />
  return (
    <span
      className={classes(
        css.chip,
        on && css.on,
        !onRemove && !removeHref && !removeSubmits && css.fixed,
        className,
      )}
    >
      <span className={css.words}>{children}</span>
      {removeHref === undefined ? (
        (onRemove || removeSubmits) && (
          <button
            type={removeSubmits ? 'submit' : 'button'}
            aria-label={label}
            className={css.remove}
            onClick={onRemove}
          >
            {cross}
          </button>
        )
      ) : (
        <Anchor href={removeHref} aria-label={label} className={css.remove} onClick={onRemove}>
          {cross}
        </Anchor>
      )}
    </span>
  )
}
