import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkFiles, climbingImports, faultsOf } from './check-files.ts'

test('the check of files refuses one of 351 lines', () => {
  const faults = (lines: number) => faultsOf('const one = 1\n'.repeat(lines), () => '')
  assert.deepEqual(faults(350), [])
  assert.deepEqual(faults(351), ['has 351 lines, more than 350'])
})

test('the check of files refuses a class that its CSS module lacks', () => {
  const text = "import css from './a.module.css'\nconst list = [css.there, css.gone]\n"
  const styles = '/* .gone */\n.there:hover { color: red }\n'
  const faults = faultsOf(text, (specifier) => (specifier === './a.module.css' ? styles : ''))
  assert.deepEqual(faults, ['uses .gone, which stands in no rule of ./a.module.css'])
})

test('the check of files refuses an import from two folders up, but for those without an alias', () => {
  const up = '../../'
  const text = [`${up}lib/a.ts`, '../a.ts', '#web/lib/a.ts', `${up}../bench/a.ts`]
    .map((path) => `import { a } from '${path}'\n`)
    .join('')
  assert.deepEqual(climbingImports(`${text}await import('${up}b.ts')\n`), [
    'imports ../../lib/a.ts, which has an alias (#server/…, #web/…)',
    'imports ../../b.ts, which has an alias (#server/…, #web/…)',
  ])
})

test('every class that the screens use is there', async () => {
  assert.deepEqual(
    (await checkFiles()).filter((fault) => fault.includes('uses .')),
    [],
  )
})
