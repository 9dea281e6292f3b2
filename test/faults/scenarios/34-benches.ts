import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ScenarioFinding, Scenario } from '../scenario.ts'

/** The benches whose short form takes a few seconds. */
const BENCHES = ['start', 'orders', 'api', 'pages', 'fanout'] as const
const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs a bench in its short form; returns its exit code and all that it printed. */
function ran(name: string): Promise<{ code: number | null; output: string }> {
  const child = spawn('npm', ['run', '--silent', 'bench', '--', name, '--short'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })))
}

function faultsOf({ code, output }: Awaited<ReturnType<typeof ran>>): string[] {
  if (code !== 0) return [`ended with ${code}: ${output.slice(-2000)}`]
  const prints = /┌─/u.test(output) && /ratio/iu.test(output)
  return [
    ...(prints ? [] : ['prints no table that compares with a reference']),
    ...(/NaN|Infinity|undefined/u.test(output) ? ['prints a figure that is none'] : []),
  ]
}

export const scenario: Scenario = {
  number: 34,
  title: 'The short form of the benches',
  pass: 'each runs to its end and compares what it measured with a reference',
  engines: ['embedded'],
  inTests: [],
  async run({ logProgress }): Promise<ScenarioFinding> {
    const broken: string[] = []
    for (const name of BENCHES) {
      logProgress(name)
      broken.push(...faultsOf(await ran(name)).map((fault) => `${name} ${fault}`))
    }
    return { figures: { benches: BENCHES.length }, broken, slow: [] }
  },
}
