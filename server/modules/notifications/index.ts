import type { FastifyInstance } from 'fastify'
import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { SECOND_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  confirmFollowByLink,
  endFollowByLink,
  endFollowOfDevice,
  followByEmail,
  followByPush,
  followOfLink,
  followWays,
  forgetOldFollows,
} from './follows.service.ts'
import { forgetOldGuests, notifyGuests } from './guests.service.ts'
import { notifyListeners, setPushTarget } from './listeners.service.ts'
import { forgetOver } from './listeners.store.ts'
import { notifyFollowers } from './news.service.ts'
import { awaitedSongs, saveTownWish, wishSong } from './wishes.service.ts'

/** For work that another process left; own changes wake the clock. */
const CLOCK_MS = 5 * SECOND_MS
/** Queues change in bursts, all of which one run serves. */
const ON_CHANGE = {
  everyMs: CLOCK_MS,
  wakes: ({ wakes }: Context) => wakes.push,
  restMs: 200,
}

export const notifications: Module = {
  routes: (ctx) => [
    on(api.songs.pushKey, async () => ({ publicKey: ctx.push.publicKey })),
    on(api.songs.pushSubscription, ({ body, device }) =>
      setPushTarget(ctx, body.orderId, device.known(), body.subscription),
    ),
    on(api.follows.byPush, async ({ body: { subscription, ...asked }, device, address }) =>
      followByPush(ctx, asked, { target: subscription, deviceId: await device.ensure(), address }),
    ),
    on(api.follows.byEmail, async ({ body, device }) =>
      followByEmail(ctx, body, {
        deviceId: await device.ensure(),
        async spendOfMailbox(mailbox) {
          await ctx.limits.spend('mailToAccount', mailbox)
          await ctx.limits.spend('mailToAccountADay', mailbox)
        },
        async spendOfSubject(subject) {
          await ctx.limits.spend('mailAboutArtist', subject)
          await ctx.limits.spend('mailToStrangers', '')
        },
      }),
    ),
    on(api.follows.own, ({ query, device }) => followWays(ctx, query, device.known())),
    on(api.follows.end, ({ body, device }) => endFollowOfDevice(ctx, body, device.known())),
    on(api.follows.ofLink, async ({ query }) => followOnWire(await followOfLink(ctx, query.token))),
    on(api.follows.confirm, async ({ body, device, address }) => {
      const by = { deviceId: await device.ensure(), address }
      return followOnWire(await confirmFollowByLink(ctx, body, by))
    }),
    on(api.follows.endByLink, ({ body }) => endFollowByLink(ctx, body.token)),
    on(api.follows.wish, ({ body, device, address }) =>
      saveTownWish(ctx, body, { deviceId: device.ensure, known: device.known(), address }),
    ),
    on(api.songs.wish, ({ body, device, address }) =>
      wishSong(ctx, body, { deviceId: device.ensure, address }),
    ),
    on(api.artist.townWishes, ({ artist, query }) => {
      const { inTown, ownOnly = false, persons, town, songId } = query
      const after =
        persons === undefined || town === undefined || songId === undefined
          ? null
          : { persons, town, songId }
      return awaitedSongs(ctx, artist.id, { town: inTown, ownOnly, after })
    }),
  ],
  serve: serveOneClick,
  jobs: [
    { run: notifyListeners, ...ON_CHANGE },
    // An announcement waits first, so nothing is sent at once.
    { everyMs: CLOCK_MS, run: notifyFollowers },
    { run: notifyGuests, ...ON_CHANGE },
  ],
  // Subscriptions of phones are stored no longer than a concert lasts.
  forget: [({ sql }) => forgetOver(sql), forgetOldFollows, forgetOldGuests],
}

type Found = Awaited<ReturnType<typeof followOfLink>>

function followOnWire({ username, name, songId, title, performer, town, ...found }: Found) {
  const { concertId, concertTitle, confirmed } = found
  return {
    artist: username === null ? null : { username, name: name ?? '' },
    song:
      songId === null || town === null
        ? null
        : { songId, title: title ?? '', artistName: performer ?? '', town },
    session: concertId === null ? null : { id: concertId, title: concertTitle ?? '' },
    town: songId === null ? town : null,
    confirmed: Boolean(confirmed),
  }
}

const BODY_MOST = 16 * 1024

/** RFC 8058: mail programs post here, in either form encoding; a browser is redirected to the page that asks. */
async function serveOneClick(http: FastifyInstance, ctx: Context): Promise<void> {
  type OfToken = { Params: { token: string } }
  const options = { schema: { hide: true }, bodyLimit: BODY_MOST }
  await http.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_, __, done) => done(null))
    scope.post<OfToken>('/follow/:token/one-click', options, async ({ params, ip }, reply) => {
      await ctx.limits.spend('followOfAddress', ip)
      try {
        await endFollowByLink(ctx, params.token)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return reply.code(404).type('text/plain; charset=utf-8').send(error.message)
      }
      return reply.type('text/plain; charset=utf-8').send('Больше не пишем')
    })
    scope.get<OfToken>('/follow/:token/one-click', options, ({ params }, reply) =>
      reply.redirect(`/follow/${encodeURIComponent(params.token)}/end`, 302),
    )
  })
}
