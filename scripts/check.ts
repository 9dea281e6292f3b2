import { spawn } from 'node:child_process'
import { checkDocs } from './check-docs.ts'
import { checkFiles } from './check-files.ts'
import { checkHomes } from './check-homes.ts'
import { checkImports } from './check-imports.ts'
import { checkMigrations } from './check-migrations.ts'
import { checkNames } from './check-names.ts'
import { checkSchema } from './check-schema.ts'
import { checkTables } from './check-tables.ts'

type Step = { name: string; run(): Promise<string[]> }

function command(name: string, line: string): Step {
  return {
    name,
    run: async () => {
      const child = spawn(line, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (part: Buffer) => {
          output += part.toString()
        })
      const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
      process.stdout.write(output)
      return code === 0 ? [] : [`«${line}» ended with ${code}`]
    },
  }
}

/** Runs first: lint reads the files that it writes. */
const TYPEGEN = command('typegen', 'react-router typegen')

/** Both lines run in parallel, for a machine with two CPUs; the longest step has one to itself. */
const LINES: Step[][] = [
  // The compiler's errors too: the rules that need types have it check them all anyway.
  [command('lint', 'oxlint --type-aware --type-check --deny-warnings')],
  [
    command('format', 'oxfmt --check .'),
    { name: 'imports', run: checkImports },
    { name: 'files', run: checkFiles },
    { name: 'homes', run: checkHomes },
    { name: 'tables', run: checkTables },
    { name: 'docs', run: checkDocs },
    { name: 'migrations', run: checkMigrations },
    { name: 'schema', run: checkSchema },
    { name: 'names', run: async () => checkNames() },
  ],
]

const asked = process.argv.slice(2)
let wrong = 0
async function goThrough(steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (asked.length > 0 && !asked.includes(step.name)) continue
    const sentences = await step.run()
    for (const sentence of sentences) process.stderr.write(`  ${sentence}\n`)
    process.stdout.write(`${sentences.length === 0 ? 'ok  ' : 'BAD '} ${step.name}\n`)
    wrong += sentences.length
  }
}
if (asked.length === 0 || asked.includes('lint')) wrong += (await TYPEGEN.run()).length
await Promise.all(LINES.map(goThrough))
process.exit(wrong === 0 ? 0 : 1)
