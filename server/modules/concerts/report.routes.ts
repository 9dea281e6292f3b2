import { api } from '#contract/index.ts'
import type { Report as ReportOnWire, ReportSong } from '#contract/report.ts'
import { on } from '../../platform/http/route.ts'
import type { Route } from '../../platform/http/route.ts'
import type { ConcertReport, ReportService, ReportLine } from './report.service.ts'

export function reportRoutes(report: ReportService): Route[] {
  return [
    on(api.session.report, async ({ artist, query }) =>
      reportOnWire(await report.of(artist.id, query.sessionId)),
    ),
    on(api.session.reportCsv, async ({ artist, query }) => {
      const { text, fileName } = await report.csv(artist.id, query.sessionId)
      return { type: 'text/csv; charset=utf-8', bytes: Buffer.from(text), fileName }
    }),
  ]
}

function reportOnWire({ concert, money, tips, ...rest }: ConcertReport): ReportOnWire {
  return {
    ...rest,
    sessionId: concert.id,
    title: concert.title,
    sessionStatus: concert.status,
    startedAt: moment(concert.startedAt),
    finishedAt: moment(concert.finishedAt),
    money: { ...money, net: money.gross - money.commission },
    tips: { ...tips, net: tips.gross - tips.commission },
    played: rest.played.map(songOnWire),
    skipped: rest.skipped.map(songOnWire),
    waiting: rest.waiting.map(songOnWire),
    wanted: [...rest.wanted],
  }
}

function songOnWire({ id, money, startedAt, endedAt, ...song }: ReportLine): ReportSong {
  const { gross, commission, held, givenBack } = money
  return {
    ...song,
    entryId: id,
    startedAt: moment(startedAt),
    endedAt: moment(endedAt),
    gross,
    commission,
    net: gross - commission,
    held,
    givenBack,
  }
}

function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}
