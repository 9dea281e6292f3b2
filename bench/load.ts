import { bringChild } from './asked-child.ts'

/** Requests as they go over the wire, so many under way at once; with `perSecond` each sets out at its time, whatever became of those before it. */
export type LoadPlan = {
  readonly port: number
  readonly requests: readonly string[]
  readonly atOnce: number
  readonly perSecond?: number
  /** The answers are wanted back. */
  readonly keepBodies?: boolean
}

export type LoadReport = {
  /** Seconds. */
  readonly wall: number
  /** Of each request, in their order. */
  readonly ms: readonly number[]
  readonly statuses: Readonly<Record<string, number>>
  /** Some of the bodies that were not answered 200. */
  readonly wrong: readonly string[]
  /** Of each request, in their order, where they were asked for. */
  readonly bodies: readonly string[]
}

export type BenchLoad = { run(plan: LoadPlan): Promise<LoadReport>; close(): void }

/** The phones, in a process of their own: what they cost is not the server's. */
export async function bringLoad(): Promise<BenchLoad> {
  const child = await bringChild(new URL('./load-process.ts', import.meta.url))
  return {
    run: async (plan) => (await child.ask(plan)) as LoadReport,
    close: () => child.close(),
  }
}
