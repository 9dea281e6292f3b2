import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../scripts/test-postgres.ts'
import { makeSeed } from '../../scripts/test-seed.ts'
import type { ScenarioFile } from './play.ts'
import { figuresText, lastPassed, record, verdictOf } from './record.ts'
import type { FaultFinding } from './record.ts'

const USAGE =
  'npm run faults -- [НОМЕР …] [--short] [--record] [--engine embedded|postgres]: без номеров все подряд\n'
const logProgress = (words: string) => process.stdout.write(`${words}\n`)

function wrong(): never {
  process.stderr.write(USAGE)
  process.exit(2)
}

function asked() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        short: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        engine: { type: 'string' },
      },
    })
    const numbers = positionals.map(Number)
    const { engine } = values
    const known = engine === undefined || engine === 'embedded' || engine === 'postgres'
    // A row of the page covers the whole scenario, so a partial run cannot be recorded.
    const half = values.record && (values.short || engine !== undefined)
    if (!known || half || numbers.some((number) => !Number.isInteger(number))) wrong()
    return { ...values, engine: engine, numbers }
  } catch {
    return wrong()
  }
}

const { short, record: recording, engine: only, numbers } = asked()
const seed = mkdtempSync(join(tmpdir(), 'bis-faults-'))
process.env['TEST_DATABASE_SEED'] = seed
// `npm test` has the same cases every time; here each run tries others, and more of them.
process.env['FUZZ_SEED'] ??= String(Date.now() % 1_000_000)
process.env['MONEY_RUNS'] ??= '200'
// Imported late: the code that creates the seed reads its path when it is loaded.
const { knownScenarios, play } = await import('./play.ts')
const known = await knownScenarios()
const unknown = numbers.filter(
  (number) => !known.some(({ scenario }) => scenario.number === number),
)
if (unknown.length > 0) {
  rmSync(seed, { recursive: true, force: true })
  process.stderr.write(`Нет сценария ${unknown.join(', ')}. ${USAGE}`)
  process.exit(2)
}

const stopped = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // The PostgreSQL package of npm would exit this process before the scenario is cleaned up.
  process.removeAllListeners(signal)
  process.on(signal, () => stopped.abort())
}

const chosen = known.filter(
  ({ scenario }) => numbers.length === 0 || numbers.includes(scenario.number),
)
const enginesOf = ({ scenario }: ScenarioFile) =>
  scenario.engines.filter((engine) => only === undefined || engine === only)
await makeSeed(seed)
const needsPostgres = chosen.some((one) => enginesOf(one).includes('postgres'))
const postgres = needsPostgres ? await startPostgres() : null
logProgress(
  `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, Node ${process.version}, FUZZ_SEED=${process.env['FUZZ_SEED']}`,
)
logProgress(lastPassed())

const summary: string[] = []
let failed = 0
try {
  for (const one of chosen) {
    const { scenario } = one
    const findings: FaultFinding[] = []
    for (const engine of enginesOf(one)) {
      if (stopped.signal.aborted) break
      logProgress(`\n── ${scenario.number}. ${scenario.title} [${engine}]\n   ${scenario.pass}`)
      const began = performance.now()
      const found = await play(one, {
        engine,
        short,
        server: postgres?.url,
        signal: stopped.signal,
        logProgress: (words) => logProgress(`   … ${words}`),
      })
      if (stopped.signal.aborted) break
      findings.push({ engine, found })
      const seconds = Math.round((performance.now() - began) / 1000)
      const verdict = verdictOf(found)
      if (verdict !== 'passed') failed++
      logProgress(`   ${figuresText(found.figures)}`)
      for (const sentence of [...found.broken, ...found.slow]) logProgress(`   ✗ ${sentence}`)
      logProgress(`   ${verdict}, ${seconds} с`)
      const columns = [String(scenario.number).padStart(2), verdict.padEnd(6), engine.padEnd(8)]
      summary.push(`${columns.join('  ')}  ${String(seconds).padStart(4)} с  ${scenario.title}`)
    }
    if (recording && findings.length === scenario.engines.length)
      record(scenario, findings, new Date())
  }
} finally {
  // Ctrl+C in a terminal reaches the server too, which may be shutting down by now.
  await Promise.race([postgres?.stop(), ...(stopped.signal.aborted ? [sleep(5000)] : [])])
  rmSync(seed, { recursive: true, force: true })
}
logProgress(['', ...summary].join('\n'))
process.exit(stopped.signal.aborted ? 130 : failed > 0 || summary.length === 0 ? 1 : 0)
