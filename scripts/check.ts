import { spawnSync } from 'node:child_process'
import { checkDocs } from './check-docs.ts'
import { checkImports } from './check-imports.ts'
import { checkMigrations } from './check-migrations.ts'

type Step = { name: string; run(): Promise<string[]> }

function command(name: string, line: string): Step {
  return {
    name,
    run: async () => {
      const { status } = spawnSync(line, { shell: true, stdio: 'inherit' })
      return status === 0 ? [] : [`«${line}» ended with ${status}`]
    },
  }
}

const STEPS: Step[] = [
  command('format', 'oxfmt --check .'),
  command('lint', 'oxlint --type-aware --deny-warnings'),
  command('types', 'react-router typegen && tsc --noEmit'),
  { name: 'imports', run: checkImports },
  { name: 'docs', run: checkDocs },
  { name: 'migrations', run: checkMigrations },
]

const asked = process.argv.slice(2)
let wrong = 0
for (const step of STEPS) {
  if (asked.length > 0 && !asked.includes(step.name)) continue
  const sentences = await step.run()
  for (const sentence of sentences) process.stderr.write(`  ${sentence}\n`)
  process.stdout.write(`${sentences.length === 0 ? 'ok  ' : 'BAD '} ${step.name}\n`)
  wrong += sentences.length
}
process.exit(wrong === 0 ? 0 : 1)
