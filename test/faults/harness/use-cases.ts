import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { filledSignup, freshAddress, newcomer, signupForm } from '#test/support/steps/newcomer.ts'
import { NUMBER, paidConcert } from '#test/support/paid-concert.ts'

import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { anyName, asking, busyStage, ofArtist } from './use-case.ts'
import type { Begin } from './use-case.ts'
import { USE_CASES_ASIDE } from './use-cases-aside.ts'
import { USE_CASES_OF_BATTLES } from './use-cases-of-battles.ts'
import { USE_CASES_OF_HOSTS } from './use-cases-of-hosts.ts'
import { USE_CASES_OF_LISTENERS } from './use-cases-of-listeners.ts'
import { USE_CASES_OF_OPERATORS } from './use-cases-of-operators.ts'
import { USE_CASES_OF_SECURITY } from './use-cases-of-security.ts'

/** Calls that are not GET and write nothing that counts. */
export const READERS: ReadonlySet<string> = new Set([
  'auth.isUsernameFree',
  'auth.isEmailFree',
  'session.enter',
  'session.songs',
  'session.getSessions',
  'session.searchRecommended',
  'session.searchLocations',
  'session.locationByInput',
  'session.locationByCoords',
  'songs.byIds',
  'artist.previewImport',
  'artist.previewRules',
  'qr.createCustom',
  'features.invalidate',
  // These make the server ask the bank at once; their effect also comes without them.
  'payment.notification',
  'payment.payOrder',
  'payment.numberChange',
  'security.emailChange',
  'tablets.look',
  'tablets.placeAhead',
  'test.getQueueBySession',
])

const PLACE = {
  name: 'Клуб «Подвал»',
  description: 'ул. Баумана, 5',
  longitude: 49.1221,
  latitude: 55.7887,
}

const onStage =
  (
    endpoint: AnyEndpoint,
    body: (context: Awaited<ReturnType<typeof busyStage>>, world: World) => object,
  ): Begin =>
  async (world) => {
    const context = await busyStage(world)
    const as = { ...context.as, ...(endpoint.idempotent && { key: randomUUID() }) }
    return { ask: asking(world, endpoint, { body: body(context, world) }, as) }
  }

async function withFavorite(world: World) {
  const artist = await world.artist()
  const songId = await world.song('Весна', artist.username)
  await world.ok(
    api.artist.addFavorite,
    { body: { songId, title: '', imageUrl: '', artistName: '' } },
    artist,
  )
  return { artist, songId }
}

const NEW_PASSWORD = 'Novaya8-pesnya'

