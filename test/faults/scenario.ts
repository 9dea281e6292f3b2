/** The database under the product: one process has it within itself, or any number share a server. */
export type DatabaseEngine = 'embedded' | 'postgres'

/** What a scenario measured, and what spoke against its pass line. */
export type ScenarioFinding = {
  /** By name; a number of milliseconds says so in its name. */
  readonly figures: Record<string, string | number>
  /** Sentences about what must never be, however slow the machine is. */
  readonly broken: readonly string[]
  /** Sentences about figures beyond the pass line: they fail `npm run faults` and no test. */
  readonly slow: readonly string[]
}

export type ScenarioContext = {
  readonly engine: DatabaseEngine
  /** Seconds instead of minutes; the form that some scenarios have in `npm test`. */
  readonly short: boolean
  /** What `startProduct` needs for a fresh database of this engine: DATABASE_URL or DATA_DIR. */
  readonly environment: Readonly<Record<string, string>>
  /** Tells whoever waits how far it is. */
  say(words: string): void
}

export type Scenario = {
  /** Of the list in docs/reliability.md. */
  readonly number: number
  readonly title: string
  readonly pass: string
  readonly engines: readonly DatabaseEngine[]
  /** The engines on which its short form runs in `npm test`: seconds that guard a change; the rest waits for `npm run faults`. */
  readonly inTests: readonly DatabaseEngine[]
  /** How long the long form may take on one engine before it is given up; 10 where nothing is said. */
  readonly minutes?: number
  run(context: ScenarioContext): Promise<ScenarioFinding>
}

/** What a child process tells the runner. */
export type ScenarioResult = { readonly said: string } | { readonly found: ScenarioFinding }
