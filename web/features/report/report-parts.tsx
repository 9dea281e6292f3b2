import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Report, ReportSong, WantedSong } from '#contract/report.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { ReturnMoney } from '#web/parts/money/return-money.tsx'
import { returnText } from '#web/parts/money/return-texts.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Undo2 } from '#web/ui/icons/artist-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { ReportStage } from './report-texts.ts'
import { figuresOf, listeners, songText, stageOf } from './report-texts.ts'
import css from './report.module.css'
import { WhoOrdered } from './who-ordered.tsx'

type Wanted = {
  has(songId: string): boolean
  isPending(songId: string): boolean
  add(song: WantedSong): void
  takeBack(song: WantedSong): void
}

/** Adds wanted songs to the repertoire, and removes them again. */
function useWanted(): Wanted {
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set())
  const { press, isPending } = usePresses()

  return {
    has: (songId) => added.has(songId),
    isPending,
    add: ({ songId, title, artistName, imageUrl }) =>
      void press(songId, async () => {
        await call(api.artist.addFavorite, { body: { songId, title, artistName, imageUrl } })
        setAdded((before) => new Set([...before, songId]))
      }),
    takeBack: ({ songId }) =>
      void press(songId, async () => {
        await call(api.artist.removeFavorite, { query: { songId } })
        setAdded((before) => new Set([...before].filter((id) => id !== songId)))
      }),
  }
}

type WantedSongsProps = { songs: readonly WantedSong[] }

/** The songs that listeners ordered and the repertoire lacks; one press adds each, another removes it. */
export function WantedSongs({ songs }: WantedSongsProps) {
  const wanted = useWanted()
  return (
    <Section title="Хотели услышать, а в репертуаре нет">
      {songs.length === 0 && (
        <EmptyState muted rest={false} text="Все заказанные песни есть в вашем репертуаре." />
      )}
      <ul>
        {songs.map((song) => {
          const { songId, title, backers, played } = song
          const has = wanted.has(songId)
          return (
            <SongRow
              key={songId}
              song={song}
              note={
                has ? (
                  'В репертуаре'
                ) : (
                  <span className={css.quiet}>
                    {listeners(backers)}
                    {played && ' · прозвучала'}
                  </span>
                )
              }
              actions={
                <IconButton
                  label={has ? `Отменить: ${title}` : `В репертуар: ${title}`}
                  variant={has ? 'tonal' : 'invert'}
                  loading={wanted.isPending(songId)}
                  onClick={() => (has ? wanted.takeBack(song) : wanted.add(song))}
                >
                  {has ? <Undo2 /> : <Plus />}
                </IconButton>
              }
            />
          )
        })}
      </ul>
    </Section>
  )
}

type ReportSongRowProps = {
  sessionId: string
  song: ReportSong
  /** IANA name of the venue's zone. */
  zone: string
  number?: number
  onReturned: () => Promise<void>
}

/** A song of the evening: when it was played, who ordered it, and its money. */
function ReportSongRow({ sessionId, song, zone, number, onReturned }: ReportSongRowProps) {
  const { startedAt, status, credits } = song
  const text = songText(song)
  const open = credits.filter((credit) => returnText(credit) === null)
  const settled = credits.filter((credit) => returnText(credit) !== null)
  return (
    <SongRow
      song={song}
      {...(number === undefined ? {} : { number })}
      tone={status === 'NOW' ? 'now' : undefined}
      note={
        <>
          {text !== '' && <span className={css.quiet}>{text}</span>}
          {settled.map((credit) => (
            <span key={credit.paymentId} className={css.credit}>
              {returnText(credit)}
            </span>
          ))}
          {open.length > 0 && (
            <details>
              <summary className={css.payments}>
                {counted(open.length, 'платёж', 'платежа', 'платежей')}
              </summary>
              {open.map((credit) => (
                <span key={credit.paymentId} className={css.credit}>
                  <ReturnMoney credit={credit} about={song.title} onReturned={onReturned} />
                </span>
              ))}
            </details>
          )}
        </>
      }
      mark={
        startedAt !== null && (
          <time dateTime={startedAt} className={css.time}>
            {clockTime(new Date(startedAt), zone)}
          </time>
        )
      }
      actions={<WhoOrdered sessionId={sessionId} song={song} onTakenOut={onReturned} />}
    />
  )
}

type SongListsProps = { report: Report; zone: string; onReturned: () => Promise<void> }

const NOTHING_PLAYED: Record<ReportStage, string | null> = {
  ahead: null,
  on: 'Пока не прозвучало ни одной песни.',
  over: 'На этом концерте не прозвучало ни одной песни.',
  neverBegan: null,
}

/** The played songs with their times, the waiting ones, and those not played. */
export function SongLists({ report, zone, onReturned }: SongListsProps) {
  const { sessionId, played, waiting, skipped } = report
  const stage = stageOf(report)
  const nothing = NOTHING_PLAYED[stage]
  return (
    <>
      {(played.length > 0 || nothing !== null) && (
        <Section title="Прозвучало" count={played.length > 0 ? report.playedSongs : undefined}>
          {played.length === 0 && <EmptyState text={nothing ?? ''} />}
          <ol>
            {played.map((song) => (
              <ReportSongRow key={song.entryId} {...{ sessionId, song, zone, onReturned }} />
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
              <ReportSongRow
                key={song.entryId}
                {...{ sessionId, song, zone, onReturned }}
                {...(song.status !== 'COLLECTING' && { number: place + 1 })}
              />
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
                {...{ sessionId, zone, onReturned }}
                song={{ ...song, startedAt: null }}
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

type ReportFiguresProps = { report: Report }

/** The concert in numbers, its earnings first; and the number of listeners behind each song. */
export function ReportFigures({ report }: ReportFiguresProps) {
  const bars = report.played.map(({ entryId, songId, title, backers }) => ({
    key: entryId ?? songId,
    value: backers,
    title: `${title}: ${listeners(backers)}`,
  }))
  return (
    <Figures
      figures={figuresOf(report)}
      bars={bars}
      caption="Сколько слушателей хотели каждую песню вечера"
    />
  )
}
