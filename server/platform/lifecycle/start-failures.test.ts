import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { lockDirectory } from './data-directory.ts'
import { UnfitServer } from '../db/open.ts'
import { sentenceOfStart } from './start-failures.ts'

function failureOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    return error
  }
  return undefined
}

test('a DATA_DIR that is a file, or lies under one, is told in one sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bis-start-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const wrong of [file, join(file, 'below')]) {
    const sentence = sentenceOfStart(failureOf(() => lockDirectory(wrong)))
    assert.match(sentence, /^DATA_DIR должно быть каталогом/)
    assert.doesNotMatch(sentence, /\n/)
  }
})

test('a DATA_DIR whose lock cannot be taken, as on a network disk, is told in one sentence', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bis-start-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'database.lock'))
  const sentence = sentenceOfStart(failureOf(() => lockDirectory(folder)))
  assert.match(sentence, /^Файл database\.lock в DATA_DIR [^\n]+ сетевой диск [^\n]+\.$/u)
})

test('what the driver of the database says without a code is told in one sentence', () => {
  for (const text of [
    'The server does not support SSL connections',
    'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
  ])
    assert.match(sentenceOfStart(new Error(text)), /^[А-Я][^\n]+DATABASE_URL[^\n]*\.$/u, text)
})

test('what a server of the database answers is told in one sentence with what to mend', () => {
  const coded = (code: string) => Object.assign(new Error(`the words of ${code}`), { code })
  const mended: Record<string, RegExp> = {
    '25006': /основной сервер в DATABASE_URL/u,
    '42P01': /npm run migrate/u,
    '42501': /DATABASE_OWNER_URL/u,
    '53100': /освободите/u,
    '55P03': /завершите/u,
    '57014': /повторите/u,
    '57P01': /PostgreSQL запущен/u,
    '58030': /диск/u,
  }
  for (const [code, fix] of Object.entries(mended)) {
    const sentence = sentenceOfStart(coded(code))
    assert.match(sentence, /^[А-Я][^\n]+\.$/u, code)
    assert.match(sentence, fix)
  }
})

test('a server of the database that is too old says so by itself', () => {
  assert.equal(sentenceOfStart(new UnfitServer('Нужен PostgreSQL 15.')), 'Нужен PostgreSQL 15.')
})

test('an embedded database that does not open is told in one sentence', () => {
  const sentence = sentenceOfStart(new Error('PGlite failed to initialize properly'))
  assert.match(sentence, /^Встроенная база не открывается[^\n]+DATA_DIR[^\n]+\.$/u)
})

test('a bug keeps its own words and where it came from', () => {
  assert.match(sentenceOfStart(new Error('no such thing')), /no such thing\n\s+at /)
})
