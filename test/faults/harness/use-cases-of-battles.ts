import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { paidBattle } from '#test/support/steps/paid-battle.ts'
import { begunBattle, knownPhone, voteIn } from '#test/support/steps/stage.ts'
import type { World } from '#test/support/world.ts'
import { asking, busyStage } from './use-case.ts'
import type { Begin } from './use-case.ts'

/** A battle of «В», which waits, and «Д», which one phone voted for. */
async function votedBattle(world: World) {
  const context = await busyStage(world)
  const battle = await begunBattle(world, context, ['В', 'Д'])
  await voteIn(world, battle, context.ids.Д)
  return { context, battle }
}

/** What artists and listeners do in a battle. */
export const USE_CASES_OF_BATTLES: Readonly<Record<string, Begin>> = {
  'artist.startBattle': async (world) => {
    const { concertId, ids, as } = await busyStage(world)
    const songIds = [ids.В, ids.Д]
    const body = { sessionId: concertId, id: randomUUID(), songIds, minutes: 2 }
    return { ask: asking(world, api.artist.startBattle, { body }, as) }
  },
  'artist.endBattle': async (world) => {
    const { context, battle } = await votedBattle(world)
    return { ask: asking(world, api.artist.endBattle, { body: battle }, context.as) }
  },
  'artist.endBattle by money': async (world) => {
    const { voted, songs, which, as } = await paidBattle(world)
    await voted(songs[0], 30)
    await voted(songs[1], 50, 'sbp')
    await voted(songs[2], 20, 'sbp')
    return { ask: asking(world, api.artist.endBattle, { body: which }, as), settles: true }
  },
  'artist.cancelBattle': async (world) => {
    const { context, battle } = await votedBattle(world)
    return { ask: asking(world, api.artist.cancelBattle, { body: battle }, context.as) }
  },
  'songs.orderSong as a vote': async (world) => {
    const { voteOf, songs } = await paidBattle(world)
    const ask = asking(world, api.songs.orderSong, voteOf(songs[0], 30), { key: randomUUID() })
    return { ask, settles: true }
  },
  'songs.voteInBattle': async (world) => {
    const { context, battle } = await votedBattle(world)
    const { cookie } = await knownPhone(world)
    const body = { ...battle, songId: context.ids.Д }
    return { ask: asking(world, api.songs.voteInBattle, { body }, { cookie }) }
  },
}
