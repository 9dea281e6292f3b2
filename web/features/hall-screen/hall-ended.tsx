import { atNight, nightPictureOf } from '#domain/concerts/poster-run.ts'
import { countedSongs, dayOfMonth, shortTimeAndDay } from '#domain/russian.ts'
import { useNow } from '#web/lib/format.ts'
import { Rule } from '#web/ui/layout/section.tsx'
import { Beat, Lines } from '#web/ui/status/beat.tsx'
import { Strings } from '#web/ui/status/strings.tsx'
import { classes } from '#web/ui/classes.ts'
import css from './hall-screen.module.css'
import type { HallView } from './load.ts'

type HeadLineProps = { view: HallView; until?: string | null }

/** Whose concert it is, so that the author of a song is not taken for its performer. */
export function HeadLine({ view: { username, name, imageUrl }, until = null }: HeadLineProps) {
  return (
    <p className={css.head}>
      <img src={imageUrl === '' ? nightPictureOf(username) : atNight(imageUrl)} alt="" />
      <b>{name}</b>
      {until !== null && (
        <span className={css.on}>
          <Beat /> идёт до {until}
        </span>
      )}
    </p>
  )
}

/** After the end: thanks, the evening in figures, and the next date. */
export function Ended({ view, ended }: { view: HallView; ended: NonNullable<HallView['ended']> }) {
  const { next } = view
  const { songs, ordered } = ended
  const at = next && new Date(next.dateTimeStart)
  const now = useNow()
  return (
    <>
      <HeadLine view={view} />
      <section className={css.now}>
        <p className={classes(css.label, css.over)}>
          <Lines />
          Концерт окончен
        </p>
        <h1 className={classes(css.title, css.short)}>Спасибо!</h1>
        {songs > 0 && (
          <p className={css.by}>
            {countedSongs(songs)} за вечер
            {ordered > 0 && `, ${ordered} — по вашим заказам`}
          </p>
        )}
        {next === null && <Strings paused className={css.strings} />}
      </section>
      {next && at && (
        <>
          <Rule />
          <div className={css.date}>
            <b aria-hidden="true">{dayOfMonth(at, next.timeZone)}</b>
            <span aria-hidden="true" className={css.bar} />
            <p>
              <b>Следующий: {shortTimeAndDay(at, next.timeZone, now)}</b>
              <span>{next.place}</span>
            </p>
          </div>
        </>
      )}
    </>
  )
}
