import type { ReportSong } from '#contract/report.ts'
import { clockTime } from '#domain/russian.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { songWords } from './report-words.ts'
import css from './session-report.module.css'

export type ReportSongRowProps = {
  song: ReportSong
  /** IANA name of the venue's zone. */
  zone: string
  number?: number
}

/** A song of the evening: when it sounded, who wanted it, what became of the money. */
export function ReportSongRow({ song, zone, number }: ReportSongRowProps) {
  const { startedAt, status } = song
  const words = songWords(song)
  return (
    <SongRow
      song={song}
      {...(number === undefined ? {} : { number })}
      tone={status === 'NOW' ? 'now' : undefined}
      note={words !== '' && <span className={css.quiet}>{words}</span>}
      mark={
        startedAt !== null && (
          <time dateTime={startedAt} className={css.time}>
            {clockTime(new Date(startedAt), zone)}
          </time>
        )
      }
    />
  )
}
