import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHECK_SENDS, CHECK_WARNING, textsOf, stateShown } from './number-check-texts.ts'

const SAVED = { phoneNumber: '79001234567', sbpNumberId: '100000000004', state: 'checked' } as const

test('the warning names the ruble that stays, the success the nine that arrive', () => {
  assert.equal(
    CHECK_WARNING.replaceAll('\u00A0', ' '),
    'Мы спишем 10 ₽ и вернём 9 ₽ на этот номер. Комиссия за проверку — 1 рубль.',
  )
  assert.equal(CHECK_SENDS, '9 рублей')
})

test('a checked number is no longer one once it is typed over', () => {
  const { phoneNumber, sbpNumberId } = SAVED
  assert.equal(stateShown(SAVED, { phoneNumber, sbpNumberId }, true), 'checked')
  const other = { phoneNumber: '79007654321', sbpNumberId }
  assert.equal(stateShown(SAVED, other, false), 'unsaved')
  assert.equal(stateShown(SAVED, other, true), 'changed')
  const bank = { phoneNumber, sbpNumberId: '100000000111' }
  assert.equal(stateShown(SAVED, bank, false), 'unsaved')
})

test('a paid check is told from one that still waits for its money', () => {
  const { phoneNumber, sbpNumberId } = SAVED
  const checking = { ...SAVED, state: 'checking' } as const
  assert.equal(stateShown(checking, { phoneNumber, sbpNumberId }, true), 'checking')
  const paid = { ...checking, paid: true } as const
  assert.equal(stateShown(paid, { phoneNumber, sbpNumberId }, true), 'paid')
})

test('empty fields are what an absent number looks like', () => {
  const none = { phoneNumber: null, sbpNumberId: null, state: 'unset' } as const
  assert.equal(stateShown(none, { phoneNumber: '', sbpNumberId: '' }, true), 'unset')
})

test('without an answer nothing is claimed', () => {
  assert.equal(stateShown(null, SAVED, true), null)
})

test('stopped payouts are said with the number, and a checked one does not claim that they come', () => {
  const heldUntil = '2026-11-23T15:00:00.000Z'
  const viewer = { zone: 'Europe/Moscow', now: new Date(heldUntil), asked: null }
  for (const state of ['unchecked', 'checking', 'checked', 'rejected'] as const)
    assert.match(
      textsOf(state, { heldUntil }, viewer).text,
      /на него начнутся не раньше 23 нояб\., 18:00 \(МСК\)\.$/u,
    )
  assert.match(textsOf('checked', {}, viewer).text, /приходят/u)
  const name = 'Иван Иванович И.'
  const asked = textsOf('checked', { heldUntil }, { ...viewer, asked: name }).text
  assert.match(asked, /получателя «Иван Иванович И\.»\. Подтвердите/u)
  for (const state of ['unsaved', 'changed'] as const)
    assert.doesNotMatch(textsOf(state, { heldUntil }, viewer).text, /нояб/u)
  const later = '2026-11-25T15:00:00Z'
  const stops = [
    [{ heldUntil }, /^Номер проверен\. Номер указан недавно/u],
    [{ restUntil: heldUntil }, /^Номер проверен\. Вход .* не раньше 23 нояб\., 18:00 \(МСК\)\.$/u],
    [{ heldUntil, restUntil: later }, /^Номер проверен\. Вход .* не раньше 25 нояб/u],
    [{ heldUntil: later, restUntil: heldUntil }, /^Номер проверен\. Номер .* не раньше 25 нояб/u],
    [{ noStatus: 'needed', heldUntil }, /^Номер проверен\. Сначала укажите .* выплаты ждут\.$/u],
    [{ frozen: true, heldUntil }, /^Номер проверен\. Выплаты заморожены/u],
  ] as const
  for (const [stop, said] of stops) {
    const { tone, text } = textsOf('checked', stop, viewer)
    assert.equal(tone, 'plain')
    assert.match(text, said)
  }
})
