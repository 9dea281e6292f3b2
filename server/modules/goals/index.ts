import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { dropGoal, ownGoal, saveGoal } from './goals.service.ts'

/** What an artist collects money for. */
export const goals: Module = {
  routes: (ctx) => [
    on(api.artist.goal, ({ artist }) => ownGoal(ctx, artist.id)),
    on(api.artist.saveGoal, ({ artist, body }) => saveGoal(ctx, artist.id, body)),
    on(api.artist.dropGoal, ({ artist }) => dropGoal(ctx, artist.id)),
  ],
}
