import { useState } from 'react'
import type { ClientLoaderFunctionArgs } from 'react-router'
import { useLoaderData } from 'react-router'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useConcertTime } from '#web/lib/use-concert-time.ts'
import { usePoll } from '#web/lib/use-poll.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { ArtistFrame } from '#web/parts/artist-frame.tsx'
import { ArtistSkeleton } from '#web/parts/artist-skeleton.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { CsvButton } from './csv-button.tsx'
import { askReport, loadReport } from './load-report.ts'
import type { OwnReport } from './load-report.ts'
import { ReportFigures } from './report-figures.tsx'
import { ranWords, stageOf } from './report-words.ts'
import { SongLists } from './song-lists.tsx'
import { StageBadge } from './stage-badge.tsx'
import { WantedSongs } from './wanted-songs.tsx'
import { WaysOn } from './ways-on.tsx'
import css from './session-report.module.css'

export { ArtistTrouble as ErrorBoundary } from '#web/parts/artist-trouble.tsx'

export function meta() {
  return [{ title: 'Отчёт о концерте — Бис' }, { name: 'robots', content: 'noindex' }]
}

export function clientLoader({ params }: ClientLoaderFunctionArgs): Promise<OwnReport> {
  return loadReport(params['id'] ?? '')
}

export function HydrateFallback() {
  return <ArtistSkeleton />
}

const LOOK_MS = 15_000
const BACK = {
  coming: { href: '/artist?tab=announcement', name: 'Анонсы' },
  past: { href: '/artist/session', name: 'Прошедшие концерты' },
}

/** What became of a concert, or what is becoming of it. */
export default function SessionReport() {
  const loaded = useLoaderData<OwnReport>()
  return <ReportPage key={loaded.session.id} loaded={loaded} />
}

function ReportPage({ loaded }: { loaded: OwnReport }) {
  const { session } = loaded
  const [report, setReport] = useState(loaded.report)
  const { timeZone, name, city } = session.location
  const zone = useViewerZone(timeZone)
  const { venueNote } = useConcertTime(session)
  const stage = stageOf(report)
  const ran = ranWords(report, timeZone)
  const quiet = report.orders === 0 && report.playedSongs === 0 && report.tips.count === 0

  // Songs are played and money settles while one looks.
  usePoll(stage === 'on' || report.money.held > 0, LOOK_MS, () => {
    askReport(session.id).then(setReport, () => undefined)
  })

  return (
    <ArtistFrame
      title={session.title}
      back={stage === 'over' || stage === 'neverBegan' ? BACK.past : BACK.coming}
      lead={
        <>
          <p>
            <time dateTime={session.dateTimeStart}>{dayAndTime(session.dateTimeStart, zone)}</time>
          </p>
          {venueNote && <p>{venueNote}</p>}
          <p>{[name, city].filter((part) => part !== '').join(', ')}</p>
        </>
      }
    >
      <div className={css.state}>
        <StageBadge stage={stage} />
        {ran !== null && <p className="muted">{ran}</p>}
        {ran !== null && venueNote && (
          <p className="t-s muted">Время в отчёте — по часам площадки.</p>
        )}
      </div>
      <WaysOn session={session} stage={stage} />
      {quiet && (stage === 'over' || stage === 'neverBegan') ? (
        <EmptyState
          text={
            stage === 'over'
              ? 'На этом концерте ничего не заказывали и не играли по заказу.'
              : 'Этот концерт так и не начали, и заказов на него не было.'
          }
        />
      ) : (
        <>
          <ReportFigures report={report} />
          <SongLists report={report} zone={timeZone} />
          {report.orders > 0 && <WantedSongs songs={loaded.report.wanted} />}
          <CsvButton session={session} />
        </>
      )}
    </ArtistFrame>
  )
}
