import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromiumPath } from '../test/support/browsers/browser.ts'
import { eventually } from '../test/support/eventually.ts'
import { freePort } from '../scripts/free-port.ts'
import { ownFolder, startProduct } from '../test/support/product/product.ts'

/** Runs of each page, in Lighthouse's own mobile preset: slow 4G and a CPU four times slower, both simulated. */
const RUNS = Number(process.env['RUNS'] ?? 3)
/** Targets of a page: the performance, every other score, and the times. */
const GOALS = { performance: 95, other: 100, 'LCP, ms': 1300, 'TBT, ms': 150 }

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const TIMES = [
  ['FCP, ms', 'first-contentful-paint'],
  ['LCP, ms', 'largest-contentful-paint'],
  ['TBT, ms', 'total-blocking-time'],
] as const

/** The largest element: its markup, and what its paint waited for, in ms of this machine. */
type Largest = { snippet: string; waited: Record<string, number> }
type Run = {
  scores: number[]
  times: number[]
  shift: number
  wanting: string[]
  largest: Largest
}

const median = (numbers: readonly number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function pagesOf(url: string): Promise<[string, string][]> {
  const artist = `${url}/user/tretya-paradnaya`
  const answer = await fetch(`${url}/api/v1/session/get-sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"limit":40}',
  })
  const { data } = (await answer.json()) as {
    data: { id: string; sessionStatus: string; artist: { username: string } }[]
  }
  const next = data.find(({ sessionStatus }) => sessionStatus === 'SCHEDULED')
  if (next === undefined) throw new Error('the demo has no concert to come')
  return [
    ['landing', `${url}/`],
    ['artist', `${artist}?tab=profile`],
    ['orders', `${artist}?tab=order`],
    ['concert', `${url}/user/${next.artist.username}/${next.id}`],
    ['search', `${url}/search`],
  ]
}

async function look(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'silent',
    onlyCategories: [...CATEGORIES],
    // Each run is a first visit: Lighthouse empties the cache, but would leave the `localStorage` note that the fonts
    // are in it.
    clearStorageTypes: ['local_storage', 'service_workers', 'cache_storage'],
  })
  if (result === undefined) throw new Error(`no answer about ${url}`)
  const { categories, audits } = result.lhr
  const wanting = CATEGORIES.flatMap((name) =>
    (categories[name]?.auditRefs ?? []).flatMap(({ id, weight }) => {
      const { score = null } = audits[id] ?? {}
      return weight > 0 && score !== null && score < 0.9 ? [id] : []
    }),
  )
  return {
    scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
    times: TIMES.map(([, id]) => Math.round(audits[id]?.numericValue ?? Number.NaN)),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    wanting,
    largest: largestOf(audits['lcp-breakdown-insight']?.details),
  }
}

/** The details of the audit are a table of the parts of its time, and the element. */
function largestOf(details: unknown): Largest {
  type Part = { subpart: string; duration: number }
  type Item = { type: 'table'; items: Part[] } | { type: 'node'; snippet: string }
  const largest: Largest = { snippet: '', waited: {} }
  for (const item of (details as { items?: Item[] } | undefined)?.items ?? [])
    if (item.type === 'node') largest.snippet = item.snippet
    else
      for (const { subpart, duration } of item.items) largest.waited[subpart] = Math.round(duration)
  return largest
}

const answers = (port: number) =>
  fetch(`http://127.0.0.1:${port}/json/version`).then(
    ({ ok }) => ok,
    () => false,
  )

/** Every score of the pages that a new visitor sees first, the median of three runs of each. */
export async function bench(): Promise<void> {
  const dataset = ownFolder()
  const profile = await mkdtemp(join(tmpdir(), 'bis-lighthouse-'))
  const [port, doorOfBrowser] = [await freePort(), await freePort()]
  const build = process.env['BUILD_DIR']
  const product = await startProduct({
    DATA_DIR: dataset.path,
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DEMO: 'on',
    ...(build === undefined ? {} : { BUILD_DIR: build }),
  })
  // Spawned without another driver: a browser that serves one as well blocks twice as long.
  const browser = spawn(
    chromiumPath(),
    [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      `--user-data-dir=${profile}`,
      `--remote-debugging-port=${doorOfBrowser}`,
    ],
    { stdio: 'ignore' },
  )
  try {
    await eventually(() => answers(doorOfBrowser), true)
    const rows: Record<string, Record<string, string | number>> = {}
    const wanting = new Map<string, Set<string>>()
    const largest: string[] = []
    for (const [name, url] of await pagesOf(`http://127.0.0.1:${port}`)) {
      const runs: Run[] = []
      for (let run = 0; run < RUNS; run++) runs.push(await look(url, doorOfBrowser))
      rows[name] = {
        ...Object.fromEntries(
          CATEGORIES.map((category, at) => [
            category,
            median(runs.map((run) => run.scores[at] ?? 0)),
          ]),
        ),
        ...Object.fromEntries(
          TIMES.map(([time], at) => [time, median(runs.map((run) => run.times[at] ?? 0))]),
        ),
        CLS: median(runs.map(({ shift }) => shift)).toFixed(3),
      }
      for (const { snippet, waited } of runs.slice(-1).map((run) => run.largest))
        largest.push(`${name}: ${snippet} ${JSON.stringify(waited)}`)
      wanting.set(name, new Set(runs.flatMap((run) => run.wanting)))
    }
    console.table(rows)
    console.log(largest.join('\n'))
    for (const [name, audits] of wanting)
      if (audits.size > 0) console.log(`${name}: ${[...audits].join(', ')}`)
    const missed = Object.entries(rows).flatMap(([name, row]) => [
      ...CATEGORIES.filter(
        (category) =>
          Number(row[category]) < (category === 'performance' ? GOALS.performance : GOALS.other),
      ).map((category) => `${name}: ${category}`),
      ...(['LCP, ms', 'TBT, ms'] as const)
        .filter((time) => Number(row[time]) > GOALS[time])
        .map((time) => `${name}: ${time}`),
    ])
    console.log(missed.length > 0 ? `\nMissed: ${missed.join('; ')}.` : '\nEvery goal is met.')
  } finally {
    browser.kill()
    await once(browser, 'exit')
    await product.kill('SIGTERM')
    await rm(profile, { recursive: true, force: true })
    dataset.remove()
  }
}
