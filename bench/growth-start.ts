import type { Figure } from './growth-figure.ts'
import { PLAN } from './growth-plan.ts'
import { startOf } from './start.ts'

const PRODUCT = 'server/main.ts'
const BARE = 'bench/start-bare.ts'

const least = (values: readonly number[]) => Math.min(...values)

/** A start on an existing database, beside a process with the same framework and nothing else. */
export async function startFigures(environment: Record<string, string>): Promise<Figure[]> {
  const [product, bare] = [[], []] as [Started[], Started[]]
  for (let turn = 0; turn < PLAN.starts; turn++) {
    bare.push(await startOf(BARE, {}))
    product.push(await startOf(PRODUCT, { ...environment, DEMO: 'off' }))
  }
  if (product.length === 0) return []
  const figure = (bench: string, unit: string, of: (start: Started) => number): Figure => ({
    bench,
    unit,
    ours: least(product.map(of)),
    rate: false,
    reference: { name: 'bare Fastify', value: least(bare.map(of)) },
  })
  return [
    figure('start: to ready', 'ms', ({ ms }) => ms),
    figure('start: memory', 'MB', ({ fresh }) => fresh),
  ]
}

type Started = Awaited<ReturnType<typeof startOf>>
