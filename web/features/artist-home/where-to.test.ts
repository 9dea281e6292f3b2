import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whereTo } from './where-to.ts'

const CHECKED = {
  phoneNumber: '79171234567',
  sbpNumberId: '100000000004',
  state: 'checked',
} as const
const VIEWER = { zone: 'Europe/Moscow', now: new Date('2026-12-01T00:00:00Z') }
const UNTIL = '2026-12-04T00:44:00Z'

test('the money is promised after the concert only where payouts are sent', () => {
  const said = (more: object) => whereTo({ debt: 0, number: { ...CHECKED, ...more } }, VIEWER)
  assert.match(said({}), /^После концерта придут на номер \+7.917.*, Т-Банк$/u)
  assert.match(said({ noStatus: 'asked' }), /^После концерта придут/u)
  assert.match(said({ restUntil: UNTIL }), /Выплаты начнутся 4 дек\., 03:44 \(МСК\)\.$/u)
  assert.match(said({ heldUntil: UNTIL }), /Выплаты на него начнутся 4 дек\., 03:44 \(МСК\)\.$/u)
  assert.match(said({ frozen: true }), /^Выплаты заморожены/u)
  assert.match(said({ noStatus: 'needed' }), /До этого выплаты ждут\.$/u)
  assert.match(said({ state: 'unchecked' }), /пока номер для выплат не проверен$/u)
  const recipient = { name: 'Иван И.', confirmed: false }
  assert.match(said({ recipient, heldUntil: UNTIL }), /пока получатель не подтверждён$/u)
})
