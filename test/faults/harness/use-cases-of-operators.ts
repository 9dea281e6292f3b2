import { randomUUID } from 'node:crypto'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makeStage, orderOf } from '#test/support/steps/stage.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { anyName, asking, ofAdmin } from './use-case.ts'
import type { Begin } from './use-case.ts'

const WHY = { reason: 'other', words: 'По просьбе слушателя' }

/** A deed with an account of its own. */
const withAccount = (endpoint: AnyEndpoint, more: object): Begin =>
  ofAdmin(endpoint, async (world) => {
    const { username } = await world.artist({ imageUrls: ['/a.webp'] })
    return { body: { ...WHY, username, ...more } }
  })

/** What operators do, and what opens a title that the filter holds back. */
export const USE_CASES_OF_OPERATORS: Readonly<Record<string, Begin>> = {
  'operator.freezePayouts': withAccount(api.operator.freezePayouts, { frozen: true }),
  'operator.reconcile': ofAdmin(api.operator.reconcile, () => ({})),
  'operator.logOut': withAccount(api.operator.logOut, {}),
  'operator.hide': withAccount(api.operator.hide, { hidden: true }),
  'operator.hidePhoto': withAccount(api.operator.hidePhoto, { photo: '/a.webp', hidden: true }),
  'operator.hideConcert': ofAdmin(api.operator.hideConcert, async (world) => {
    const sessionId = await world.concert(await world.artist(), { startsIn: 600 })
    return { body: { ...WHY, sessionId, hidden: true } }
  }),
  'operator.hideSong': ofAdmin(api.operator.hideSong, async (world) => {
    const artist = await world.artist()
    const { username } = artist
    const own = { songId: null, title: 'Весна', artistName: anyName(), imageUrl: '' }
    const { songId } = await world.ok(api.artist.addFavorite, { body: own }, artist)
    return { body: { ...WHY, username, songId, hidden: true } }
  }),
  'operator.hideText': ofAdmin(api.operator.hideText, async (world) => {
    const stage = await makeStage(world)
    const address = freshAddress()
    await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А, { words: 'маме' }), { address })
    const [entry] = await stage.queue()
    return { body: { ...WHY, sessionId: stage.concertId, entryId: entry?.id ?? '', hidden: true } }
  }),
  'operator.changeEmail': ofAdmin(api.operator.changeEmail, async (world) => {
    const { username } = await world.artist()
    return { body: { ...WHY, username, email: `of-${username}@example.org` } }
  }),
  'operator.leave': withAccount(api.operator.leave, {}),
  'operator.block': withAccount(api.operator.block, { blocked: true }),
  'operator.setRole': withAccount(api.operator.setRole, { role: 'SUPPORT' }),
  'operator.returnPayment': async (world) => {
    const { id } = await (await paidConcert(world)).paid()
    const admin = await world.artist({ role: 'ADMIN' })
    const body = { ...WHY, id, word: 'Простите' }
    const as = { ...admin, key: randomUUID() }
    return { ask: asking(world, api.operator.returnPayment, { body }, as), settles: true }
  },
  'admin.verifySong': ofAdmin(api.admin.verifySong, async (world) => {
    const own = { songId: null, title: 'Весна', artistName: anyName(), imageUrl: '' }
    const artist = await world.artist()
    const { songId } = await world.ok(api.artist.addFavorite, { body: own }, artist)
    return { body: { songId, verified: true } }
  }),
  'artist.openTitle': async (world) => {
    const stage = await makeStage(world)
    const held = { songId: null, title: 'Позвони', artistName: '8 916 123-45-67' }
    const address = freshAddress()
    await world.ok(api.songs.orderSong, orderOf(stage, stage.ids.А, held), { address })
    const [entry] = await stage.queue()
    const body = { sessionId: stage.concertId, entryId: entry?.id ?? '' }
    return { ask: asking(world, api.artist.openTitle, { body }, stage.as) }
  },
}
