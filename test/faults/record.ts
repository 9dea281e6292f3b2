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

/** The row of the table: the scenario, its pass line, and its result on each engine. */
export function rowOf(
  { number, title, pass }: Pick<Scenario, 'number' | 'title' | 'pass'>,
  findings: readonly FaultFinding[],
  date: string,
): string {
  const figures = findings
    .map(({ engine, found }) => `${engine}: ${figuresText(found.figures)}`)
    .join('; ')
  const verdicts = findings.map(({ engine, found }) => {
    const why = [...found.broken, ...found.slow].map((one) => one.split('\n')[0]).slice(0, 2)
    const verdict = verdictOf(found)
    return `${engine} ${verdict}${why.length === 0 ? '' : `: ${why.join('; ')}`}`
  })
  const failed = findings.filter(({ found }) => verdictOf(found) !== 'passed').length
  const cells = [
    String(number),
    title,
    pass,
    findings.length === 0 ? '' : figures,
    findings.length === 0
      ? 'not measured yet'
      : `${failed === 0 ? 'passed' : verdicts.join('; ')} ${date}`,
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

/** The page with the row of this number put in the place of the old one, or behind the last. */
export function withRow(page: string, number: number, row: string): string {
  const lines = page.split('\n')
  const numberOf = (line: string) => Number(/^\| (\d+) \|/u.exec(line)?.[1] ?? Number.NaN)
  const old = lines.findIndex((line) => numberOf(line) === number)
  if (old !== -1) return lines.with(old, row).join('\n')
  const before = lines.findLastIndex((line) => numberOf(line) < number)
  if (before === -1) throw new Error('docs/reliability.md has lost its table')
  return lines.toSpliced(before + 1, 0, row).join('\n')
}

/** Writes what was found into docs/reliability.md. */
export function record(scenario: Scenario, findings: readonly FaultFinding[], at: Date): void {
  const row = rowOf(scenario, findings, at.toISOString().slice(0, 10))
  writeFileSync(PAGE, withRow(readFileSync(PAGE, 'utf8'), scenario.number, row))
}

const WHOLE = /^The last whole run that passed: .*$/mu

/** The line of the page that says when all scenarios passed in one run. */
export function lastWhole(page = readFileSync(PAGE, 'utf8')): string {
  const line = WHOLE.exec(page)?.[0]
  if (line === undefined)
    throw new Error('docs/reliability.md has lost the line of its last whole run')
  return line
}

/** The page with another day in that line. */
export function withLastWhole(page: string, said: string): string {
  return page.replace(lastWhole(page), `The last whole run that passed: ${said}.`)
}

/** Writes into docs/reliability.md that all scenarios passed, of which commit and when; returns the line. */
export function recordWhole(plays: number, at: Date): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const said = `${at.toISOString().slice(0, 10)}, commit ${commit}, ${plays} plays`
  const page = withLastWhole(readFileSync(PAGE, 'utf8'), said)
  writeFileSync(PAGE, page)
  return lastWhole(page)
}
