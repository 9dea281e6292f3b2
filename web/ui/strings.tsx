import { classes } from './classes.ts'
import { stringLines } from './strings-shape.ts'
import css from './strings.module.css'

export type StringsProps = {
  /** A pause: the strings lie straight. */
  paused?: boolean
  /** Width of the drawing in units, about the width in px of the place it is stretched over. */
  span?: number
  className?: string | undefined
}

/** Strings under the current song: they swell while it sounds. */
export function Strings({ paused = false, span = 420, className }: StringsProps) {
  const lines = stringLines(span)
  return (
    <div aria-hidden="true" className={classes(css.strings, paused && css.paused, className)}>
      <svg viewBox={`0 0 ${span} 56`} preserveAspectRatio="none" fill="currentColor">
        <path d={lines.map(({ x }) => `M${x} 0h1v56h-1z`).join('')} />
        {lines
          .filter(({ swell }) => swell > 0)
          .map(({ x, swell }) => {
            const middle = x + 0.5
            const side = (sign: number) => (middle + sign * swell).toFixed(1)
            return (
              <path
                key={x}
                className={css.swell}
                d={`M${middle} 2Q${side(1)} 28 ${middle} 54Q${side(-1)} 28 ${middle} 2z`}
              />
            )
          })}
      </svg>
    </div>
  )
}
