import { bringChild } from './asked-child.ts'

export type WatchersAsk =
  | { readonly open: number; readonly port: number }
  | { readonly artistUsername: string; readonly sessionId: string }
  | { readonly heard: true }

/** Frames and bytes received by all watchers since the last call. */
export type WatcherResult = { readonly frames: number; readonly bytes: number }

export type Watchers = {
  /** Subscribes all watchers to this concert; resolves once each has received its state. */
  turnTo(concert: { artistUsername: string; sessionId: string }): Promise<void>
  heard(): Promise<WatcherResult>
  close(): void
}

/**
 * Starts `count` phones with the concert's page open, in a process of their own: they offer what browsers offer and
 * read what they receive.
 */
export async function bringWatchers(count: number, port: number): Promise<Watchers> {
  const child = await bringChild(new URL('./watchers-process.ts', import.meta.url))
  const ask = (words: WatchersAsk) => child.ask(words)
  await ask({ open: count, port })
  return {
    turnTo: async (concert) => void (await ask(concert)),
    heard: async () => (await ask({ heard: true })) as WatcherResult,
    close: () => child.close(),
  }
}
