import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { addNewerMethods } from './newer-methods.ts'

/** A class whose own methods are the added ones, as in a browser that has none of them. */
class OldArray extends Array<number> {}
class OldString extends String {}
class OldURL extends URL {}

test('the added methods do what the built-in ones do', () => {
  addNewerMethods(OldArray.prototype, OldString.prototype, OldURL)
  const old = OldArray.from([2, 10, 1])
  assert.ok(Object.hasOwn(OldArray.prototype, 'toSorted'))
  const list = [2, 10, 1]
  const byNumber = (one: number, other: number) => one - other
  assert.deepEqual(old.toReversed(), list.toReversed())
  assert.deepEqual(old.toSorted(byNumber), list.toSorted(byNumber))
  assert.deepEqual(old.toSpliced(1, 0, 7, 8), list.toSpliced(1, 0, 7, 8))
  assert.deepEqual(old.toSpliced(1, 1), list.toSpliced(1, 1))
  assert.deepEqual([...old], list)
  const broken = 'а\uD83C 🎸 \uDFB8'
  assert.equal(new OldString(broken).toWellFormed(), broken.toWellFormed())
  for (const [url, base] of [['/x'], ['/x', 'https://bis.ru'], ['https://bis.ru'], ['https://']])
    assert.equal(OldURL.canParse(url ?? '', base), URL.canParse(url ?? '', base))
  assert.deepEqual(Object.keys(OldArray.prototype), [])
})

test('a method that the browser has stays', () => {
  const { toSorted } = Array.prototype
  addNewerMethods()
  assert.equal(Array.prototype.toSorted, toSorted)
})

// Safari reads it from 16.4 on: before that the whole module fails, and nothing can be added that helps.
test('no regular expression of the pages looks behind', () => {
  const files = globSync('{contract,domain,web,packages/word-filter}/**/*.{ts,tsx}')
  assert.ok(files.length > 500)
  const looking = files.filter(
    (file) => !file.includes('.test.') && /\(\?<[=!]/u.test(readFileSync(file, 'utf8')),
  )
  assert.deepEqual(looking, [])
})
