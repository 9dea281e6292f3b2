import { lazyPart } from '#web/parts/lazy-part.tsx'

export { loadSongsOfTown } from './song-wish/wished-songs.ts'
export type { SongsOfTown } from './song-wish/wished-songs.ts'

export const SongsInTown = lazyPart('web/features/search/song-wish/wish-in-town.tsx', async () => {
  const { SongsInTown: Part } = await import('./song-wish/wish-in-town.tsx')
  return Part
})
