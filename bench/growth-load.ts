import { mixedRequest, orderRequest, queueRequest, searchRequest } from './api-dataset.ts'
import { cpuOf } from './cpu-of.ts'
import type { Figure } from './growth-figure.ts'
import { PLAN } from './growth-plan.ts'
import type { GrowthDataset, GrowthConcert } from './growth-world.ts'
import type { BenchLoad } from './load.ts'
import { pageLoads } from './page-loads.ts'
import { answered, fileLike } from './pages.ts'
import { SHORT } from './short.ts'

const AT_ONCE = 16
const BR = { 'accept-encoding': 'br' }
/** A request that seems to be signed in never gets a shared page. */
const OWN = { ...BR, cookie: 'jwt_authentication=nobody' }
/** Requests still running at the end add CPU but no finished page; of slow pages there may be few. */
const SLOWLY = { connections: 4, seconds: PLAN.pageSeconds * 2 }

export type Answering = { readonly port: number; readonly pid: number }
type Sides = { readonly ours: Answering; readonly bare: Answering | null }
/**
 * Returns, beside the result of `work`, the rows a request that the database read in sequential scans; null where it
 * does not report them.
 */
export type Walked = <T>(requests: number, work: () => Promise<T>) => Promise<[T, number | null]>

type Took = { readonly perSecond: number; readonly cpuMs: number }
type Request = (dataset: GrowthConcert, turn: number) => string

const best = (rounds: readonly Took[]): Took => ({
  perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
  cpuMs: Math.min(...rounds.map(({ cpuMs }) => cpuMs)),
})

/** Sends `count` requests to the concerts in turn. */
async function bring(
  load: BenchLoad,
  { port, pid }: Answering,
  runningConcerts: readonly GrowthConcert[],
  { request, count }: { request: Request; count: number },
): Promise<Took> {
  const requests = Array.from({ length: count }, (_, turn) => {
    const runningConcert = runningConcerts[turn % runningConcerts.length]
    if (runningConcert === undefined) throw new Error('no concert is under way')
    return request(
      runningConcert,
      runningConcert === runningConcerts[0] ? turn : Math.floor(turn / runningConcerts.length),
    )
  })
  const began = cpuOf(pid)
  const report = await load.run({ port, requests, atOnce: AT_ONCE })
  if (report.statuses['200'] !== count)
    throw new Error(JSON.stringify([report.statuses, report.wrong]))
  return { perSecond: count / report.wall, cpuMs: ((cpuOf(pid) - began) / count) * 1000 }
}

const CALLS: readonly { bench: string; request: Request }[] = [
  { bench: 'api: search', request: searchRequest },
  { bench: 'api: queue', request: queueRequest },
  { bench: 'api: mix 70/20/10', request: mixedRequest },
]

/** API calls of a concert, beside bare routes that do the same reads and writes. */
export async function callFigures(
  load: BenchLoad,
  sides: Sides,
  { runningConcerts, bare }: GrowthDataset,
  walked: Walked,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { bench, request } of SHORT ? CALLS.slice(-1) : CALLS) {
    const asked = { request, count: PLAN.requests }
    const [ours, reference]: [Took[], Took[]] = [[], []]
    // The first run of each side is a warm-up.
    if (sides.bare !== null) await bring(load, sides.bare, bare.slice(0, 1), asked)
    await bring(load, sides.ours, runningConcerts, asked)
    const [, rows] = await walked(PLAN.requests * PLAN.rounds, async () => {
      for (let round = 0; round < PLAN.rounds; round++)
        ours.push(await bring(load, sides.ours, runningConcerts, asked))
    })
    for (let round = 0; sides.bare !== null && round < PLAN.rounds; round++)
      reference.push(await bring(load, sides.bare, bare.slice(0, 1), asked))
    const { perSecond, cpuMs } = best(ours)
    figures.push({
      bench,
      unit: 'a second',
      ours: perSecond,
      rate: true,
      reference:
        reference.length === 0 ? null : { name: 'bare Fastify', value: best(reference).perSecond },
      cpuMs,
      ...(rows === null ? {} : { walked: rows }),
    })
  }
  return figures
}

/** Free orders while the concerts are watched; `bareTx`: bare transactions of the same writes a second. */
export async function orderFigure(
  load: BenchLoad,
  ours: Answering,
  { runningConcerts }: GrowthDataset,
  { bareTx, walked }: { bareTx: number; walked: Walked },
): Promise<Figure> {
  const asked = { request: orderRequest, count: PLAN.orders }
  await bring(load, ours, runningConcerts, asked)
  const rounds: Took[] = []
  const [, rows] = await walked(PLAN.orders * PLAN.rounds, async () => {
    for (let round = 0; round < PLAN.rounds; round++)
      rounds.push(await bring(load, ours, runningConcerts, asked))
  })
  const { perSecond, cpuMs } = best(rounds)
  return {
    bench: `orders, ${PLAN.listeners} watch`,
    unit: 'a second',
    ours: perSecond,
    rate: true,
    reference: { name: 'bare transactions', value: bareTx },
    cpuMs,
    ...(rows === null ? {} : { walked: rows }),
  }
}

/** The page of an artist who plays now, cached and rendered anew, beside a static file of the same server. */
export async function pageFigures(
  url: string,
  pid: number,
  { runningConcerts }: GrowthDataset,
  walked: Walked,
): Promise<Figure[]> {
  const page = `${url}/user/${runningConcerts[0]?.username ?? ''}?tab=profile`
  const loads = pageLoads()
  const under = async (
    address: string,
    headers: Record<string, string>,
    { connections, seconds } = { connections: AT_ONCE, seconds: PLAN.pageSeconds },
  ) => {
    const load = { url: address, headers, connections }
    await loads.bring({ ...load, seconds: seconds / 3 })
    const began = cpuOf(pid)
    const end = await loads.bring({ ...load, seconds })
    if (end.failed > 0) throw new Error(`${end.failed} answers of ${address} failed`)
    return { ...end, cpuMs: ((cpuOf(pid) - began) / Math.max(1, end.requests)) * 1000 }
  }
  try {
    const { sent } = await answered(page, BR)
    const file = await under(`${url}${await fileLike(sent)}`, BR)
    const figure = (bench: string, end: Took, rows: number | null): Figure => ({
      bench,
      unit: 'a second',
      ours: end.perSecond,
      rate: true,
      reference: { name: 'a static file', value: file.perSecond },
      cpuMs: end.cpuMs,
      ...(rows === null ? {} : { walked: rows }),
    })
    const cached = await under(page, BR)
    const [anew, rows] = await walked(1, () => under(page, OWN, SLOWLY))
    return [
      figure('pages: kept', cached, null),
      figure('pages: made anew', anew, rows === null ? null : rows / Math.max(1, anew.requests)),
    ]
  } finally {
    loads.end()
  }
}
