import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foldSong, songKey, limitMarks, wordsOf } from '#packages/song-search/song-text.ts'
import {
  checkEmail,
  checkLine,
  checkTogether,
  looksLikeOffer,
  mailboxOf,
  tidyText,
  webAddress,
} from './fields.ts'
import { Refusal } from './refusal.ts'
import { headerOf } from './songs/song-table.ts'

// Each pair of marks is in the wrong order: composing them unchanged would take a minute.
const PAIRS = 100_000
const accents = 'а' + '\u0301\u0316'.repeat(PAIRS)
const points = 'א' + '\u05B1\u05B0'.repeat(PAIRS)
/** The same with a character between the marks that the search ignores. */
const parted = 'א' + '\u05B1\u05B0\u200D'.repeat(PAIRS)
const FEW = 31

test('a letter under a mountain of marks keeps thirty of them, wherever a text is tidied or folded', () => {
  const rule = { field: 'title', max: 120, blank: null, tooLong: 'Длинно' }
  for (const text of [accents, points]) {
    assert.ok(checkLine(text, rule).length <= FEW)
    assert.ok(tidyText(text).length <= FEW)
    assert.throws(() => checkEmail(`${text}@example.ru`), Refusal)
  }
  for (const text of [points, parted]) {
    assert.ok(foldSong(text).length <= FEW)
    assert.ok(songKey(text, text).length <= 2 * FEW + 1)
    assert.ok((wordsOf(text)[0] ?? '').length <= FEW)
  }
  assert.equal(foldSong(accents), 'а')
  assert.equal(headerOf(`title,${accents}`), null)
  // Without a letter to fold, the key consists of the signs.
  assert.ok(songKey('!' + '\u0316\u0301'.repeat(PAIRS), '').length <= FEW + 1)
})

test('a text of any language stays as it is', () => {
  const psalm = 'בְּרֵאשִׁ֖ית בָּרָ֣א אֱלֹהִ֑ים '.repeat(50)
  assert.equal(limitMarks(psalm), psalm)
  assert.equal(limitMarks('e\u0301'.repeat(200)), 'e\u0301'.repeat(200))
})

test('an address without a scheme gets the safe one', () => {
  assert.equal(webAddress(' example.ru/x '), 'https://example.ru/x')
  assert.equal(webAddress('билеты.рф'), 'https://билеты.рф')
  assert.equal(webAddress('example.ru:8080?id=7'), 'https://example.ru:8080?id=7')
})

test('a whole address stays as it was typed', () => {
  for (const address of ['http://example.ru', 'HTTPS://Example.ru/Подвал?id=7#зал'])
    assert.equal(webAddress(address), address)
})

test('what leads nowhere, or not where it seems to, is no address', () => {
  const wrong = [
    '',
    'билеты',
    'https://',
    'https:example.ru',
    'javascript:alert(1)',
    'ftp://example.ru',
    'https://exa mple.ru',
    'https://example.ru/\u202Egpj',
    'https://localhost/x',
    'https://127.0.0.1/x',
    '10.0.0.1',
    'https://[::1]/',
    'https://-example.ru',
    'https://example.ru@evil.example/',
    'https://user:word@example.ru/',
  ]
  for (const typed of wrong) assert.equal(webAddress(typed), null, typed)
})

const rule = { field: 'title', max: 10, blank: 'Пусто', tooLong: 'Длинно' }
const optional = { ...rule, blank: null }

function refusal(check: () => unknown): Refusal {
  try {
    check()
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

test('a mailbox is one however its address is spelled, where its provider reads it so', () => {
  assert.equal(mailboxOf('Kirill+bis@Example.org'), 'kirill@example.org')
  assert.equal(mailboxOf('+tag@example.org'), '+tag@example.org')
  assert.equal(mailboxOf('k.i.rill+1@googlemail.com'), 'kirill@gmail.com')
  assert.equal(mailboxOf('ivan-petrov@ya.ru'), mailboxOf('ivan.petrov+7@yandex.com'))
  assert.notEqual(mailboxOf('k.irill@example.org'), mailboxOf('kirill@example.org'))
})

test('what reads as an address or a sum is told from the names of musicians', () => {
  for (const text of [
    'ВЫ ВЫИГРАЛИ 100000 руб, заберите на evil.example/p',
    'Пишите t.me/evil',
    'Приз: www.evil',
    'evil . com',
    'а@б.рф',
    'Ваши 5 000 ₽',
    '$100 сразу',
    '10 тыс. рублей',
    'сайт приз.рф',
  ])
    assert.ok(looksLikeOffer(text), text)
  for (const text of [
    'В.Цой',
    'will.i.am',
    't.A.T.u.',
    '50 Cent',
    "5'nizza",
    'M@SH',
    'Руки Вверх!',
    'Ногу свело 2.0',
    'Сплин, 1994',
    'Dr. Dre feat. Р.Рома',
    '25/17',
    'A$AP Rocky',
  ])
    assert.ok(!looksLikeOffer(text), text)
})

test('a typed line comes out with single spaces and none at the ends', () => {
  assert.equal(checkLine(' \n Ой,\t то \u00A0 не ', rule), 'Ой, то не')
})

test('a line with nothing to see is blank, whatever it is made of', () => {
  for (const text of ['', '   ', '\n', '\u200B', '\u2060\uFEFF \u00AD']) {
    assert.deepEqual(refusal(() => checkLine(text, rule)).fields, { title: 'Пусто' })
    assert.equal(checkLine(text, optional), '')
  }
})

test('control characters, halves of characters and reversals of direction are refused', () => {
  for (const sign of ['\u0000', '\u0007', '\u009F', '\uD83D', '\u202E', '\u2066']) {
    assert.match(refusal(() => checkLine(`а${sign}б`, rule)).message, /невидимые/u)
    assert.equal(refusal(() => checkLine(sign, optional)).code, 'VALIDATION')
  }
})

test('length is counted in characters after tidying', () => {
  assert.equal(checkLine(` ${'🎸'.repeat(10)} `, rule), '🎸'.repeat(10))
  assert.deepEqual(refusal(() => checkLine('🎸'.repeat(11), rule)).fields, { title: 'Длинно' })
  assert.equal(checkLine('и\u0306'.repeat(10), rule), 'й'.repeat(10))
})

test('checks run together give all their values, or refuse once with every field in order', () => {
  assert.deepEqual(checkTogether({ one: () => 1, two: () => 'x' }), { one: 1, two: 'x' })
  const refused = refusal(() =>
    checkTogether({
      good: () => 1,
      first: () => checkLine('', { ...rule, field: 'b' }),
      second: () => checkLine('я'.repeat(11), { ...rule, field: 'a' }),
    }),
  )
  assert.deepEqual(Object.entries(refused.fields ?? {}), [
    ['b', 'Пусто'],
    ['a', 'Длинно'],
  ])
  assert.equal(refused.message, 'Пусто')
})

test('a bug inside a check is not taken for a refusal', () => {
  const bug = new TypeError('broken')
  const broken = (): never => {
    throw bug
  }
  assert.throws(() => checkTogether({ broken }), bug)
  const plain = new Refusal('NOT_FOUND', 'Не найдено')
  const elsewhere = (): never => {
    throw plain
  }
  assert.throws(() => checkTogether({ elsewhere }), plain)
})
