import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawable } from './card-fonts.ts'
import { storyLayout } from './story-layout.ts'

test('what cannot be drawn never cuts a word in two', () => {
  const drawn = {
    'За\u0301мок': 'Замок',
    пʼять: 'п’ять',
    'слово\u200Bслово': 'словослово',
    'мягкий\u00ADперенос': 'мягкийперенос',
    'И\u0306од и е\u0308ж': 'Йод и ёж',
    'I ❤\uFE0F rock\n2': 'I rock 2',
    '\u0301\u200B🎸': 'Лада',
  }
  for (const [text, expected] of Object.entries(drawn))
    assert.equal(drawable(text, 'Лада'), expected)
})

test('the story of an artist whose name cannot be drawn bears the nickname', () => {
  const card = {
    songs: 3,
    ofEvening: ['песни', 'за вечер'],
    above: '',
    titles: [],
    more: '',
    artist: '東京',
    otherwise: 'tokyo',
    facts: '21 ноября',
    run: 'lamp',
    picture: '',
  } as const
  assert.match(JSON.stringify(storyLayout(card)), /"tokyo"/u)
})
