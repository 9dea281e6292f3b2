import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Deed, Press } from './press.ts'
import { entry } from './press.test-world.ts'
import { reportWords } from './report-words.ts'
import type { Cancelled } from './send-presses.ts'

const pressOf = (deed: Deed): Press => ({ id: 'p', sessionId: 's', at: 0, sent: false, deed })
const cancelled = (deed: Deed, why: string, late = true): Cancelled => ({
  press: pressOf(deed),
  why,
  late,
})
const wordsOf = (late: number, gone: readonly Cancelled[]) =>
  reportWords({ end: 'empty', late, cancelled: gone, restSeconds: 0 }).map(({ text }) => text)

test('presses that went out at once are worth no word', () => {
  assert.deepEqual(wordsOf(0, []), [])
})

test('presses that had waited are told of by their number', () => {
  assert.deepEqual(wordsOf(1, []), ['Отправили 1 нажатие'])
  assert.deepEqual(wordsOf(3, []), ['Отправили 3 нажатия'])
  assert.deepEqual(wordsOf(11, []), ['Отправили 11 нажатий'])
})

test('a press of long ago is named when it is cancelled, a fresh one needs its reason alone', () => {
  const deed: Deed = { kind: 'queue', entry: entry('Перемен', 'SCHEDULED') }
  const why = 'Эта песня уже играет'
  assert.deepEqual(wordsOf(0, [cancelled(deed, why)]), [
    'Нажатие «В очередь: Перемен» отменено. Эта песня уже играет.',
  ])
  assert.deepEqual(wordsOf(0, [cancelled(deed, why, false)]), [why])
})

test('several cancelled presses are one sentence, with the reason where they share it', () => {
  const why = 'Концерт уже завершён'
  const next: Deed = {
    kind: 'next',
    chosen: false,
    played: null,
    started: entry('Печаль', 'QUEUED'),
  }
  assert.deepEqual(wordsOf(2, [cancelled(next, why), cancelled({ kind: 'pause' }, why)]), [
    'Отправили 2 нажатия',
    'Отменены 2 нажатия: «Следующая: Печаль», «Приостановить концерт». Концерт уже завершён.',
  ])
})
