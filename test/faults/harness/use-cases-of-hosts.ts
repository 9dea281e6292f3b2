import { api } from '#contract/index.ts'
import { makeHost, moment, must, mustTyped } from '#test/support/steps/host.ts'
import type { World } from '#test/support/world.ts'
import { anyName, asking, busyStage } from './use-case.ts'
import type { Begin } from './use-case.ts'

async function hosted(world: World) {
  const stage = await busyStage(world)
  const host = await makeHost(world, stage)
  return { stage, host, sessionId: stage.concertId }
}

/** The host of an evening, and what its artist does with his link. */
export const USE_CASES_OF_HOSTS: Readonly<Record<string, Begin>> = {
  'artist.makeHostLink': async (world) => {
    const { concertId: sessionId, as } = await busyStage(world)
    return { ask: asking(world, api.artist.makeHostLink, { body: { sessionId } }, as) }
  },
  'artist.closeHostLists': async (world) => {
    const { stage, sessionId } = await hosted(world)
    const body = { sessionId, closed: true }
    return { ask: asking(world, api.artist.closeHostLists, { body }, stage.as) }
  },
  'artist.revokeHostLink': async (world) => {
    const { stage, sessionId } = await hosted(world)
    return { ask: asking(world, api.artist.revokeHostLink, { body: { sessionId } }, stage.as) }
  },
  'artist.openMoment': async (world) => {
    const { stage, host, sessionId } = await hosted(world)
    const rude = moment(stage.ids.Д, 'Торт', 'нахуй')
    await host.save([], [rude])
    const body = { sessionId, id: rude.id }
    return { ask: asking(world, api.artist.openMoment, { body }, stage.as) }
  },
  'host.saveSongs': async (world) => {
    const { stage, host } = await hosted(world)
    const gone = must(stage.ids.Д)
    await host.save([gone])
    const body = {
      songs: [must(stage.ids.Г), mustTyped('Зима', anyName())],
      moments: [moment(stage.ids.Б, 'Первый танец', 'Маше и Пете')],
      knownIds: [gone.id],
    }
    return { ask: asking(world, api.host.saveSongs, { body }, host) }
  },
  'host.saveBarred': async (world) => {
    const { stage, host } = await hosted(world)
    const barred = { songId: stage.ids.Д, title: '', artistName: '' }
    await host.bar([barred])
    const add = [{ songId: null, title: 'Зима', artistName: anyName() }]
    const body = { add, remove: [stage.ids.Д] }
    return { ask: asking(world, api.host.saveBarred, { body }, host) }
  },
}
