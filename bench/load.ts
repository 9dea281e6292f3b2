import { forkChild } from './forked-child.ts'

/** Raw HTTP requests, `atOnce` of them in flight; with `perSecond` each is sent at its scheduled time, regardless of the earlier ones. */
export type LoadPlan = {
  readonly port: number
  readonly requests: readonly string[]
  readonly atOnce: number
  readonly perSecond?: number
  /** Whether to return the bodies of the answers. */
  readonly keepBodies?: boolean
}

export type LoadReport = {
  /** Seconds. */
  readonly wall: number
  /** Of each request, in their order. */
  readonly ms: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
  /** Some of the bodies of answers other than 200. */
  readonly wrong: readonly string[]
  /** Of each request, in order, with `keepBodies`. */
  readonly bodies: readonly string[]
}

export type BenchLoad = { run(plan: LoadPlan): Promise<LoadReport>; close(): void }

/** Starts the load generator in a process of its own, so that its cost does not count as the server's. */
export async function startLoadProcess(): Promise<BenchLoad> {
  const child = await forkChild(new URL('./load-process.ts', import.meta.url))
  return {
    run: async (plan) => (await child.ask(plan)) as LoadReport,
    close: () => child.close(),
  }
}
