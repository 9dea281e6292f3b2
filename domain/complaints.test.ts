import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  admitComplaint,
  checkComplaint,
  COMPLAINT_MOST,
  COMPLAINTS_A_DAY,
  COMPLAINTS_OPEN_MOST,
} from './complaints.ts'
import { Refusal } from './refusal.ts'

const fieldsOf = (work: () => unknown) => {
  try {
    work()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return Object.keys(error.fields ?? {})
  }
}

describe('a complaint', () => {
  test('needs no words and no address, but says what is wrong where no reason does', () => {
    assert.deepEqual(checkComplaint({ words: ' Это  моё \n', email: ' ' }, 'identity'), {
      words: 'Это моё',
      email: '',
    })
    assert.deepEqual(checkComplaint({ words: '', email: 'A@B.ru' }, 'obscene').email, 'a@b.ru')
    assert.deepEqual(
      fieldsOf(() => checkComplaint({ words: ' \u3164', email: '' }, 'other')),
      ['words'],
    )
  })

  test('is refused at its fields', () => {
    const typed = { words: 'я'.repeat(COMPLAINT_MOST + 1), email: 'nowhere' }
    assert.deepEqual(
      fieldsOf(() => checkComplaint(typed, 'advert')),
      ['words', 'email'],
    )
  })

  test('is the third of a device in a day at most, and none where too many wait', () => {
    admitComplaint(COMPLAINTS_A_DAY - 1, 0)
    for (const [own, open] of [
      [COMPLAINTS_A_DAY, 0],
      [0, COMPLAINTS_OPEN_MOST],
    ] as const)
      assert.throws(() => admitComplaint(own, open), { code: 'TOO_MANY' })
  })
})
