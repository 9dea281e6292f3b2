/** The database under the product: one process embeds it, or any number share a server. */
export type DatabaseEngine = 'embedded' | 'postgres'

/** What a scenario measured, and what violated its pass line. */
export type ScenarioFinding = {
  /** By name; a value in milliseconds has the unit in its name. */
  readonly figures: Record<string, string | number>
  /** Sentences about what must never happen, however slow the machine is. */
  readonly broken: readonly string[]
  /** Sentences about figures beyond the pass line: they fail `npm run faults` and no test. */
  readonly slow: readonly string[]
}

export type ScenarioContext = {
  readonly engine: DatabaseEngine
  /** Seconds instead of minutes; the form that some scenarios run in `npm test`. */
  readonly short: boolean
  /** What `startProduct` needs for a fresh database of this engine: DATABASE_URL or DATA_DIR. */
  readonly environment: Readonly<Record<string, string>>
  /** Reports the progress. */
  logProgress(words: string): void
}

export type Scenario = {
  /** Its number in docs/reliability.md. */
  readonly number: number
  readonly title: string
  readonly pass: string
  readonly engines: readonly DatabaseEngine[]
  /** The engines on which its short form runs in `npm test`: seconds that guard a change; the rest runs in `npm run faults`. */
  readonly inTests: readonly DatabaseEngine[]
  /** Time limit of the long form on one engine; 10 by default. */
  readonly minutes?: number
  run(context: ScenarioContext): Promise<ScenarioFinding>
}

/** A message from a child process to the runner. */
export type ScenarioResult = { readonly progress: string } | { readonly found: ScenarioFinding }
