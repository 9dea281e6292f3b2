import { api } from '#contract/index.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { performedWorks, performedWorksCsv } from './performed-works.service.ts'

/** The list of performed works, for an organiser. */
export const works: Module = {
  routes: (ctx) => [
    on(api.works.performed, ({ artist, query }) => performedWorks(ctx, artist.id, query)),
    on(api.works.performedCsv, async ({ artist, query }) => ({
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(await performedWorksCsv(ctx, artist.id, query)),
      fileName: 'proizvedeniya.csv',
    })),
  ],
}
