import { api } from '#contract/index.ts'
import type { Report as ReportOnWire, ReportSong } from '#contract/report.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { triesOf } from '#server/platform/http/limits.ts'
import { on } from '#server/platform/http/route.ts'
import type { Route } from '#server/platform/http/route.ts'
import { sumsFor } from '../queue/queue-view.service.ts'
import { announceConcert, correctConcert, playHere } from './announcing.service.ts'
import {
  deleteConcerts,
  pauseConcert,
  resumeConcert,
  setConcertStatus,
  takeConcertBreak,
  takeDueSteps,
} from './concert-lifecycle.service.ts'
import {
  searchConcerts,
  showConcert,
  showCurrentConcert,
  showNextConcert,
  showPastConcerts,
  songsOfConcert,
} from './concert-views.service.ts'
import {
  enterClosedConcert,
  findConcertForLive,
  forgetGoneConcerts,
  setGoing,
  updateConcert,
} from './concerts.service.ts'
import { publishConcert, publishDue } from './publishing.service.ts'
import { cancelledAhead, cancelledConcert, lastEnded, songsShown } from './ended.service.ts'
import { allEvenings, eveningsCsv } from './evenings.service.ts'
import { concertLocations, recommendConcerts } from './finding.service.ts'
import {
  keepsakeKeyOf,
  keepsakeOf,
  keepsakePicture,
  keepsakesOf,
  placeShown,
} from './keepsakes.service.ts'
import { concertReport, eveningSoFar, reportCsv, unseen } from './report.service.ts'
import type { ConcertReport, ReportLine } from './report.service.ts'
import { changeRules, ownDefaults, playConcertLonger, rulesOfConcert } from './rules.service.ts'
import { NO_SESSION, momentThere, sessionShape } from './session-shape.ts'

function reportRoutes(ctx: Context): Route[] {
  return [
    on(api.session.evenings, ({ artist, query }) => allEvenings(ctx, artist.id, query.period)),
    on(api.session.eveningsCsv, async ({ artist }) =>
      csvFile(await eveningsCsv(ctx, artist.id), 'vechera.csv'),
    ),
    on(api.session.report, async ({ artist, query }) =>
      reportOnWire(await concertReport(ctx, artist.id, query.sessionId)),
    ),
    on(api.artist.evening, async ({ artist, query }) => {
      const { secondPad } = artist
      const withTips = secondPad === undefined || secondPad.rights?.includes('tips') === true
      const { played, tips, thanks } = await eveningSoFar(ctx, artist.id, query.sessionId, {
        withTips,
      })
      return {
        played: played.map(sumsFor(artist)).map((entry) => ({
          ...entry,
          endedAt: entry.endedAt.toISOString(),
          undoUntil: entry.undoUntil.toISOString(),
        })),
        tips: tips && tipsOnWire(tips),
        thanks: thanks.map((one) => ({ ...one, at: one.at.toISOString() })),
      }
    }),
    on(api.session.reportCsv, async ({ artist, query }) => {
      const { text, fileName } = await reportCsv(ctx, artist.id, query.sessionId)
      return csvFile(text, fileName)
    }),
  ]
}

const csvFile = (text: string, fileName: string) => ({
  type: 'text/csv; charset=utf-8',
  bytes: Buffer.from(text),
  fileName,
})

function tipsOnWire({
  sum,
  newest,
}: NonNullable<Awaited<ReturnType<typeof eveningSoFar>>['tips']>) {
  return { sum, newest: newest.map((tip) => ({ ...tip, at: tip.at.toISOString() })) }
}

function reportOnWire({
  concert,
  money,
  tips,
  split,
  withFollowing,
  ...rest
}: ConcertReport): ReportOnWire {
  return {
    ...rest,
    ...unseen(concert),
    ...(withFollowing && { withFollowing }),
    sessionId: concert.id,
    title: concert.title,
    sessionStatus: concert.status,
    startedAt: moment(concert.startedAt),
    finishedAt: moment(concert.finishedAt),
    money: { ...money, net: money.gross - money.commission },
    tips: { ...tips, net: tips.gross - tips.commission },
    split: split && { ...split, parts: [...split.parts], band: [...split.band] },
    played: rest.played.map(songOnWire),
    skipped: rest.skipped.map(songOnWire),
    waiting: rest.waiting.map(songOnWire),
    wanted: [...rest.wanted],
  }
}

function songOnWire({ id, money, credits, startedAt, endedAt, ...song }: ReportLine): ReportSong {
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
    credits: [...credits],
  }
}

function moment(at: Date | null): string | null {
  return at === null ? null : at.toISOString()
}

