import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkFixed,
  checkMainPhoto,
  checkProfile,
  checkSocials,
  descriptionLength,
  orderPhotos,
  socialTypeOf,
} from './profile.ts'
import { Refusal } from '../refusal.ts'

function fieldsOf(work: () => unknown): unknown {
  try {
    work()
  } catch (error) {
    assert.ok(error instanceof Refusal)
    assert.equal(error.code, 'VALIDATION')
    return error.fields
  }
  return null
}

const FAMILY = '👨‍👩‍👧‍👦'

test('what is not given of a profile is not judged', () => {
  assert.deepEqual(checkProfile({}), {})
  assert.deepEqual(checkProfile({ accountType: 'GROUP' }), { accountType: 'GROUP' })
})

test('texts keep their lines and lose what is blank around them', () => {
  assert.deepEqual(
    checkProfile({ name: '  Лада  ', shortDescription: ' Поём.\r\nТихо. \n', description: ' ' }),
    { name: 'Лада', shortDescription: 'Поём.\nТихо.', description: '' },
  )
})

test('a short description of 140 signs passes, one more is refused in the words of the screen', () => {
  assert.equal(
    fieldsOf(() => checkProfile({ shortDescription: 'я'.repeat(140) })),
    null,
  )
  assert.deepEqual(
    fieldsOf(() => checkProfile({ shortDescription: 'я'.repeat(141) })),
    { shortDescription: 'Лимит 140 символов' },
  )
})

test('a sign is what a person sees: an emoji of seven code points, a letter with its accent', () => {
  assert.equal(descriptionLength(FAMILY.repeat(10)), 10)
  assert.equal(descriptionLength('е\u0301й'), 2)
  assert.equal(
    fieldsOf(() => checkProfile({ shortDescription: FAMILY.repeat(140) })),
    null,
  )
})

test('the signs of the formatting count, since they are in the text that is written', () => {
  assert.equal(descriptionLength('**да**'), 6)
})

test('blanks at the ends do not count, for they are not kept', () => {
  assert.equal(descriptionLength(`  ${'я'.repeat(140)}\r\n`), 140)
})

test('of marks piled on one letter thirty are kept', () => {
  const { shortDescription } = checkProfile({ shortDescription: `ы${'\u0301'.repeat(2000)}` })
  assert.equal(shortDescription, `ы${'\u0301'.repeat(30)}`)
})

test('marks piled on letters do not pass the limit', () => {
  const piled = `я${'\u0301'.repeat(29)}`.repeat(100)
  assert.deepEqual(
    fieldsOf(() => checkProfile({ shortDescription: piled })),
    { shortDescription: 'Лимит 140 символов' },
  )
})

test('everything wrong about a profile is told at once', () => {
  const typed = { name: ' ', shortDescription: 'я'.repeat(141), description: 'я'.repeat(5001) }
  assert.deepEqual(
    fieldsOf(() => checkProfile(typed)),
    {
      name: 'Введите имя или название группы.',
      shortDescription: 'Лимит 140 символов',
      description: 'Лимит 5000 символов',
    },
  )
})

test('signs that turn the reading direction are refused', () => {
  assert.deepEqual(
    fieldsOf(() => checkProfile({ description: 'а\u202Eб' })),
    { description: 'Уберите из текста невидимые символы' },
  )
})

// What never changes -----------------------------------------------------------------------------

const KEPT = { artistUsername: 'lada', email: 'lada@example.org', username: 'lada' }

test('a form that sends the nickname and the address back as they were passes', () => {
  assert.equal(
    fieldsOf(() => checkFixed(KEPT, KEPT)),
    null,
  )
  assert.equal(
    fieldsOf(() => checkFixed(KEPT, {})),
    null,
  )
})

test('another nickname or address is refused at its field', () => {
  const sent = { artistUsername: 'vera', email: 'vera@example.org', username: 'vera' }
  assert.deepEqual(
    fieldsOf(() => checkFixed(KEPT, sent)),
    {
      artistUsername: 'Никнейм изменить нельзя',
      email: 'Почту изменить нельзя',
      username: 'Никнейм изменить нельзя',
    },
  )
})

// Photos -----------------------------------------------------------------------------------------

test('named photos come first in their order, the rest keep theirs after them', () => {
  assert.deepEqual(orderPhotos(['a', 'b', 'c', 'd'], ['d', 'b']), ['d', 'b', 'a', 'c'])
})

