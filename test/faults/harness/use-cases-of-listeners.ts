import { createECDH, randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { paidConcert, tipped } from '#test/support/paid-concert.ts'
import { askIds, knownPhone, makePhone, makeStage, orderOf } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'
import { anyName, asking, busyStage } from './use-case.ts'
import type { Begin } from './use-case.ts'

/** An order whose song was played, and its phone's cookie. */
async function playedOrder(world: World) {
  const context = await makeStage(world)
  const phone = makePhone(world)
  const { data } = await phone.order(context, context.ids.А)
  // The song starts, then ends.
  await context.next()
  await context.next()
  return { context, input: { body: { orderId: data.orderId } }, as: { cookie: phone.cookie ?? '' } }
}

function newSubscription() {
  return {
    endpoint: `https://push.example.com/${randomUUID()}`,
    p256dh: createECDH('prime256v1').generateKeys('base64url'),
    auth: Buffer.alloc(16).toString('base64url'),
  }
}

/** An artist that an e-mail address asked to follow, and the token of the link in its e-mail. */
async function askedByMail(world: World) {
  const { username: artistUsername } = await world.artist()
  const phone = await knownPhone(world)
  const email = `${randomUUID()}@example.org`
  const body = { artistUsername, email, consent: true }
  await world.ok(api.follows.byEmail, { body }, { cookie: phone.cookie })
  const message = world.sentMail.findLast(({ to }) => to === email)
  const [, token = ''] = /\/follow\/([\w-]{43})/u.exec(message?.text ?? '') ?? []
  return { artistUsername, token, as: { cookie: phone.cookie } }
}

/** A paired tablet, and the code of its stage. */
async function pairedTablet(world: World) {
  const context = await busyStage(world)
  const body = { sessionId: context.concertId }
  const { code } = await world.ok(api.tablets.code, { body }, context.as)
  const asked = { artistUsername: context.artist.username, code, table: 7 }
  const { token } = await world.ok(api.tablets.pair, { body: asked })
  return { context, code, token }
}

/** The calls of listeners with an order, and the artist's answers to what they wrote. */
export const USE_CASES_OF_LISTENERS: Readonly<Record<string, Begin>> = {
  'songs.orderSong': async (world) => {
    const concert = await paidConcert(world)
    const body = {
      ...orderOf({ artist: concert.artist, concertId: concert.sessionId }, await concert.newSong())
        .body,
      amount: 10_000,
    }
    const as = { key: randomUUID() }
    return { ask: asking(world, api.songs.orderSong, { body }, as), settles: true }
  },
  'songs.orderSong for nothing': async (world) => {
    const context = await busyStage(world)
    const as = { key: randomUUID() }
    return { ask: asking(world, api.songs.orderSong, orderOf(context, context.ids.Д), as) }
  },
  'songs.orderSong with a dedication': async (world) => {
    const context = await busyStage(world)
    const words = { name: 'Аня', words: 'Маме на юбилей' }
    const as = { key: randomUUID() }
    return { ask: asking(world, api.songs.orderSong, orderOf(context, context.ids.Д, words), as) }
  },
  'artist.openWords': async (world) => {
    const context = await busyStage(world)
    await makePhone(world).order(context, context.ids.Д, { words: 'иди нахуй' })
    const [askId] = await askIds(context)
    const body = { sessionId: context.concertId, askId }
    return { ask: asking(world, api.artist.openWords, { body }, context.as) }
  },
  'artist.muteListener': async (world) => {
    const context = await busyStage(world)
    await makePhone(world).order(context, context.ids.Д, { name: 'Аня' })
    const [askId] = await askIds(context)
    const body = { sessionId: context.concertId, askId, muted: true }
    return { ask: asking(world, api.artist.muteListener, { body }, context.as) }
  },
  'artist.takeOutGuest': async (world) => {
    const context = await busyStage(world)
    await makePhone(world).order(context, context.ids.Д, { name: 'Аня' })
    const [askId] = await askIds(context)
    const entryIds = (await context.queue()).map(({ id }) => id)
    const body = { sessionId: context.concertId, askId, entryIds }
    const as = { ...context.as, key: randomUUID() }
    return { ask: asking(world, api.artist.takeOutGuest, { body }, as) }
  },
  'songs.pushSubscription': async (world) => {
    const context = await busyStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(context, context.ids.Д)
    const body = { orderId: data.orderId, subscription: newSubscription() }
    const as = { cookie: phone.cookie ?? '' }
    return { ask: asking(world, api.songs.pushSubscription, { body }, as) }
  },
  'messengers.link': async (world) => {
    const { username: artistUsername } = await world.artist()
    const { cookie } = await knownPhone(world)
    const body = { messenger: 'telegram', artistUsername }
    return { ask: asking(world, api.messengers.link, { body }, { cookie }) }
  },
  'follows.byPush': async (world) => {
    const { username: artistUsername } = await world.artist()
    const { cookie } = await knownPhone(world)
    const body = { artistUsername, subscription: newSubscription(), timeZone: 'Asia/Omsk' }
    return { ask: asking(world, api.follows.byPush, { body }, { cookie }) }
  },
  'follows.byEmail': async (world) => {
    const { username: artistUsername } = await world.artist()
    const { cookie } = await knownPhone(world)
    const body = { artistUsername, email: `${randomUUID()}@example.org`, consent: true }
    return { ask: asking(world, api.follows.byEmail, { body }, { cookie }) }
  },
  'follows.confirm': async (world) => {
    const { token, as } = await askedByMail(world)
    const body = { token, timeZone: 'Asia/Omsk' }
    return { ask: asking(world, api.follows.confirm, { body }, as) }
  },
  'follows.end': async (world) => {
    const { artistUsername, as } = await askedByMail(world)
    return { ask: asking(world, api.follows.end, { body: { artistUsername } }, as) }
  },
  'follows.endByLink': async (world) => {
    const { token } = await askedByMail(world)
    return { ask: asking(world, api.follows.endByLink, { body: { token } }) }
  },
  'follows.wish': async (world) => {
    const { cookie } = await knownPhone(world)
    const songId = await world.song('Весна', randomUUID())
    const body = { songId, town: 'Казань', wished: true }
    return { ask: asking(world, api.follows.wish, { body }, { cookie }) }
  },
  'songs.thank': async (world) => {
    const { input, as } = await playedOrder(world)
    return { ask: asking(world, api.songs.thank, input, as) }
  },
  'artist.answerThanks': async (world) => {
    const { context, input, as } = await playedOrder(world)
    await world.ok(api.songs.thank, input, as)
    const query = { sessionId: context.concertId }
    const { thanks } = await world.ok(api.artist.evening, { query }, context.as)
    const body = { sessionId: context.concertId, thanksId: thanks[0]?.id }
    return { ask: asking(world, api.artist.answerThanks, { body }, context.as) }
  },
  'artist.answerTip': async (world) => {
    const { artist, sessionId, as } = await paidConcert(world)
    await tipped(world, artist.username, 20_000)
    const { tips } = await world.ok(api.artist.evening, { query: { sessionId } }, as)
    const body = { sessionId, tipId: tips?.newest[0]?.id }
    return { ask: asking(world, api.artist.answerTip, { body }, as) }
  },
  'artist.openTipName': async (world) => {
    const { artist, sessionId, as } = await paidConcert(world)
    const shown = { name: 'звоните 8 900 123-45-67', withSum: false }
    await tipped(world, artist.username, 20_000, '', { shown })
    const { tips } = await world.ok(api.artist.evening, { query: { sessionId } }, as)
    const body = { sessionId, tipId: tips?.newest[0]?.id }
    return { ask: asking(world, api.artist.openTipName, { body }, as) }
  },
  'songs.letPass': async (world) => {
    const context = await busyStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(context, context.ids.Д)
    // Somebody to let pass.
    await makePhone(world).order(context, await world.song('Весна', randomUUID()))
    const cookie = phone.cookie ?? ''
    return {
      ask: asking(world, api.songs.letPass, { body: { orderId: data.orderId } }, { cookie }),
    }
  },
  'tablets.pair': async (world) => {
    const { context, code } = await pairedTablet(world)
    const body = { artistUsername: context.artist.username, code, table: 8 }
    return { ask: asking(world, api.tablets.pair, { body }) }
  },
  'tablets.move': async (world) => {
    const { code, token } = await pairedTablet(world)
    return { ask: asking(world, api.tablets.move, { body: { token, code, table: 12 } }) }
  },
  'tablets.order': async (world) => {
    const { context, token } = await pairedTablet(world)
    const song = { songId: context.ids.Д, title: '', artistName: '', imageUrl: '' }
    const body = { token, ...song, name: anyName(), words: 'Маме на юбилей' }
    return { ask: asking(world, api.tablets.order, { body }, { key: randomUUID() }) }
  },
  'tablets.end': async (world) => {
    const { context } = await pairedTablet(world)
    const { concertId: sessionId, as } = context
    const [tablet] = await world.ok(api.tablets.list, { query: { sessionId } }, as)
    return { ask: asking(world, api.tablets.end, { body: { sessionId, id: tablet?.id } }, as) }
  },
  'tablets.code': async (world) => {
    const { concertId: sessionId, as } = await busyStage(world)
    return { ask: asking(world, api.tablets.code, { body: { sessionId } }, as) }
  },
  'songs.cancelOrder': async (world) => {
    const context = await busyStage(world)
    const phone = makePhone(world)
    const { data } = await phone.order(context, context.ids.Д)
    const cookie = phone.cookie ?? ''
    return {
      ask: asking(world, api.songs.cancelOrder, { body: { orderId: data.orderId } }, { cookie }),
    }
  },
}
