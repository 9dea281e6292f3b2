/** Runs one scenario on one engine in this process and sends the result to its parent. */
import process from 'node:process'
import type { DatabaseEngine, Scenario, ScenarioResult } from './scenario.ts'

const [, , file = '', engine = '', form = '', environment = '{}'] = process.argv
const sendResult = (result: ScenarioResult) =>
  new Promise<void>((resolve) => process.send?.(result, undefined, undefined, () => resolve()))

const { scenario } = (await import(file)) as { scenario: Scenario }
try {
  const found = await scenario.run({
    engine: engine as DatabaseEngine,
    short: form === 'short',
    environment: JSON.parse(environment) as Record<string, string>,
    logProgress: (progress) => void sendResult({ progress }),
  })
  await sendResult({ found })
} catch (error) {
  const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
  await sendResult({ found: { figures: {}, broken: [`it came to no end: ${why}`], slow: [] } })
}
// Anything left running would keep this process alive and the runner waiting; the parent kills the rest of the group.
process.disconnect?.()
process.exit(0)
