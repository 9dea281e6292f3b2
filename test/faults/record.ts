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

/** The date where it passed on each of its engines; else what went wrong, and when. */
export function verdictCell(findings: readonly FaultFinding[], date: string): string {
  const failed = findings.flatMap(({ engine, found }) => {
    const [why = ''] = [...found.broken, ...found.slow].map((one) => one.split('\n')[0])
    return verdictOf(found) === 'passed' ? [] : [`${engine} ${verdictOf(found)}: ${why}`]
  })
  return cell([...failed, date].join('; '))
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

const ROW = /^\| (\d+) \|.*?\| ([^|]*) \|$/gmu
const DATE = /^\d{4}-\d\d-\d\d$/u

/** Says since when every scenario of the page has passed, or which have not. */
export function lastPassed(page = readFileSync(PAGE, 'utf8')): string {
  const rows = [...page.matchAll(ROW)].map(([, number = '', verdict = '']) => ({ number, verdict }))
  const failed = rows.filter(({ verdict }) => !DATE.test(verdict))
  if (failed.length > 0) return `Not passed: ${failed.map(({ number }) => number).join(', ')}`
  return `All passed since ${rows.map(({ verdict }) => verdict).toSorted()[0]}`
}
