import type { Report, ReportSong } from '#contract/report.ts'
import { clockTime } from '#domain/russian.ts'
import { SongRow } from '#web/parts/song-row.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import type { ReportStage } from './report-words.ts'
import { songWords, stageOf } from './report-words.ts'
import css from './session-report.module.css'

type ReportSongRowProps = {
  song: ReportSong
  /** IANA name of the venue's zone. */
  zone: string
  number?: number
}

/** A song of the evening: when it sounded, who wanted it, what became of the money. */
function ReportSongRow({ song, zone, number }: ReportSongRowProps) {
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

export type SongListsProps = { report: Report; zone: string }

const NOTHING_PLAYED: Record<ReportStage, string | null> = {
  ahead: null,
  on: 'Пока не прозвучало ни одной песни.',
  over: 'На этом концерте не прозвучало ни одной песни.',
  neverBegan: null,
}

/** What was played and when, what still waits, and what was not played. */
export function SongLists({ report, zone }: SongListsProps) {
  const { played, waiting, skipped } = report
  const stage = stageOf(report)
  const nothing = NOTHING_PLAYED[stage]
  return (
    <>
      {(played.length > 0 || nothing !== null) && (
        <Section title="Прозвучало" count={played.length > 0 ? report.playedSongs : undefined}>
          {played.length === 0 && <EmptyState text={nothing ?? ''} />}
          <ol>
            {played.map((song) => (
              <ReportSongRow key={song.entryId} song={song} zone={zone} />
            ))}
          </ol>
          <Rest shown={played.length} all={report.playedSongs} />
        </Section>
      )}
      {(stage === 'ahead' || waiting.length > 0) && (
        <Section
          title={stage === 'ahead' ? 'Что уже заказали' : 'Ждут в очереди'}
          count={waiting.length > 0 ? report.waitingSongs : undefined}
        >
          {waiting.length === 0 && (
            <EmptyState text="Пока ничего не заказали. Поделитесь концертом, и слушатели смогут выбрать песни заранее." />
          )}
          <ol>
            {waiting.map((song, place) => (
              <ReportSongRow key={song.entryId} song={song} zone={zone} number={place + 1} />
            ))}
          </ol>
          <Rest shown={waiting.length} all={report.waitingSongs} />
        </Section>
      )}
      {skipped.length > 0 && (
        <Section title="Не прозвучало" count={skipped.length}>
          <ol>
            {skipped.map((song) => (
              <ReportSongRow
                key={song.entryId ?? `late ${song.songId}`}
                song={{ ...song, startedAt: null }}
                zone={zone}
              />
            ))}
          </ol>
          <Rest shown={skipped.length} all={report.skippedSongs} />
        </Section>
      )}
    </>
  )
}

function Rest({ shown, all }: { shown: number; all: number }) {
  if (all <= shown) return null
  return <p className="t-s muted">{`Здесь первые ${shown} из ${all}. Все — в таблице CSV.`}</p>
}