/** One case for each call that writes, with all the preconditions that its effect needs. */
export const USE_CASES: Readonly<Record<string, Begin>> = {
  ...USE_CASES_ASIDE,
  ...USE_CASES_OF_BATTLES,
  ...USE_CASES_OF_HOSTS,
  ...USE_CASES_OF_LISTENERS,
  ...USE_CASES_OF_OPERATORS,
  ...USE_CASES_OF_SECURITY,
  'auth.verificationCode': async (world) => {
    const body = { email: signupForm().email, consentEmail: true }
    return { ask: asking(world, api.auth.verificationCode, { body }) }
  },
  'auth.signup': async (world) => {
    const { body, browser } = await filledSignup(world)
    return { ask: asking(world, api.auth.signup, { body }, browser) }
  },
  'auth.login': async (world) => {
    const { username, password } = await newcomer(world)
    return { ask: asking(world, api.auth.login, { body: { username, password } }) }
  },
  'auth.forgotPassword': async (world) => {
    const { username } = await newcomer(world)
    return { ask: asking(world, api.auth.forgotPassword, { body: { usernameOrEmail: username } }) }
  },
  'auth.resetPassword': async (world) => {
    const { username, email } = await newcomer(world)
    const { cookie = '' } = await world.call(
      api.auth.forgotPassword,
      { body: { usernameOrEmail: username } },
      { address: freshAddress() },
    )
    await mailIdle(world.app.ctx)
    const code = /\b\d{6}\b/u.exec(
      world.sentMail.findLast(({ to }) => to === email)?.subject ?? '',
    )?.[0]
    const passwords = { newPassword: NEW_PASSWORD, newPasswordConfirm: NEW_PASSWORD }
    const body = { usernameOrEmail: username, code, ...passwords }
    return { ask: asking(world, api.auth.resetPassword, { body }, { cookie }) }
  },
  'auth.update': async (world) => {
    const { token, password } = await newcomer(world)
    const settings = await world.ok(api.page.getAccountInfo, {}, { token })
    const body = {
      ...settings,
      artistInfoDTO: { ...settings.artistInfoDTO, description: 'О нас' },
      socialMediaList: [{ type: 'vk', url: 'https://vk.com/lada' }],
      password: NEW_PASSWORD,
      passwordConfirm: NEW_PASSWORD,
      currentPassword: password,
    }
    return { ask: asking(world, api.auth.update, { body }, { token }) }
  },
  'auth.checkNumber': async (world) => {
    const artist = await world.artist()
    const body = {
      number: NUMBER.phone,
      sbpNumberId: NUMBER.bank,
      artistUsername: artist.username,
      currentPassword: ARTIST_PASSWORD,
    }
    return { ask: asking(world, api.auth.checkNumber, { body }, artist), settles: true }
  },
  'auth.logout': async (world) => {
    const { token } = await world.artist()
    return { ask: asking(world, api.auth.logout, {}, { token }) }
  },
  'auth.logoutOthers': async (world) => {
    const { username, password, token } = await newcomer(world)
    await world.ok(api.auth.login, { body: { username, password } }, { address: freshAddress() })
    return { ask: asking(world, api.auth.logoutOthers, {}, { token }) }
  },
  'session.create': async (world) => {
    const artist = await world.artist()
    const body = {
      dateTimeStart: '2026-12-05T20:00:00+03:00',
      durationHours: 2,
      durationMinutes: 0,
      description: 'Тихий вечер',
      location: PLACE,
      repeat: { weekdays: [6], until: '2026-12-19' },
    }
    return { ask: asking(world, api.session.create, { body }, { ...artist, key: randomUUID() }) }
  },
  'session.playHere': async (world) => {
    const artist = await world.artist()
    const body = { latitude: 55.76, longitude: 37.61 }
    return { ask: asking(world, api.session.playHere, { body }, { ...artist, key: randomUUID() }) }
  },
  'session.update': async (world) => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist)
    const advancedSessionDTO = {
      age: 14,
      description: 'Первое отделение',
      ticketLink: 'https://kassa.example/1',
      privacy: {
        ableGetSongs: false,
        closedSession: true,
        showSongsOnPoster: false,
        autoRunSession: true,
      },
    }
    return {
      ask: asking(world, api.session.update, { body: { sessionId, advancedSessionDTO } }, artist),
    }
  },
  'session.correct': async (world) => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist, { startsIn: 600 })
    const time = {
      dateTimeStart: '2026-12-06T20:00:00+03:00',
      durationHours: 3,
      durationMinutes: 0,
    }
    const body = { sessionId, description: 'Громкий вечер', location: PLACE, time }
    return { ask: asking(world, api.session.correct, { body }, artist) }
  },
  'session.publish': async (world) => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist, {
      startsIn: 600,
      publishAt: new Date(world.now().getTime() + 60 * 60_000),
    })
    const body = { sessionId, publishAt: null }
    return { ask: asking(world, api.session.publish, { body }, artist) }
  },
  'session.remove': async (world) => {
    const show = await paidConcert(world, { concert: { status: 'SCHEDULED', startsIn: 600 } })
    await show.paid()
    const query = { sessionId: show.sessionId }
    return { ask: asking(world, api.session.remove, { query }, show.as), settles: true }
  },
  'session.going': async (world) => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist)
    return { ask: asking(world, api.session.going, { body: { sessionId, going: true } }) }
  },
  'artist.importFavorites': ofArtist(api.artist.importFavorites, () => ({
    songs: ['Раз', 'Два', 'Три'].map((title) => ({
      songId: null,
      title,
      artistName: anyName(),
    })),
  })),
  'artist.removeFavorites': async (world) => {
    const { artist, songId } = await withFavorite(world)
    return {
      ask: asking(world, api.artist.removeFavorites, { body: { songIds: [songId] } }, artist),
    }
  },
  'artist.addFavorite': ofArtist(api.artist.addFavorite, () => ({
    songId: null,
    title: 'Осень',
    imageUrl: '',
    artistName: anyName(),
  })),
  'artist.removeFavorite': async (world) => {
    const { artist, songId } = await withFavorite(world)
    return { ask: asking(world, api.artist.removeFavorite, { query: { songId } }, artist) }
  },
  'artist.updateSessionStatus': async (world) => {
    const artist = await world.artist()
    const sessionId = await world.concert(artist, { startsIn: 5 })
    const body = { sessionId, sessionStatus: 'NOW' }
    return { ask: asking(world, api.artist.updateSessionStatus, { body }, artist) }
  },
  'artist.updateSessionStatus at the end': async (world) => {
    const show = await paidConcert(world)
    const played = await show.paid()
    await show.paid('sbp')
    await show.next(played.song)
    const body = { sessionId: show.sessionId, sessionStatus: 'PLAYED' }
    return { ask: asking(world, api.artist.updateSessionStatus, { body }, show.as), settles: true }
  },
  'artist.pause': onStage(api.artist.pause, () => ({})),
  'artist.resume': async (world) => {
    const context = await busyStage(world)
    await world.ok(api.artist.pause, {}, context.as)
    return { ask: asking(world, api.artist.resume, {}, context.as) }
  },
  'artist.takeBreak': onStage(api.artist.takeBreak, ({ concertId }, world) => ({
    sessionId: concertId,
    until: new Date(world.now().getTime() + 15 * MINUTE_MS).toISOString(),
  })),
  'artist.playLonger': onStage(api.artist.playLonger, ({ concertId }) => ({
    sessionId: concertId,
    minutes: 15,
  })),
  'artist.changeRules': onStage(api.artist.changeRules, ({ concertId }) => ({
    sessionId: concertId,
    rules: { ...DEFAULT_RULES, turn: 'circle', lock: 0 },
  })),
  'artist.changeRules that bars songs': onStage(api.artist.changeRules, ({ concertId, ids }) => ({
    sessionId: concertId,
    rules: {},
    barredSongs: [
      { songId: ids.Д, title: '', artistName: '' },
      { songId: null, title: 'Осень', artistName: anyName() },
    ],
  })),
  'artist.giveSignal': onStage(api.artist.giveSignal, ({ concertId }) => ({
    sessionId: concertId,
    id: randomUUID(),
    words: 'Тише',
    agoMs: 0,
  })),
  'artist.setOwnSignals': onStage(api.artist.setOwnSignals, () => ({ signals: ['Соло'] })),
  'artist.takeOrders': async (world) => {
    const { concertId: sessionId, as } = await busyStage(world)
    const input = { body: { sessionId }, params: { state: 'last_call' } }
    return { ask: asking(world, api.artist.takeOrders, input, as) }
  },
  'artist.addSong': onStage(api.artist.addSong, ({ concertId }) => ({
    sessionId: concertId,
    entryId: randomUUID(),
    songId: null,
    title: 'Зима',
    artistName: anyName(),
    forWhom: 'Стол 5',
    inCash: true,
  })),
  'artist.addSecondPad': onStage(api.artist.addSecondPad, ({ concertId }) => ({
    sessionId: concertId,
    name: 'Костя',
  })),
  'artist.revokeSecondPad': async (world) => {
    const context = await busyStage(world)
    const sessionId = context.concertId
    const { id } = await world.ok(
      api.artist.addSecondPad,
      { body: { sessionId, name: 'Костя' } },
      context.as,
    )
    return {
      ask: asking(world, api.artist.revokeSecondPad, { body: { sessionId, id } }, context.as),
    }
  },
  'artist.nextSong': onStage(api.artist.nextSong, () => ({ songId: null })),
  'artist.onTop': onStage(api.artist.onTop, ({ ids }) => ({ songId: ids.В })),
  'artist.oneSongUp': onStage(api.artist.oneSongUp, ({ ids }) => ({ songId: ids.В })),
  'artist.moveSong': onStage(api.artist.moveSong, ({ ids, concertId }) => ({
    songId: ids.Г,
    sessionId: concertId,
    list: 'QUEUED',
    beforeId: null,
  })),
  'artist.backToOrders': onStage(api.artist.backToOrders, ({ ids, concertId }) => ({
    songId: ids.В,
    sessionId: concertId,
  })),
  'artist.changeSongStatus': onStage(api.artist.changeSongStatus, ({ ids, concertId }) => ({
    songId: ids.В,
    statusSong: 'SKIPPED',
    sessionId: concertId,
  })),
  'artist.updateSessionSongList': onStage(
    api.artist.updateSessionSongList,
    ({ ids, concertId }) => ({
      sessionId: concertId,
      idList: [ids.Д, ids.Г],
    }),
  ),
  'artist.undoPlayed': async (world) => {
    const context = await busyStage(world)
    const [playing] = await context.queue()
    await context.next()
    const body = { sessionId: context.concertId, entryId: playing?.id }
    return { ask: asking(world, api.artist.undoPlayed, { body }, context.as) }
  },
}
