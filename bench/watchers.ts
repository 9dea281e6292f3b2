import { bringChild } from './asked-child.ts'

export type WatchersAsk =
  | { readonly open: number; readonly port: number }
  | { readonly artistUsername: string; readonly sessionId: string }
  | { readonly heard: true }

/** Frames and bytes that came to all watchers since the last question. */
export type WatcherResult = { readonly frames: number; readonly bytes: number }

export type Watchers = {
  /** All of them turn to this concert; resolves once each has been told its state. */
  turnTo(concert: { artistUsername: string; sessionId: string }): Promise<void>
  heard(): Promise<WatcherResult>
  close(): void
}

/** So many phones of a hall with the page open, in a process of their own: they offer what browsers offer and read what they are sent. */
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
