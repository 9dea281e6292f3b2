import { useId } from 'react'
import type { ReactNode } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { SkipForward } from '#web/ui/icons/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { Play } from '#web/ui/icons/icons.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { nextFacts } from '../lists/song-facts.ts'
import type { OwnView } from '../use-own-queue.ts'
import css from './next-button.module.css'

/** From this many letters a title is written smaller. */
const LONG = 14

type NextButtonProps = {
  /** «Следующий Трек» or «Следующая песня». */
  name: string
  /** Null where nothing waits. */
  next: QueueEntry | null
  view: OwnView | undefined
  loading: boolean
  disabled: boolean
  onPress: () => void
}

/** «Следующий Трек. Дальше: Zombie, стол 7, 300 ₽» */
export function NextButton({ name, next, view, loading, disabled, onPress }: NextButtonProps) {
  const id = useId()
  return (
    <div className={css.box}>
      <button
        type="button"
        aria-label={name}
        aria-describedby={id}
        aria-disabled={loading || undefined}
        aria-busy={loading || undefined}
        disabled={disabled}
        className={css.press}
        onClick={loading ? undefined : onPress}
      />
      <span aria-hidden="true" className={css.name}>
        {loading ? <Beat row className={css.dots} /> : <SkipForward />}
        {name}
      </span>
      <span aria-hidden="true" className={css.rule} />
      <span id={id} className={css.after}>
        {next === null ? (
          <span>Дальше пока ничего нет</span>
        ) : (
          <>
            <span className={css.song}>
              <span className={css.lead}>Дальше:</span>{' '}
              <b className={classes(next.title.length >= LONG && css.long)}>{next.title}</b>
            </span>
            <Facts of={next} view={view} />
          </>
        )}
      </span>
    </div>
  )
}

function Facts({ of, view }: { of: QueueEntry; view: OwnView | undefined }) {
  const facts = nextFacts(of, view)
  return facts.length === 0 ? null : <span>{` · ${facts.join(' · ')}`}</span>
}

/** The big button of a pause or a break, and a line under its word. */
export function ResumeButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes(css.box, css.big)}>
      <button
        type="button"
        aria-label="Продолжить"
        aria-describedby={id}
        className={css.press}
        onClick={onPress}
      />
      <span aria-hidden="true" className={css.name}>
        <Play />
        Продолжить
      </span>
      <span id={id} className={css.after}>
        {children}
      </span>
    </div>
  )
}

/** «Дальше: Zombie · стол 7 · 300 ₽» in a plain line. */
export function nextLine(next: QueueEntry | null, view: OwnView | undefined): string {
  if (next === null) return 'Дальше пока ничего нет'
  return [`Дальше: ${next.title}`, ...nextFacts(next, view)].join(' · ')
}
