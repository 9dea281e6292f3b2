import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ScenarioFinding, Scenario } from '../scenario.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** A row of the bench's table: its name, then its four scores. */
const ROW = /^│ (\w+)\s*│((?:\s*\d+\s*│){4})/u

/** The bench prints the scores; this judges its table. */
async function run(): Promise<ScenarioFinding> {
  const child = spawn(process.execPath, ['bench/run.ts', 'lighthouse'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  const rows = output.split('\n').flatMap((line) => {
    const [, page, scores] = ROW.exec(line) ?? []
    return page === undefined ? [] : [[page, scores?.match(/\d+/gu)?.join('/') ?? ''] as const]
  })
  const low = /Some score is below \d+/u.exec(output)?.[0]
  return {
    figures: Object.fromEntries(rows),
    broken: code === 0 && rows.length > 0 ? [] : [`the bench failed: ${output.slice(-2000)}`],
    slow: low === undefined ? [] : [low],
  }
}

export const scenario: Scenario = {
  number: 23,
  title: 'Lighthouse, 3 runs each',
  pass: 'performance/accessibility/best practices/SEO ≥ 95, the median of three',
  engines: ['embedded'],
  inTests: [],
  minutes: 20,
  run,
}
