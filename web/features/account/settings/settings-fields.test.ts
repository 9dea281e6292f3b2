import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SETTINGS } from './settings-fields.fixture.ts'
import {
  changeOf,
  fieldsOf,
  fieldsShown,
  hasChanged,
  validateSettings,
  validatePayoutAddress,
  paymentFieldsOf,
  mergeAnswer,
  withEmptyRow,
  withRow,
} from './settings-fields.ts'
import type { SettingsFields } from './settings-fields.ts'

test('the check of a number needs both fields, also with free orders', () => {
  assert.deepEqual(validatePayoutAddress(paymentFieldsOf(SETTINGS.paymentDTO)), {
    errors: {
      phoneNumber: 'Обязательно ввести номер телефона',
      sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    },
  })
})

test('there is always one empty row after the last filled one', () => {
  assert.deepEqual(withEmptyRow([]), [''])
  assert.deepEqual(withEmptyRow(['а', '', '  ']), ['а', ''])
  assert.deepEqual(withRow(['а', ''], 1, 'б'), ['а', 'б', ''])
})

test('an emptied row in the middle keeps its place while the form is filled in', () => {
  assert.deepEqual(withRow(['а', 'б', ''], 0, ''), ['', 'б', ''])
})

test('after the twentieth link there is no row for one more', () => {
  const most = Array.from({ length: 20 }, (_, place) => `${place}`)
  assert.deepEqual(withEmptyRow(most), most)
})

const FIELDS = fieldsOf(SETTINGS)

function changeAfter(part: Partial<typeof FIELDS>) {
  const typed = { ...FIELDS, ...part }
  const validated = validateSettings(typed)
  assert.ok('values' in validated)
  return changeOf(FIELDS, typed, validated.values)
}

test('what is kept is right, and nothing of it is sent', () => {
  assert.deepEqual(changeAfter({}), {})
  assert.equal(hasChanged(FIELDS, { ...FIELDS }), false)
})

/** A different value in every field. */
const OTHER: SettingsFields = {
  accountType: 'GROUP',
  name: ' Вера ',
  shortDescription: 'Играем',
  description: 'Давно',
  requestFavoriteSongsOnly: true,
  payment: {
    phoneNumber: '79001234567',
    sbpNumberId: '100000000111',
    description: ' Обнимаем ',
    paidSongsEnabled: true,
    minSongAmount: '150',
    taxStatus: 'self_employed',
    taxName: 'Лада Вера',
    taxInn: '500100732259',
    payoutLetters: true,
  },
  links: ['t.me/lada', ''],
}

test('a field that is changed is sent, alone and with all the others, as the server keeps it', () => {
  const whole = changeAfter(OTHER)
  assert.deepEqual(whole, {
    artistInfoDTO: {
      accountType: 'GROUP',
      name: 'Вера',
      shortDescription: 'Играем',
      description: 'Давно',
    },
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true },
    paymentDTO: { ...OTHER.payment, description: 'Обнимаем', minSongAmount: 150 },
    socialMediaList: [{ url: 't.me/lada' }, { url: '' }],
  })
  const sent = Object.entries(OTHER).flatMap(([name, value]) => {
    assert.equal(hasChanged(FIELDS, { ...FIELDS, [name]: value }), true, name)
    const parts = Object.entries(changeAfter({ [name]: value }))
    assert.equal(parts.length, 1, `${name} is not sent`)
    return parts
  })
  const sentTo = (part: string) => sent.filter(([name]) => name === part).map(([, to]) => to)
  for (const [part, value] of Object.entries(whole))
    assert.deepEqual(Object.assign(Array.isArray(value) ? [] : {}, ...sentTo(part)), value)
})

test('of the payment settings only what was changed is sent', () => {
  const saved = { ...FIELDS, ...OTHER }
  const typed = { ...saved, payment: { ...saved.payment, minSongAmount: '160' } }
  const validated = validateSettings(typed)
  assert.ok('values' in validated)
  assert.deepEqual(changeOf(saved, typed, validated.values), { paymentDTO: { minSongAmount: 160 } })
})

test('links are sent with their rows, and an empty row at the end is no change', () => {
  assert.equal(hasChanged(FIELDS, { ...FIELDS, links: [...FIELDS.links, '', ' '] }), false)
  assert.deepEqual(changeAfter({ links: ['', 't.me/lada', ''] }), {
    socialMediaList: [{ url: '' }, { url: 't.me/lada' }, { url: '' }],
  })
})

test('everything wrong is told at once, the thanks apart from the description', () => {
  const validated = validateSettings({
    ...FIELDS,
    name: '',
    description: 'я'.repeat(5001),
    payment: { ...FIELDS.payment, description: 'я'.repeat(141), minSongAmount: '' },
    links: ['нет'],
  })
  assert.deepEqual('errors' in validated && validated.errors, {
    name: 'Введите имя или название группы.',
    description: 'Лимит 5000 символов',
    'paymentDTO.description': 'Лимит 140 символов',
    minSongAmount: 'Минимальная сумма оплаты должна быть не меньше 10 рублей',
    'socialMediaList.0': 'Проверьте ссылку. Она выглядит так: vk.com/bis',
  })
})

test('the server’s answer fills the fields, but for what was typed meanwhile', () => {
  const sent = { ...FIELDS, name: ' Вера ', payment: { ...FIELDS.payment, phoneNumber: ' 79' } }
  const now = {
    ...sent,
    description: 'печатаю',
    payment: { ...sent.payment, minSongAmount: '150' },
  }
  const answered = { ...FIELDS, name: 'Вера', payment: { ...FIELDS.payment, phoneNumber: '79' } }
  const after = mergeAnswer(now, sent, answered)
  assert.equal(after.name, 'Вера')
  assert.equal(after.description, 'печатаю')
  assert.equal(after.payment.phoneNumber, '79')
  assert.equal(after.payment.minSongAmount, '150')
})

test('a refused field is found under the name that the screen has for it', () => {
  const refused = {
    'artistInfoDTO.name': 'а',
    'paymentDTO.minSongAmount': 'б',
    'paymentDTO.description': 'в',
    'socialMediaList.2.url': 'г',
    number: 'д',
  }
  assert.deepEqual(fieldsShown(refused), {
    name: 'а',
    minSongAmount: 'б',
    'paymentDTO.description': 'в',
    'socialMediaList.2': 'г',
    phoneNumber: 'д',
  })
})
