import { classes } from '../classes.ts'
import { FIRST, PITCH, stringLines } from './strings-shape.ts'
import css from './strings.module.css'

/** Width of the drawing in units, about the width in px of the place it is stretched over. */
const SPAN = 420

type StringsProps = {
  /** A pause: the strings lie straight. */
  paused?: boolean
  className?: string | undefined
}

/** Strings under the current song: they swell while it sounds. */
export function Strings({ paused = false, className }: StringsProps) {
  const lines = stringLines(SPAN)
  return (
    <div aria-hidden="true" className={classes(css.strings, paused && css.paused, className)}>
      <svg viewBox={`0 0 ${SPAN} 56`} preserveAspectRatio="none" fill="currentColor">
        {/* Relative steps are repetitive, so that they weigh next to nothing when sent. */}
        <path d={`M${FIRST} 0${lines.map(() => 'h1v56h-1z').join(`m${PITCH} 0`)}`} />
        {lines
          .filter(({ swell }) => swell > 0)
          .map(({ x, swell }) => {
            const d = `M${x + 0.5} 2q${swell} 26 0 52q-${swell}-26 0-52z`
            return <path key={x} className={css.swell} d={d} />
          })}
      </svg>
    </div>
  )
}
