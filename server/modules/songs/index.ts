import type { Module } from '#server/module.ts'

const INDEX_MS = 30_000

export const songs: Module = {
  jobs: [{ everyMs: INDEX_MS, run: (ctx) => ctx.songIndex.maintain() }],
  close: (ctx) => ctx.songIndex.close(),
}
