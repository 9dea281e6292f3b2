import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DatabaseEngine, ScenarioFinding, Scenario } from './scenario.ts'

const PAGE = fileURLToPath(new URL('../../docs/reliability.md', import.meta.url))

export type FaultFinding = { readonly engine: DatabaseEngine; readonly found: ScenarioFinding }

export function verdictOf({ broken, slow }: ScenarioFinding): 'passed' | 'slow' | 'broken' {
  if (broken.length > 0) return 'broken'
  return slow.length > 0 ? 'slow' : 'passed'
}

/** The figures of one engine in one line. */
export function figuresText(figures: ScenarioFinding['figures']): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
}

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll(/\s+/gu, ' ').trim()

/** Whether it passed on each of its engines, and when. */
export function verdictCell(findings: readonly FaultFinding[], date: string): string {
  const failed = findings.flatMap(({ engine, found }) => {
    const [why = ''] = [...found.broken, ...found.slow].map((one) => one.split('\n')[0])
    return verdictOf(found) === 'passed' ? [] : [`${engine} ${verdictOf(found)}: ${why}`]
  })
  return cell(`${failed.length === 0 ? 'passed' : failed.join('; ')} ${date}`)
}

/** Returns the page with this verdict in the last cell of the row of this number; a person chooses the figures. */
export function withVerdict(page: string, number: number, verdict: string): string {
  const lines = page.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${number} |`))
  const row = lines[at]
  if (row === undefined) throw new Error(`docs/reliability.md has no row ${number}`)
  return lines.with(at, row.replace(/(?:\\\||[^|])*\|$/u, ` ${verdict} |`)).join('\n')
}

/** Writes the verdict into docs/reliability.md. */
export function record(scenario: Scenario, findings: readonly FaultFinding[], at: Date): void {
  const verdict = verdictCell(findings, at.toISOString().slice(0, 10))
  writeFileSync(PAGE, withVerdict(readFileSync(PAGE, 'utf8'), scenario.number, verdict))
}

const WHOLE = /^The last whole run that passed: .*$/mu

/** Returns the line of the page that says when all scenarios passed in one run. */
export function lastWhole(page = readFileSync(PAGE, 'utf8')): string {
  const line = WHOLE.exec(page)?.[0]
  if (line === undefined)
    throw new Error('docs/reliability.md has lost the line of its last whole run')
  return line
}

/** Returns the page with a new text in that line. */
export function withLastWhole(page: string, said: string): string {
  return page.replace(lastWhole(page), `The last whole run that passed: ${said}.`)
}

/** Writes into docs/reliability.md that all scenarios passed, with the commit and the date; returns the line. */
export function recordWhole(plays: number, at: Date): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const said = `${at.toISOString().slice(0, 10)}, commit ${commit}, ${plays} plays`
  const page = withLastWhole(readFileSync(PAGE, 'utf8'), said)
  writeFileSync(PAGE, page)
  return lastWhole(page)
}
