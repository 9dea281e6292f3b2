import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import { formatText } from '#server/modules/artists/settings.service.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const pageOf = (artistUsername: string) => world.ok(api.page.getInfo, { query: { artistUsername } })

const namesFound = async (input: string): Promise<string[]> => {
  const found = await world.ok(api.page.searchByName, { query: { input } })
  return found.map(({ name }) => name)
}

test('a letter that is no letter on the other layout finds artists too', async () => {
  await world.artist({ name: 'Ёрш' })
  assert.deepEqual(await namesFound('ё'), ['Ёрш'])
  assert.deepEqual(await namesFound('ёё'), [])
})

test('the page shows what the artist tells of himself and nothing of his account', async () => {
  await world.artist({
    username: 'Bereg',
    name: 'Группа «Берег»',
    accountType: 'GROUP',
    email: 'tayna@example.org',
    phoneNumber: '79001234567',
    sbpNumberId: '100000000111',
    imageUrls: ['/media/one.webp', '/media/two.webp'],
    shortDescription: 'Играем у воды',
    shortDescriptionHtml: '<p>Играем у воды</p>',
    description: 'Нас **четверо**',
    descriptionHtml: '<p>Нас <strong>четверо</strong></p>',
    paymentDescription: 'Спасибо за чай',
    minSongRubles: 150,
    socials: JSON.stringify([{ type: 'vk', url: 'https://vk.com/bereg' }]),
  })
  const page = await pageOf('bereg')
  assert.deepEqual(page, {
    artistInfoDTO: {
      accountType: 'GROUP',
      name: 'Группа «Берег»',
      username: 'Bereg',
      imageUrl: '/media/one.webp',
      imageUrls: ['/media/one.webp', '/media/two.webp'],
      shortDescription: 'Играем у воды',
      shortDescriptionHtml: '<p>Играем у воды</p>',
      description: 'Нас **четверо**',
      descriptionHtml: '<p>Нас <strong>четверо</strong></p>',
    },
    paymentPublicDTO: {
      donationEnabled: true,
      description: 'Спасибо за чай',
      paidSongsEnabled: false,
      minSongAmount: 150,
    },
    socialMediaList: [{ type: 'vk', url: 'https://vk.com/bereg' }],
  })
})

test('a nickname leads to its page in any case', async () => {
  const { username } = await world.artist({ username: 'Zarya.Band' })
  assert.equal((await pageOf('zARYA.bAND')).artistInfoDTO.username, username)
})

test('an artist without photos has an empty picture', async () => {
  const { username } = await world.artist()
  const { artistInfoDTO } = await pageOf(username)
  assert.equal(artistInfoDTO.imageUrl, '')
  assert.deepEqual(artistInfoDTO.imageUrls, [])
})

for (const artistUsername of ['nikogo', '../zarya', 'никого'])
  test(`the unknown nickname ${JSON.stringify(artistUsername)} is 404`, async () => {
    const { status, failure } = await world.call(api.page.getInfo, { query: { artistUsername } })
    assert.equal(status, 404)
    assert.equal(failure.message, 'Такого музыканта нет')
  })

test('the settings hold the own account, and another artist’s token opens other settings', async () => {
  const one = await world.artist({
    username: 'nastroyki',
    email: 'nastroyki@example.org',
    phoneNumber: '79001234567',
    sbpNumberId: '100000000004',
    paidSongsEnabled: true,
    requestFavoritesOnly: true,
  })
  const other = await world.artist()
  assert.deepEqual(await world.ok(api.page.getAccountInfo, {}, { token: one.token }), {
    baseAccountInfoDTO: { artistUsername: 'nastroyki', email: 'nastroyki@example.org' },
    artistInfoDTO: {
      accountType: 'ARTIST',
      name: 'Артист nastroyki',
      username: 'nastroyki',
      imageUrl: '',
      imageUrls: [],
      shortDescription: '',
      description: '',
    },
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true },
    paymentDTO: {
      phoneNumber: '79001234567',
      sbpNumberId: '100000000004',
      description: '',
      paidSongsEnabled: true,
      minSongAmount: 10,
      taxStatus: null,
      taxName: '',
      taxInn: '',
      payoutLetters: false,
    },
    socialMediaList: [],
  })
  const others = await world.ok(api.page.getAccountInfo, {}, { token: other.token })
  assert.equal(others.baseAccountInfoDTO.artistUsername, other.username)
})

// Search -------------------------------------------------------------------------------------------

test('artists are found by the beginning of any word of name or nickname', async () => {
  await world.artist({ username: 'polynya_duo', name: 'Дуэт «Ёлки-Полынья»' })
  for (const input of [
    'дуэт',
    'ДУЭТ ел',
    'Ёлк',
    'елк',
    'ПОЛЫН',
    'полынья дуэт',
    'duo',
    'Polynya_d',
  ])
    assert.deepEqual(await namesFound(input), ['Дуэт «Ёлки-Полынья»'], input)
})

test('the middle of a word finds nobody', async () => {
  await world.artist({ name: 'Перекрёсток' })
  assert.deepEqual(await namesFound('крест'), [])
  assert.deepEqual(await namesFound('перекрест'), ['Перекрёсток'])
})

test('every word that was typed must be there', async () => {
  await world.artist({ name: 'Снежный Барс' })
  assert.deepEqual(await namesFound('снежный лев'), [])
})

test('a blank search finds nobody, and signs of a pattern mean nothing', async () => {
  await world.artist({ name: 'Кто угодно' })
  for (const input of ['', '   ', '%', '_', '\\', '%%%', "'", '«»']) {
    assert.deepEqual(await namesFound(input), [], input)
  }
})