const DEFAULT_LIMIT = 40

const degrees = (given: number | '' | null = null) => (given === '' ? null : given)

function readingRoutes(ctx: Context): Route[] {
  const sessionOf = sessionShape(ctx)
  return [
    // Each of these two searches all concerts ahead.
    on(api.session.searchRecommended, async ({ body }) => {
      const { latitude, longitude } = body.coords
      const from = { latitude: degrees(latitude), longitude: degrees(longitude) }
      const found = await recommendConcerts(ctx, { ...body, ...from, songIds: body.songs })
      return found.map(({ concert, match }) => ({ ...sessionOf(concert), match }))
    }),
    on(api.session.searchLocations, async ({ body }) =>
      (await concertLocations(ctx, body)).map(({ startsAt, ...location }) => ({
        ...location,
        dateTimeStart: momentThere(startsAt, location.timeZone),
      })),
    ),
    on(api.page.getCurrentSessionInfo, async ({ query, viewer }) => {
      const guest = { viewer: viewer?.id, pass: query.pass }
      const concert = await showCurrentConcert(ctx, query.artistUsername, guest)
      if (concert !== null) return sessionOf(concert)
      return { ...NO_SESSION, ...(await ownDefaults(ctx, query.artistUsername, viewer)) }
    }),
    on(api.page.getNextSession, async ({ query, viewer }) => {
      const concert = await showNextConcert(ctx, query.artistUsername, viewer?.id ?? null)
      return concert === null ? null : sessionOf(concert)
    }),
    on(api.session.byId, async ({ query, viewer }) =>
      sessionOf(await showConcert(ctx, query.sessionId, { viewer: viewer?.id, pass: query.pass })),
    ),
    enterRoute(ctx),
    on(api.session.songs, async ({ query, viewer }) => {
      const whose = { viewer: viewer?.id ?? null, limit: query.limit ?? DEFAULT_LIMIT }
      return [...(await songsOfConcert(ctx, query.sessionId, whose))]
    }),
    on(api.session.getSessions, async ({ body, viewer, address }) => {
      // A search by songs scans thousands of concerts; the list of one artist is opened by a whole audience at once.
      if ((body.songIds ?? []).length > 0) await ctx.limits.spend('findOfAddress', address)
      const wish = { ...body, limit: body.limit ?? DEFAULT_LIMIT }
      return (await searchConcerts(ctx, wish, viewer?.id ?? null)).map(sessionOf)
    }),
    on(api.session.cancelled, ({ query, viewer }) =>
      cancelledConcert(ctx, query.sessionId, viewer?.id ?? null),
    ),
    on(api.session.cancelledAhead, ({ query }) => cancelledAhead(ctx, query.artistUsername)),
    on(api.session.last, ({ query }) => lastEnded(ctx, query.artistUsername)),
    on(api.session.played, ({ query }) => songsShown(ctx, query.sessionId)),
    on(api.session.past, async ({ artist, query }) => {
      const part = { limit: query.limit ?? DEFAULT_LIMIT, cursor: query.cursor }
      return (await showPastConcerts(ctx, artist.id, part)).map(sessionOf)
    }),
  ]
}

function enterRoute(ctx: Context): Route {
  return on(api.session.enter, ({ body: { sessionId: id, word, pass }, device, address }) => {
    const rates = { device: 'wordOfConcertAndDevice', address: 'wordOfConcertAndAddress' } as const
    const tries = triesOf(ctx.limits, { device, address }, rates, id)
    return enterClosedConcert(ctx, { id, word, pass }, tries)
  })
}

function announcingRoutes(ctx: Context): Route[] {
  const sessionOf = sessionShape(ctx)
  return [
    on(api.session.playHere, async ({ body, artist, idempotencyKey }) => ({
      id: await playHere(ctx, artist.id, body, idempotencyKey),
    })),
    on(api.session.create, async ({ body, artist, idempotencyKey }) => {
      const draft = {
        startsAt: body.dateTimeStart,
        durationHours: body.durationHours,
        durationMinutes: body.durationMinutes,
        // The API uses one name for the concert's title and its long text; here it is the title.
        title: body.description,
        place: body.location,
        repeat: body.repeat,
        publishAt: body.publishAt,
        closedSession: body.closedSession,
      }
      return { id: await announceConcert(ctx, artist.id, draft, idempotencyKey) }
    }),
    on(api.session.publish, async ({ body: { sessionId: id, following, publishAt }, artist }) =>
      sessionOf(await publishConcert(ctx, artist.id, { id, following }, publishAt)),
    ),
    on(api.session.update, async ({ body, artist }) => {
      const { sessionId: id, following, advancedSessionDTO } = body
      return sessionOf(await updateConcert(ctx, artist.id, { id, following }, advancedSessionDTO))
    }),
    on(api.session.correct, async ({ body, artist }) => {
      const { sessionId: id, following, words, description: title, location: place, time } = body
      const at = time ? { ...time, startsAt: time.dateTimeStart } : null
      const typed = { title, place, time: at, words }
      return sessionOf(await correctConcert(ctx, artist.id, { id, following }, typed))
    }),
    on(api.session.remove, async ({ query, artist }) => {
      const { sessionId: id, following, words } = query
      await deleteConcerts(ctx, artist.id, { id, following, words })
      return true
    }),
    on(api.session.going, async ({ body, device }) => {
      const deviceId = body.going ? await device.ensure() : device.known()
      return { goingCount: await setGoing(ctx, body.sessionId, deviceId, body.going) }
    }),
  ]
}

