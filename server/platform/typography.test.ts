import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import * as fc from '#test/support/inputs/fast-check.ts'
import { typeset } from './typography.ts'

const RUNS = { numRuns: 400 }

// Pieces that people use in texts, the awkward ones too.
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"',
        "'",
        ' - ',
        ' ',
        '\n',
        '...',
        '«',
        '»',
        '(',
        ')',
        '*',
        '**',
        '&nbsp;',
        '<b>',
        '5 ₽',
        'в',
        'и',
        'А. С. ',
        'https://a.b/c-"d"',
        '@lada',
        'Кино',
        '5000 руб.',
        '№ 5',
        '\u00a0',
      ),
      fc.string({ maxLength: 6 }),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''))

test('quotation marks, dashes and short words stand as in print', () => {
  assert.equal(
    typeset('Играем "Кино" и "Ария - лучшее" в клубе - приходите...'),
    'Играем «Кино» и\u00a0«Ария\u00a0— лучшее» в\u00a0клубе\u00a0— приходите…',
  )
  assert.equal(typeset('Вход 500 ₽, А. С. Пушкин'), 'Вход 500\u00a0₽, А.\u00a0С.\u00a0Пушкин')
})

test('links, addresses and nicknames stay as they were typed', () => {
  for (const own of ['https://vk.com/a-b?c="x"', 'lada@example.org', '@nick_name', 't.me/lada'])
    assert.ok(typeset(`Мы тут - ${own} и в зале`).includes(own), own)
  const link = '[наш сайт](https://bis.example "Бис - это")'
  assert.equal(typeset(link), link)
})

test('a sign of inches is no quotation, and an entity no space', () => {
  assert.equal(typeset('винил 12" в продаже'), 'винил 12" в продаже')
  assert.equal(typeset('Том &nbsp; Джерри'), 'Том &nbsp; Джерри')
})

test('lists and lines keep their beginnings', () => {
  const list = '- песни\n- пляски\n\n* и ещё'
  assert.deepEqual(
    typeset(list)
      .split('\n')
      .map(([first]) => first),
    list.split('\n').map(([first]) => first),
  )
})

test('what was set once stays so', () => {
  fc.assert(
    fc.property(text, (typed) => {
      const once = typeset(typed)
      assert.equal(typeset(once), once)
    }),
    RUNS,
  )
})

test('no letter and no digit is lost or made', () => {
  const letters = (one: string) => one.replaceAll(/[^\p{L}\p{N}]/gu, '')
  fc.assert(
    fc.property(text, (typed) => assert.equal(letters(typeset(typed)), letters(typed))),
    RUNS,
  )
})

test('a text without blanks, heavy with marks, does not hold the process up', () => {
  // A hundred of them took twenty minutes when the expression backtracked over each letter.
  const script = `import { typeset } from './server/platform/typography.ts'
    const heavy = ('а' + '\\u0301\\u0302\\u0303\\u0304\\u0306\\u0307\\u0308').repeat(5000)
    for (let count = 0; count < 100; count += 1) typeset(heavy)
    process.stdout.write('done')`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    encoding: 'utf8',
    timeout: 60_000,
  })
  assert.equal(stdout, 'done')
})
