import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { TestStage } from './stage.ts'
import type { World } from '../world.ts'

type Saved = BodyOf<typeof api.host.saveSongs>
type MustSong = Saved['songs'][number]
type MomentSong = Saved['moments'][number]

export const must = (songId: string): MustSong => ({
  id: randomUUID(),
  songId,
  title: '',
  artistName: '',
})
export const mustTyped = (title: string, artistName: string): MustSong => ({
  id: randomUUID(),
  songId: null,
  title,
  artistName,
})
export const moment = (songId: string, name: string, words = ''): MomentSong => ({
  ...must(songId),
  moment: name,
  words,
})

/** The phone of whoever follows the link of a concert's host. */
export async function makeHost(
  world: World,
  { as, concertId }: Pick<TestStage, 'as' | 'concertId'>,
) {
  const body = { sessionId: concertId }
  const { link } = await world.ok(api.artist.makeHostLink, { body }, as)
  const token = link.split('#')[1] ?? ''
  return {
    token,
    link,
    view: () => world.ok(api.host.view, {}, { token }),
    look: () => world.call(api.host.view, {}, { token }),
    save: (songs: MustSong[], moments: MomentSong[] = [], knownIds: string[] = []) =>
      world.call(api.host.saveSongs, { body: { songs, moments, knownIds } }, { token }),
    bar: (add: BodyOf<typeof api.host.saveBarred>['add'], remove: string[] = []) =>
      world.call(api.host.saveBarred, { body: { add, remove } }, { token }),
  }
}
