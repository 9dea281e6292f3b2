import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import {
  beginBattle,
  cancelBattle,
  endBattle,
  endDueBattles,
  forgetBattles,
  liveBattles,
  myVote,
  vote,
} from './battles.service.ts'

/** A second at most between the clock on the hall's screen and the result. */
const CLOCK_MS = 1000

/** «Битва»: the hall votes which song comes next. */
export const battles: Module = {
  routes: (ctx) => [
    on(api.artist.startBattle, ({ artist, body }) => beginBattle(ctx, artist.id, body)),
    on(api.artist.endBattle, ({ artist, body }) => endBattle(ctx, artist.id, body)),
    on(api.artist.cancelBattle, ({ artist, body }) => cancelBattle(ctx, artist.id, body)),
    on(api.songs.voteInBattle, async ({ body, device }) => vote(ctx, body, await device.ensure())),
    on(api.songs.myVote, async ({ query, device }) => ({
      songId: await myVote(ctx, query.id, device.known()),
    })),
  ],
  shown: liveBattles,
  jobs: [{ everyMs: CLOCK_MS, run: endDueBattles }],
  forget: [forgetBattles],
}
