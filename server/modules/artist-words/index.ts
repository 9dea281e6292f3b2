import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { artistWordsView, sayWord, takeWordBack } from './artist-words.service.ts'

/** What an artist says to his followers. */
export const artistWords: Module = {
  routes: (ctx) => [
    on(api.artistWords.list, ({ artist }) => artistWordsView(ctx, artist.id)),
    on(api.artistWords.send, ({ artist, body }) => sayWord(ctx, artist.id, body)),
    on(api.artistWords.drop, ({ artist, body }) => takeWordBack(ctx, artist.id, body.id)),
  ],
}
