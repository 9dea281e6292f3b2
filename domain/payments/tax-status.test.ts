import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refusal } from '../refusal.ts'
import { checkTaxSettings } from './tax-status.ts'
import type { TaxStatus } from './tax-status.ts'

const judged = (taxStatus: TaxStatus | null, taxInn: string, taxName = ' Анна  Ким ') =>
  checkTaxSettings({ taxStatus, taxName, taxInn })

function refusal(taxStatus: TaxStatus, taxInn: string, taxName?: string) {
  try {
    judged(taxStatus, taxInn, taxName)
    return {}
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.fields
  }
}

test('the check digits of an ИНН are those of ten or twelve digits', () => {
  assert.equal(judged('company', '7707083893').taxInn, '7707083893')
  for (const status of ['self_employed', 'entrepreneur', 'person'] as const)
    assert.equal(judged(status, '5001 0073 2259').taxInn, '500100732259')
  const wrong = 'Проверьте ИНН: в одной из цифр ошибка'
  assert.deepEqual(refusal('company', '7707083894'), { taxInn: wrong })
  for (const inn of ['500100732258', '500100732269', '000000000000'])
    assert.deepEqual(refusal('entrepreneur', inn), { taxInn: wrong }, inn)
})

test('the length follows the status, and each wrong field gets its sentence', () => {
  assert.deepEqual(refusal('company', '500100732259'), { taxInn: 'В ИНН организации 10 цифр' })
  assert.deepEqual(refusal('self_employed', '77070838'), { taxInn: 'В ИНН человека 12 цифр' })
  assert.deepEqual(refusal('entrepreneur', '', ''), {
    taxName: 'Введите фамилию, имя и отчество',
    taxInn: 'Введите ИНН',
  })
  assert.equal(judged('person', '').taxInn, '')
})

test('without a status nothing is kept', () => {
  assert.deepEqual(judged(null, '123'), { taxStatus: null, taxName: '', taxInn: '' })
  assert.equal(judged('person', '').taxName, 'Анна Ким')
})
