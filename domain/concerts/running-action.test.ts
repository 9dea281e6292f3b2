import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeCall, runningAction } from './running-action.ts'

test('nothing calls for an order where none is taken', () => {
  assert.deepEqual([true, false].map(runningAction), ['Заказать песню', 'Что сейчас играет'])
  assert.deepEqual([true, false].map(codeCall), ['Закажите песню', 'Страница артиста'])
})
