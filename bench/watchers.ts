import { forkChild } from './forked-child.ts'

export type WatchersAsk =
  | { readonly open: number; readonly port: number }
  | { readonly artistUsername: string; readonly sessionId: string }
  | { readonly traffic: true }

/** Frames and bytes received by all watchers since the last call. */
type WatcherResult = { readonly frames: number; readonly bytes: number }

export type Watchers = {
  /** Subscribes all watchers to this concert; resolves once each has received its state. */
  subscribe(concert: { artistUsername: string; sessionId: string }): Promise<void>
  traffic(): Promise<WatcherResult>
  close(): void
}

/**
 * Starts `count` phones with the concert's page open, in a process of their own: they offer what browsers offer and
 * read what they receive.
 */
export async function startWatchers(count: number, port: number): Promise<Watchers> {
  const child = await forkChild(new URL('./watchers-process.ts', import.meta.url))
  const ask = (request: WatchersAsk) => child.ask(request)
  await ask({ open: count, port })
  return {
    subscribe: async (concert) => void (await ask(concert)),
    traffic: async () => (await ask({ traffic: true })) as WatcherResult,
    close: () => child.close(),
  }
}