test('no order loses or doubles a photo', () => {
  assert.deepEqual(orderPhotos(['a', 'b'], []), ['a', 'b'])
  assert.deepEqual(orderPhotos(['a', 'b'], ['b', 'b']), ['b', 'a'])
})

test('a photo that is not one’s own is refused', () => {
  assert.deepEqual(
    fieldsOf(() => orderPhotos(['a'], ['a', 'x'])),
    { imageUrls: 'Этой фотографии нет среди ваших' },
  )
  assert.deepEqual(
    fieldsOf(() => checkMainPhoto(['a'], 'x')),
    { imageUrl: 'Этой фотографии нет среди ваших' },
  )
  assert.equal(
    fieldsOf(() => checkMainPhoto(['a', 'b'], 'b')),
    null,
  )
  assert.equal(
    fieldsOf(() => checkMainPhoto([], '')),
    null,
  )
})

// Pages elsewhere --------------------------------------------------------------------------------

test('empty links are dropped, and the same one twice is kept once', () => {
  assert.deepEqual(checkSocials(['', ' vk.com/lada ', '  ', 'https://vk.com/lada']), [
    { type: 'VK', url: 'https://vk.com/lada' },
  ])
})

for (const [typed, type, url] of [
  ['vk.com/lada', 'VK', 'https://vk.com/lada'],
  ['HTTPS://M.VK.COM/lada', 'VK', 'HTTPS://M.VK.COM/lada'],
  ['http://t.me/lada', 'TELEGRAM', 'http://t.me/lada'],
  ['music.youtube.com/lada', 'YOUTUBE', 'https://music.youtube.com/lada'],
  ['youtu.be/abc', 'YOUTUBE', 'https://youtu.be/abc'],
  ['notvk.com/lada', 'DEFAULT', 'https://notvk.com/lada'],
  ['vk.com.example.org', 'DEFAULT', 'https://vk.com.example.org'],
  ['лада.рф', 'DEFAULT', 'https://лада.рф'],
] as const)
  test(`«${typed}» becomes ${url} under the sign ${type}`, () => {
    assert.deepEqual(checkSocials([typed]), [{ type, url }])
  })

for (const typed of [
  'javascript:alert(1)',
  'javascript://vk.com/%0Aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://vk.com/lada',
  'mailto:lada@example.org',
  'https://lada:tayna@vk.com',
  'https://vk.com@evil.example',
  '@lada',
  'lada',
  'http:vk.com',
  'https://',
  'https://127.0.0.1/',
  'https://[::1]/',
  'vk.com/ла да',
  'vk.com/\u202Eлада',
])
  test(`«${typed}» is no page of anybody`, () => {
    assert.deepEqual(
      fieldsOf(() => checkSocials(['', typed])),
      { 'socialMediaList.1': 'Проверьте ссылку. Она выглядит так: vk.com/bis' },
    )
  })

test('twenty links pass, the twenty-first is refused at its own line', () => {
  const links = Array.from({ length: 21 }, (_, place) => `vk.com/lada${place}`)
  assert.equal(checkSocials(links.slice(0, 20)).length, 20)
  assert.deepEqual(
    fieldsOf(() => checkSocials(links)),
    { 'socialMediaList.20': 'Не больше 20 ссылок' },
  )
})

test('a link as long as a page is refused', () => {
  assert.deepEqual(
    fieldsOf(() => checkSocials([`vk.com/${'a'.repeat(500)}`])),
    { 'socialMediaList.0': 'Ссылка — не длиннее 500 символов' },
  )
})

test('half a link has the sign of any site', () => {
  assert.equal(socialTypeOf(''), 'DEFAULT')
  assert.equal(socialTypeOf('vk.'), 'DEFAULT')
  assert.equal(socialTypeOf('vk.com'), 'VK')
})

test('every network that musicians use has a sign of its own', () => {
  const links = {
    OK: 'https://m.ok.ru/group/1',
    RUTUBE: 'rutube.ru/channel/1',
    YANDEX_MUSIC: 'music.yandex.ru/artist/1',
    BOOSTY: 'boosty.to/lada',
    SPOTIFY: 'https://open.spotify.com/artist/1',
    DZEN: 'dzen.ru/lada',
    MAX: 'max.ru/lada',
    INSTAGRAM: 'https://www.instagram.com/lada',
    DEFAULT: 'yandex.ru/maps',
  }
  for (const [type, link] of Object.entries(links)) assert.equal(socialTypeOf(link), type)
})
