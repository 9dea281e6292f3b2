import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#domain/refusal.ts'
import type { Module } from '#server/module.ts'
import { compressFor } from '#server/platform/http/compress.ts'
import { readCookie } from '#server/platform/http/device.ts'
import { isNotModified } from '#server/platform/http/if-none-match.ts'
import { FILE_POLICY } from '#server/platform/http/policy.ts'
import { artistCalendar, concertCalendar, concertFeed, isNickname } from './calendar.service.ts'

const CALENDAR = 'text/calendar; charset=utf-8'
const FEED = 'application/rss+xml; charset=utf-8'
const FRESH_SECONDS = 300

type OfArtist = { Params: { artistUsername: string } }
type OfConcert = { Params: { artistUsername: string; sessionId: string } }

/** /user/{u}.ics, /user/{u}/{id}.ics and /user/{u}/feed.xml, which calendar programs and feed readers poll. */
export const calendar: Module = {
  serve(http, ctx) {
    const { limits } = ctx
    const options = { schema: { hide: true } }

    http.get<OfArtist>('/user/:artistUsername.ics', options, async (request, reply) => {
      await limits.spend('previewOfAddress', request.ip)
      const { artistUsername } = request.params
      // With a trailing slash the same address is the artist's page.
      if (await isNickname(ctx, `${artistUsername}.ics`))
        return reply.redirect(`/user/${artistUsername}.ics/`, 302)
      const text = await artistCalendar(ctx, artistUsername)
      return answer(request, reply, { type: CALENDAR, text, fileName: `${artistUsername}.ics` })
    })

    http.get<OfConcert>('/user/:artistUsername/:sessionId.ics', options, async (request, reply) => {
      await limits.spend('previewOfAddress', request.ip)
      const { artistUsername, sessionId } = request.params
      const pass = readCookie(request.headers.cookie, 'evening_pass')
      const { text, ofGuest } = await concertCalendar(ctx, artistUsername, sessionId, pass)
      void reply.header('vary', 'cookie')
      return answer(request, reply, { type: CALENDAR, text, fileName: 'concert.ics', ofGuest })
    })

    http.get<OfArtist>('/user/:artistUsername/feed.xml', options, async (request, reply) => {
      await limits.spend('previewOfAddress', request.ip)
      const text = await concertFeed(ctx, request.params.artistUsername)
      return answer(request, reply, { type: FEED, text })
    })
  },
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    type,
    text,
    fileName,
    ofGuest = false,
  }: { type: string; text: string | null; fileName?: string; ofGuest?: boolean },
): Promise<FastifyReply> {
  if (text === null) throw new Refusal('NOT_FOUND', 'Такого календаря нет')
  const bytes = Buffer.from(text)
  // The bytes depend on the encoding, so the tag is made from the text.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`
  void reply.headers({
    etag,
    'cache-control': ofGuest ? 'private, no-store' : `public, max-age=${FRESH_SECONDS}`,
    vary: [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '),
    // A browser that opens a feed directly shows text, never a page that acts in our name.
    'content-security-policy': FILE_POLICY,
  })
  if (isNotModified(request.headers, etag)) return reply.code(304).send()
  const sent = await compressFor(request.headers['accept-encoding'], bytes)
  if (sent.encoding !== null) void reply.header('content-encoding', sent.encoding)
  if (fileName !== undefined)
    void reply.header('content-disposition', `inline; filename="${fileName}"`)
  return reply.type(type).send(sent.bytes)
}
