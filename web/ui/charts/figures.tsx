import { classes } from '../classes.ts'
import css from './figures.module.css'

export type NamedFigure = { name: string; value: string; note?: string | undefined }

/** The result of an evening, beside others. */
type Bar = {
  key: string
  /** 0 or more, in any unit. */
  value: number
  /** Shown where a pointer rests on it. */
  title: string
}

type FiguresProps = {
  /** The first one is the main one. */
  figures: readonly NamedFigure[]
  /** In the order of time. The page gives the same as text. */
  bars?: readonly Bar[]
  /** What the bars show. */
  caption?: string
}

type FigureProps = { figure: NamedFigure; main?: boolean }

function Figure({ figure: { name, value, note }, main = false }: FigureProps) {
  return (
    <div className={classes(main && css.main)}>
      <dt>{name}</dt>
      <dd className={main ? 'd-xl' : 'd-s'}>{value}</dd>
      {note !== undefined && <dd className="t-s muted">{note}</dd>}
    </div>
  )
}

/** A page in numbers: the main one, what it came of, and the others. */
export function Figures({ figures, bars, caption }: FiguresProps) {
  const [main, ...others] = figures
  const values = bars?.map(({ value }) => value) ?? []
  const most = Math.max(...values)
  // Bars of one height show nothing.
  const varies = most > Math.min(...values)
  return (
    <div className={css.box}>
      <dl className={css.figures}>{main && <Figure figure={main} main />}</dl>
      {varies && (
        <div aria-hidden="true">
          <div className={css.bars}>
            {bars?.map(({ key, value, title }) => (
              <span key={key} title={title} style={{ height: `${(value / most) * 100}%` }} />
            ))}
          </div>
          <p className="t-s muted">{caption}</p>
        </div>
      )}
      {others.length > 0 && (
        <dl className={css.figures}>
          {others.map((figure) => (
            <Figure key={figure.name} figure={figure} />
          ))}
        </dl>
      )}
    </div>
  )
}
