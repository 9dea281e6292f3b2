import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeAs, ENCODINGS, guessEncoding } from './text-encoding.ts'
import type { TextEncoding } from './text-encoding.ts'

/** The bytes of each character, as this encoding decodes them. */
function tableOf(encoding: TextEncoding): Map<string, number> {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)
  return new Map(Array.from(new TextDecoder(encoding).decode(bytes), (sign, at) => [sign, at]))
}

function encode(text: string, encoding: TextEncoding): Uint8Array {
  if (encoding === 'utf-8') return new TextEncoder().encode(text)
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16()
  const table = tableOf(encoding)
  return Uint8Array.from(text, (sign) => table.get(sign) ?? assert.fail(`no ${sign}`))
}

const CYRILLIC = ['windows-1251', 'ibm866', 'koi8-r'] as const
const ANY = ['utf-8', 'utf-16le', 'utf-16be'] as const
const TEXTS: readonly (readonly [string, readonly TextEncoding[]])[] = [
  ['Кино - Печаль\nДДТ - Осень\nСплин - Выхода нет\n', [...CYRILLIC, ...ANY]],
  ['Кино - Печаль', [...CYRILLIC, ...ANY]],
  ['КИНО - ГРУППА КРОВИ\nДДТ - РОДИНА\nАЛИСА - ТРАССА Е-95', [...CYRILLIC, ...ANY]],
  ['Em   Am\nПолночь прошла\n', CYRILLIC],
  ['Ёлка\n\nПрованс', CYRILLIC],
  ['№;Песня;Исполнитель\n1;«Печаль»;Кино', ['windows-1251']],
  ['Океан Ельзи - Обійми\nСкрябін - Місця щасливих людей', ['windows-1251', ...ANY]],
  ['Ляпис Трубецкой - Воины света\nThe Beatles - Yesterday\nABBA - Fernando', CYRILLIC],
  ['Die Ärzte - Männer sind Schweine\nHerbert Grönemeyer - Männer', ['windows-1252', ...ANY]],
  ['Beyoncé - Déjà Vu\nÉdith Piaf - Non, je ne regrette rien', ['windows-1252', ...ANY]],
  ['Mañana\nÉl niño\nCanción del mariachi', ['windows-1252']],
  ['Jaromír Nohavica - Těšínská\nKabát - Pohoda\nČechomor - Proměny', ['windows-1250', ...ANY]],
  ['Dżem - Whisky\nPerfect - Autobiografia\nMaanam - Kocham cię, kochanie moje', ['windows-1250']],
]

test('a text is read in the encoding in which it was written, however short', () => {
  for (const [text, encodings] of TEXTS)
    for (const encoding of encodings) {
      const bytes = encode(text, encoding)
      assert.equal(guessEncoding(bytes), encoding, `${text} in ${encoding}`)
      assert.equal(decodeAs(bytes, encoding), text)
    }
})

test('UTF-8 with a broken letter stays UTF-8, and ASCII is UTF-8', () => {
  const bytes = new TextEncoder().encode('Кино — Группа крови, «Печаль» и всё, что было дальше')
  assert.equal(guessEncoding(bytes.subarray(1)), 'utf-8')
  assert.equal(guessEncoding(new TextEncoder().encode('Yesterday')), 'utf-8')
  assert.equal(guessEncoding(new Uint8Array()), 'utf-8')
})

test('a letter far inside a long file is found', () => {
  const bytes = encode(`${'Queen - Bohemian Rhapsody\n'.repeat(10_000)}Кино - Печаль`, 'koi8-r')
  assert.equal(guessEncoding(bytes), 'koi8-r')
})

test('every encoding has its decoder here', () => {
  for (const encoding of Object.keys(ENCODINGS)) assert.ok(new TextDecoder(encoding))
})
