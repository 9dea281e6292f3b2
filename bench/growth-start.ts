import type { Figure } from './growth-figure.ts'
import { PLAN } from './growth-plan.ts'
import { startOf } from './start.ts'

const HOUSE = 'server/main.ts'
const BARE = 'bench/start-bare.ts'

const least = (values: readonly number[]) => Math.min(...values)

/** A start on an existing database, beside a process with the same framework and nothing else. */
export async function startFigures(environment: Record<string, string>): Promise<Figure[]> {
  const [house, bare] = [[], []] as [Started[], Started[]]
  for (let turn = 0; turn < PLAN.starts; turn++) {
    bare.push(await startOf(BARE, {}))
    house.push(await startOf(HOUSE, { ...environment, DEMO: 'off' }))
  }
  if (house.length === 0) return []
  const figure = (bench: string, unit: string, of: (start: Started) => number): Figure => ({
    bench,
    unit,
    ours: least(house.map(of)),
    rate: false,
    reference: { name: 'bare Fastify', value: least(bare.map(of)) },
  })
  return [
    figure('start: to ready', 'ms', ({ ms }) => ms),
    figure('start: memory', 'MB', ({ fresh }) => fresh),
  ]
}

type Started = Awaited<ReturnType<typeof startOf>>
