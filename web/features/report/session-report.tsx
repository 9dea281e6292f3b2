import { useEffect, useState } from 'react'
import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { EveningSoFar, Report } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { dayAndTime, useConcertTime, useViewerZone } from '#web/lib/format.ts'
import { usePoll } from '#web/lib/value-hooks.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage, ownConcert } from '#web/parts/frame/artist-page.tsx'
import { TO_EVENINGS } from '#web/parts/frame/cabinet-places.ts'
import { GoalLine } from '#web/parts/money/goal-line.tsx'
import { ThanksList } from '#web/parts/songs/thanks-list.tsx'
import { ExternalLink, Pencil } from '#web/ui/icons/artist-icons.tsx'
import type { BadgeProps } from '#web/ui/status/badge.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { ListMusic } from '#web/ui/icons/more-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ReportFigures, SongLists, WantedSongs } from './report-parts.tsx'
import { SplitSection } from './split-section.tsx'
import type { ReportStage } from './report-texts.ts'
import { ranText, stageOf } from './report-texts.ts'
import css from './report.module.css'

type ReportLinksProps = { session: Session; stage: ReportStage }

/** The links from a report: to the pad, to the queue, to the announcement. */
function ReportLinks({ session, stage }: ReportLinksProps) {
  const { id, artist } = session
  const live = stage === 'ahead' || stage === 'on'
  return (
    <nav aria-label="Концерт" className="flow">
      {stage === 'on' && (
        <Button variant="primary" size="s" href="/artist?tab=concert" icon={<Play />}>
          Открыть пульт
        </Button>
      )}
      {live && (
        <Button size="s" href={`/artist/session/manage/${id}`} icon={<ListMusic />}>
          Очередь песен
        </Button>
      )}
      <Button size="s" href={`/artist/create-new-session/advanced/${id}`} icon={<Pencil />}>
        {stage === 'over' ? 'Поправить страницу концерта' : 'Изменить концерт'}
      </Button>
      <Button size="s" href={`/user/${artist.username}/${id}`} icon={<ExternalLink />}>
        Страница концерта
      </Button>
    </nav>
  )
}

type OwnReport = { session: Session; report: Report }

const askReport = (sessionId: string) => call(api.session.report, { query: { sessionId } })

type StageBadgeProps = { stage: ReportStage }

const LOOKS: Record<ReportStage, { tone: NonNullable<BadgeProps['tone']>; text: string }> = {
  ahead: { tone: 'plain', text: 'Ещё не начался' },
  on: { tone: 'now', text: 'Идёт сейчас' },
  over: { tone: 'off', text: 'Концерт прошёл' },
  neverBegan: { tone: 'off', text: 'Не начинался' },
}

/** The stage of the concert. */
function StageBadge({ stage }: StageBadgeProps) {
  const { tone, text } = LOOKS[stage]
  return <Badge tone={tone}>{text}</Badge>
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Отчёт о концерте',
  async (artist, { params }): Promise<OwnReport> => {
    const session = await ownConcert(artist, params['id'])
    return { session, report: await askReport(session.id) }
  },
)

const LOOK_MS = 15_000
/** The report of a past or running concert. */
export default function SessionReport() {
  const loaded = useLoaderData<OwnReport>()
  return <ReportPage key={loaded.session.id} loaded={loaded} />
}

const askThanks = (sessionId: string) =>
  orWhenUnavailable(call(api.artist.thanks, { query: { sessionId } }), 'failed' as const)

/** The thanks of listeners, also after the pad was closed; loaded after the report. */
function ReportThanks({ sessionId }: { sessionId: string }) {
  const [thanks, setThanks] = useState<EveningSoFar['thanks'] | 'failed'>([])
  useEffect(() => void askThanks(sessionId).then(setThanks), [sessionId])
  if (thanks === 'failed')
    return (
      <Section title="Спасибо">
        <p role="alert">Не удалось узнать, кто сказал спасибо. Проверьте интернет.</p>
        <Button onClick={() => void askThanks(sessionId).then(setThanks)}>
          Попробовать ещё раз
        </Button>
      </Section>
    )
  return <ThanksList sessionId={sessionId} thanks={thanks} onAnswer={() => undefined} />
}

function ReportPage({ loaded }: { loaded: OwnReport }) {
  const { session } = loaded
  const [report, setReport] = useState(loaded.report)
  const { timeZone, name, city } = session.location
  const zone = useViewerZone(timeZone)
  const { venueNote } = useConcertTime(session)
  const stage = stageOf(report)
  const ran = ranText(report, timeZone)
  const quiet = report.orders === 0 && report.playedSongs === 0 && report.tips.count === 0
  const empty = quiet && (stage === 'over' || stage === 'neverBegan')

  // Songs are played and money settles while the page is open.
  const refresh = async () => setReport(await askReport(session.id))
  const songs = [...report.played, ...report.skipped, ...report.waiting]
  const isReturning = songs.some(({ credits }) =>
    credits.some(({ state }) => state === 'returning'),
  )
  usePoll(stage === 'on' || report.money.held > 0 || isReturning, LOOK_MS, () => {
    void orWhenUnavailable(refresh(), undefined)
  })

  return (
    <ArtistFrame
      columns
      title={session.title}
      back={TO_EVENINGS}
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
      <div className={css.part}>
        <div className={css.state}>
          <StageBadge stage={stage} />
          {ran !== null && <p className="muted">{ran}</p>}
          {ran !== null && venueNote && (
            <p className="t-s muted">Время в отчёте — по часам площадки.</p>
          )}
        </div>
        {!empty && <ReportFigures report={report} />}
        {report.goal !== null && <GoalLine goal={report.goal} />}
        <ReportLinks session={session} stage={stage} />
        {!empty && (
          <CsvButton
            load={() => callForFile(api.session.reportCsv, { query: { sessionId: session.id } })}
            name={`otchet-${session.dateTimeStart.slice(0, 10)}.csv`}
          />
        )}
        {report.playedSongs > 0 && (
          <Button block href={`/artist/works?sessionId=${session.id}`}>
            Список исполненных произведений
          </Button>
        )}
      </div>
      <div className={css.part}>
        {empty ? (
          <EmptyState
            text={
              stage === 'over'
                ? 'На этом концерте ничего не заказывали и не играли по заказу.'
                : 'Этот концерт так и не начали, и заказов на него не было.'
            }
          />
        ) : (
          <>
            {report.split && (
              <SplitSection
                sessionId={session.id}
                day={session.dateTimeStart.slice(0, 10)}
                split={report.split}
                refresh={refresh}
              />
            )}
            <ReportThanks sessionId={session.id} />
            <SongLists report={report} zone={timeZone} onReturned={refresh} />
            {report.orders > 0 && <WantedSongs songs={loaded.report.wanted} />}
          </>
        )}
      </div>
    </ArtistFrame>
  )
}