function lifecycleRoutes(ctx: Context): Route[] {
  const sessionOf = sessionShape(ctx)
  return [
    on(api.artist.updateSessionStatus, async ({ body, artist }) => {
      const { sessionId, sessionStatus, playedId } = body
      return sessionOf(await setConcertStatus(ctx, artist.id, sessionId, sessionStatus, playedId))
    }),
    on(api.artist.pause, async ({ artist }) => sessionOf(await pauseConcert(ctx, artist.id))),
    on(api.artist.takeBreak, async ({ artist, body }) =>
      sessionOf(await takeConcertBreak(ctx, artist.id, body.sessionId, new Date(body.until))),
    ),
    on(api.artist.eveningRules, ({ artist, query }) =>
      rulesOfConcert(ctx, artist.id, query.sessionId),
    ),
    on(api.artist.changeRules, ({ artist, body: { sessionId: concertId, ...wish } }) =>
      changeRules(ctx, artist.id, { concertId, ...wish }),
    ),
    on(api.artist.takeOrders, async ({ artist, body, params: { state } }) => {
      await changeRules(ctx, artist.id, {
        concertId: body.sessionId,
        rules: { lastCall: state },
      })
      return { state }
    }),
    on(api.artist.playLonger, async ({ artist, body, idempotencyKey }) =>
      sessionOf(await playConcertLonger(ctx, artist.id, body, idempotencyKey)),
    ),
    on(api.artist.resume, async ({ artist }) => sessionOf(await resumeConcert(ctx, artist.id))),
  ]
}

/** How long a browser may reuse a picture that it has just shown. */
const PICTURE_KEPT_SECONDS = 300

function keepsakeRoutes(ctx: Context): Route[] {
  const sessionOf = sessionShape(ctx)
  return [
    on(api.songs.keepsakeKey, async ({ query, device }) => ({
      key: await keepsakeKeyOf(ctx, query.sessionId, device.known()),
    })),
    on(api.songs.keepsake, async ({ query }) => {
      const { concert, orders, next, ...sounded } = await keepsakeOf(
        ctx,
        query.sessionId,
        query.key,
      )
      const { id, title, dateTimeStart, artist, location, sessionStatus } = sessionOf(
        placeShown(concert),
      )
      const { name, city, timeZone } = location
      return {
        session: { id, title, dateTimeStart, artist, location: { name, city, timeZone } },
        over: sessionStatus === 'PLAYED',
        orders: orders.map((order) => ({
          ...order,
          startedAt: order.startedAt && momentThere(order.startedAt, timeZone),
        })),
        songs: sounded.songs,
        played: [...sounded.played],
        next: next && sessionOf(next),
      }
    }),
    on(api.songs.keepsakes, ({ query, device }) =>
      keepsakesOf(ctx, query.artistUsername, device.known()),
    ),
    on(api.songs.keepsakePicture, async ({ query }) => ({
      type: 'image/jpeg',
      bytes: await keepsakePicture(ctx, query.sessionId, query.key),
      keepSeconds: PICTURE_KEPT_SECONDS,
    })),
  ]
}

const CLOCK_MS = 2000

export const concerts: Module = {
  routes: (ctx) => [
    ...readingRoutes(ctx),
    ...announcingRoutes(ctx),
    ...lifecycleRoutes(ctx),
    ...keepsakeRoutes(ctx),
    ...reportRoutes(ctx),
  ],
  findConcert: findConcertForLive,
  jobs: [
    { everyMs: CLOCK_MS, run: takeDueSteps },
    { everyMs: CLOCK_MS, run: publishDue },
  ],
  forget: [forgetGoneConcerts],
}