test('who begins with the word comes before who only has it, then by name', async () => {
  await world.artist({ name: 'Вечерний Маяк' })
  await world.artist({ name: 'Маяк Тихий' })
  await world.artist({ name: 'Маяк Громкий' })
  assert.deepEqual(await namesFound('маяк'), ['Маяк Громкий', 'Маяк Тихий', 'Вечерний Маяк'])
})

test('a search shows nickname, name and the first picture of forty artists at most', async () => {
  for (let place = 0; place < 45; place++)
    await world.artist({
      name: `Хор номер ${place}`,
      imageUrls: ['/media/hor.webp', '/media/2.webp'],
    })
  const found = await world.ok(api.page.searchByName, { query: { input: 'хор' } })
  assert.equal(found.length, 40)
  assert.deepEqual(Object.keys(found[0] ?? {}).toSorted(), ['imageUrl', 'name', 'username'])
  assert.ok(found.every(({ imageUrl }) => imageUrl === '/media/hor.webp'))
})

test('a long search is not read with wrong letters', async () => {
  await world.artist({ name: 'Достопримечательность' })
  assert.deepEqual(await namesFound('достопримечотельность'), ['Достопримечательность'])
  assert.deepEqual(await namesFound(`достопримечотельность ${'я'.repeat(20)}`), [])
})

// Formatted descriptions -----------------------------------------------------------------------------

test('saved texts reach the page as written and as formatted', async () => {
  const { token, username } = await world.artist()
  const texts = {
    shortDescription: 'Поём "по-своему"',
    description: 'Мы *тихие*.\n\n- гитара\n- голос',
  }
  await world.ok(api.auth.update, { body: { artistInfoDTO: texts } }, { token })
  const { artistInfoDTO } = await pageOf(username)
  assert.equal(artistInfoDTO.shortDescription, 'Поём "по-своему"')
  assert.equal(artistInfoDTO.shortDescriptionHtml, '<p>Поём «по-своему»</p>')
  assert.equal(artistInfoDTO.description, 'Мы *тихие*.\n\n- гитара\n- голос')
  assert.equal(
    artistInfoDTO.descriptionHtml,
    '<p>Мы <em>тихие</em>.</p>\n<ul>\n<li>гитара</li>\n<li>голос</li>\n</ul>',
  )
})

const FORMATTED = {
  'строка\nещё строка': '<p>строка<br />\nещё строка</p>',
  '# Заголовок': '<h3>Заголовок</h3>',
  'пять <b>жирных</b> нот': '<p>пять &lt;b&gt;жирных&lt;/b&gt; нот</p>',
  'наш сайт https://bereg.example':
    '<p>наш сайт <a href="https://bereg.example" rel="nofollow ugc noopener">https://bereg.example</a></p>',
  '[пишите](mailto:bereg@example.org)':
    '<p><a href="mailto:bereg@example.org" rel="nofollow ugc noopener">пишите</a></p>',
}

for (const [source, html] of Object.entries(FORMATTED))
  test(`«${source.replaceAll('\n', '⏎')}» is formatted`, () => {
    assert.equal(formatText(source), html)
  })

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\u0000script:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](//evil.example)',
  '[x](/artist/account-settings)',
  '[x](https://a.example "\\" onmouseover=alert(1)")',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(1))',
  '<https://evil.example/"onclick=alert(1)>',
  '<javascript:alert(1)>',
  '[x]: javascript:alert(1)\n\n[x]',
  '`<script>alert(1)</script>`',
  '<style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '<math><mi//xlink:href="data:x,<script>alert(1)</script>">',
  '> <b onclick=alert(1)>',
  '"><script>alert(1)</script>',
]

const OPEN_TAG = /<\/?([a-z][a-z0-9]*)((?:\s+[a-z-]+="[^"<>]*")*)\s*\/?>/giu
const HARMLESS = new Set('p br strong em s ul ol li blockquote h3 hr a'.split(' '))

for (const source of HOSTILE)
  test(`nothing of ${JSON.stringify(source)} acts on the page`, () => {
    const html = formatText(source)
    for (const [, tag = '', attributes = ''] of html.matchAll(OPEN_TAG)) {
      assert.ok(HARMLESS.has(tag), html)
      const allowed = /^( href="(https?:|mailto:)[^"]*")? rel="nofollow ugc noopener"$/u
      if (attributes !== '') assert.match(attributes, allowed)
    }
    assert.doesNotMatch(html.replaceAll(OPEN_TAG, ''), /[<>]/u)
  })

test('a name is found as forgivingly as a song: on the other layout, in Latin letters, with a wrong letter', async () => {
  const name = 'Ярополк Дуэтов'
  await world.artist({ username: 'polkduet', name })
  for (const input of ['zhjgjkr', 'yaropolk', 'яропалк', 'ярполк', 'яропокл', 'дуетов яропалк'])
    assert.deepEqual(await namesFound(input), [name], input)
  assert.deepEqual(await namesFound('янаволк'), [])
})

test('a word of three letters may have one wrong letter too, and one of two none', async () => {
  const name = 'Медный Грош'
  await world.artist({ username: 'copper', name })
  await world.artist({ username: 'copper.yo', name: 'Медный Ё' })
  for (const input of ['медный гош', 'медный гор', 'медный гру', 'медый грш'])
    assert.deepEqual(await namesFound(input), [name], input)
  // An extra letter: two letters of three are a whole word, not a beginning.
  for (const input of ['медный го', 'медный кот', 'медный грошик', 'медный агр'])
    assert.deepEqual(await namesFound(input), [], input)
})
