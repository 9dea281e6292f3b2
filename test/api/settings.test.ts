import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Settings } from '#contract/shapes.ts'
import { PAYOUT_LETTERS } from '#domain/documents.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

type Update = BodyOf<typeof api.auth.update>

const save = ({ token }: TestArtist, body: Update) => world.ok(api.auth.update, { body }, { token })
const settingsOf = ({ token }: TestArtist) => world.ok(api.page.getAccountInfo, {}, { token })
const pageOf = ({ username }: TestArtist) =>
  world.ok(api.page.getInfo, { query: { artistUsername: username } })

async function fieldsOf({ token }: TestArtist, body: Update) {
  const failure = await world.refused('VALIDATION', api.auth.update, { body }, { token })
  return failure.fields
}

const PHOTOS = ['/media/one-1200.webp', '/media/two-1200.webp', '/media/three-1200.webp']
const [ONE = '', TWO = '', THREE = ''] = PHOTOS

test('everything that is saved is answered, kept, and shown on the page', async () => {
  const artist = await world.artist({ imageUrls: PHOTOS })
  const answer = await save(artist, {
    artistInfoDTO: {
      accountType: 'GROUP',
      name: ' Лада  и струны ',
      shortDescription: 'Поём *тихо*',
      description: 'Нас **трое**',
    },
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true },
    paymentDTO: { description: 'Спасибо', minSongAmount: 70 },
    socialMediaList: [{ url: 'vk.com/lada' }, { url: '' }, { type: 'VK', url: 'https://lada.ru' }],
  })
  assert.deepEqual(answer.artistInfoDTO, {
    accountType: 'GROUP',
    name: 'Лада и струны',
    username: artist.username,
    imageUrl: ONE,
    imageUrls: PHOTOS,
    shortDescription: 'Поём *тихо*',
    description: 'Нас **трое**',
  })
  assert.equal(answer.publicArtistFeaturesDTO.requestFavoriteSongsOnly, true)
  assert.deepEqual(answer.socialMediaList, [
    { type: 'VK', url: 'https://vk.com/lada' },
    { type: 'DEFAULT', url: 'https://lada.ru' },
  ])
  assert.deepEqual(await settingsOf(artist), answer)
  const page = await pageOf(artist)
  assert.equal(page.artistInfoDTO.name, 'Лада и струны')
  assert.equal(page.artistInfoDTO.shortDescriptionHtml, '<p>Поём <em>тихо</em></p>')
  assert.equal(page.artistInfoDTO.descriptionHtml, '<p>Нас <strong>трое</strong></p>')
  assert.deepEqual(page.socialMediaList, answer.socialMediaList)
})

type Saved = Omit<Settings, 'baseAccountInfoDTO' | 'artistInfoDTO'> & {
  artistInfoDTO: Omit<Settings['artistInfoDTO'], 'username' | 'imageUrl' | 'imageUrls'>
}

/** Every field that can be saved: one that the contract adds does not compile until it is tested here. */
const FULL = {
  artistInfoDTO: {
    accountType: 'GROUP',
    name: 'Лада',
    shortDescription: 'коротко',
    description: 'длинно',
  },
  publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true },
  paymentDTO: {
    description: 'Спасибо',
    minSongAmount: 70,
    phoneNumber: '79001234567',
    sbpNumberId: '100000000111',
    paidSongsEnabled: true,
    taxStatus: 'self_employed',
    taxName: 'Лада Вера',
    taxInn: '500100732259',
    payoutLetters: true,
  },
  socialMediaList: [{ type: 'TELEGRAM', url: 'https://t.me/lada' }],
  currentPassword: ARTIST_PASSWORD,
} satisfies Saved & Update

test('every field is saved as it was sent', async () => {
  const artist = await world.artist()
  const { currentPassword: _, ...sent } = FULL
  const saved = await save(artist, FULL)
  assert.deepEqual(
    {
      ...saved,
      ...sent,
      artistInfoDTO: { ...saved.artistInfoDTO, ...sent.artistInfoDTO },
    },
    saved,
  )
})

for (const part of [
  {},
  { artistInfoDTO: {} },
  { artistInfoDTO: { name: 'Вера' } },
  { artistInfoDTO: { description: '' } },
  { publicArtistFeaturesDTO: { requestFavoriteSongsOnly: false } },
  { paymentDTO: { minSongAmount: 90 } },
  { socialMediaList: [] },
] satisfies Update[])
  test(`${JSON.stringify(part)} changes nothing else`, async () => {
    const artist = await world.artist()
    const kept = await save(artist, FULL)
    const answer = await save(artist, part)
    const expected = {
      ...kept,
      ...part,
      artistInfoDTO: { ...kept.artistInfoDTO, ...part.artistInfoDTO },
      paymentDTO: { ...kept.paymentDTO, ...part.paymentDTO },
    }
    assert.deepEqual(answer, expected)
  })

test('letters about payouts are a consent, kept with the time each time that it is given', async () => {
  const artist = await world.artist()
  const version = PAYOUT_LETTERS.date
  for (const payoutLetters of [true, true, false])
    await save(artist, { paymentDTO: { payoutLetters } })
  const consents = () =>
    world.sql
      .selectFrom('consents')
      .select(['document', 'version', 'givenAt'])
      .where('artistId', '=', artist.id)
      .execute()
  const given = { document: 'notifications', version, givenAt: world.now() }
  assert.deepEqual(await consents(), [given])
  await save(artist, { paymentDTO: { payoutLetters: true } })
  assert.deepEqual(await consents(), [given, given])
})

test('a whole answer sent back changes nothing', async () => {
  const artist = await world.artist({ imageUrls: PHOTOS })
  const kept = await save(artist, FULL)
  assert.deepEqual(await save(artist, kept), kept)
})

test('a text that is not sent keeps its formatted form', async () => {
  const artist = await world.artist()
  await save(artist, { artistInfoDTO: { description: '*тихо*' } })
  await save(artist, { artistInfoDTO: { shortDescription: 'коротко' } })
  const { artistInfoDTO } = await pageOf(artist)
  assert.equal(artistInfoDTO.descriptionHtml, '<p><em>тихо</em></p>')
  await save(artist, { artistInfoDTO: { description: '' } })
  assert.equal((await pageOf(artist)).artistInfoDTO.descriptionHtml, '')
})

test('the nickname and the address pass as they are and are refused as others', async () => {
  const artist = await world.artist()
  const { baseAccountInfoDTO: same } = await settingsOf(artist)
  await save(artist, { baseAccountInfoDTO: same, artistInfoDTO: { username: artist.username } })
  const fields = await fieldsOf(artist, {
    baseAccountInfoDTO: { artistUsername: 'drugoj', email: 'drugoj@example.org' },
    artistInfoDTO: { username: 'drugoj', name: 'Другое имя' },
  })
  assert.deepEqual(fields, {
    artistUsername: 'Никнейм изменить нельзя',
    email: 'Почту изменить нельзя',
    username: 'Никнейм изменить нельзя',
  })
  assert.deepEqual((await settingsOf(artist)).baseAccountInfoDTO, same)
})

test('what an artist may not set of himself is refused by name', async () => {
  const { token } = await world.artist()
  for (const body of [{ role: 'ADMIN' }, { artistInfoDTO: { role: 'ADMIN' } }])
    await world.refused('VALIDATION', api.auth.update, { body }, { token })
})

test('everything wrong is told at once, and nothing of it is saved', async () => {
  const artist = await world.artist()
  const kept = await settingsOf(artist)
  const fields = await fieldsOf(artist, {
    artistInfoDTO: {
      name: ' ',
      shortDescription: 'я'.repeat(141),
      description: 'я'.repeat(5001),
      imageUrls: ['/media/foreign-1200.webp'],
    },
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true },
    paymentDTO: { paidSongsEnabled: true, minSongAmount: 5, description: 'я'.repeat(141) },
    socialMediaList: [{ url: 'vk.com/lada' }, { url: 'javascript:alert(1)' }],
    password: 'коротко',
    passwordConfirm: 'иначе',
  })
  assert.deepEqual(fields, {
    imageUrls: 'Этой фотографии нет среди ваших',
    name: 'Введите имя или название группы.',
    shortDescription: 'Лимит 140 символов',
    description: 'Лимит 5000 символов',
    phoneNumber: 'Обязательно ввести номер телефона',
    sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    'paymentDTO.description': 'Лимит 140 символов',
    minSongAmount: 'Минимальная сумма оплаты должна быть не меньше 10 рублей',
    'socialMediaList.1': 'Проверьте ссылку. Она выглядит так: vk.com/bis',
    password: 'Пароль должен содержать минимум 8 символов.',
    passwordConfirm: 'Пароли не совпадают.',
  })
  assert.deepEqual(await settingsOf(artist), kept)
})

test('a phone of another form is refused with what was typed', async () => {
  const paymentDTO = { phoneNumber: '89001234567' }
  assert.deepEqual(await fieldsOf(await world.artist(), { paymentDTO }), {
    phoneNumber: 'Неверный формат номера: 89001234567. Ожидается формат 79xxxxxxxxx',
  })
})

test('a text that would act on the page is shown as text', async () => {
  const artist = await world.artist()
  const evil = '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1))'
  await save(artist, {
    artistInfoDTO: { name: '<b>Лада</b>', shortDescription: evil, description: evil },
  })
  const { artistInfoDTO } = await pageOf(artist)
  assert.equal(artistInfoDTO.description, evil)
  for (const html of [artistInfoDTO.shortDescriptionHtml, artistInfoDTO.descriptionHtml])
    assert.doesNotMatch(html, /<(script|img)|href="javascript/u)
})

// Photos -----------------------------------------------------------------------------------------

test('photos are put in the order that is sent', async () => {
  const artist = await world.artist({ imageUrls: PHOTOS })
  const { artistInfoDTO } = await save(artist, {
    artistInfoDTO: { imageUrl: ONE, imageUrls: [THREE, ONE, TWO] },
  })
  assert.deepEqual(artistInfoDTO.imageUrls, [THREE, ONE, TWO])
  assert.equal(artistInfoDTO.imageUrl, THREE)
})

test('a form from before an upload loses no photo', async () => {
  const artist = await world.artist({ imageUrls: [ONE] })
  const { artistInfoDTO: stale } = await settingsOf(artist)
  await world.sql
    .updateTable('artists')
    .set({ imageUrls: [ONE, TWO] })
    .where('id', '=', artist.id)
    .execute()
  const { artistInfoDTO } = await save(artist, { artistInfoDTO: { ...stale, name: 'Вера' } })
  assert.deepEqual(artistInfoDTO.imageUrls, [ONE, TWO])
  assert.equal(artistInfoDTO.name, 'Вера')
})

test('a photo of somebody else is refused wherever it stands', async () => {
  await world.artist({ imageUrls: ['/media/foreign-1200.webp'] })
  const artist = await world.artist({ imageUrls: [ONE] })
  for (const link of ['/media/foreign-1200.webp', 'https://evil.example/pixel.png'])
    assert.deepEqual(
      await fieldsOf(artist, { artistInfoDTO: { imageUrl: link, imageUrls: [ONE, link] } }),
      {
        imageUrl: 'Этой фотографии нет среди ваших',
        imageUrls: 'Этой фотографии нет среди ваших',
      },
    )
  assert.deepEqual((await settingsOf(artist)).artistInfoDTO.imageUrls, [ONE])
})

// At once ----------------------------------------------------------------------------------------

test('different parts saved at once are all kept', async () => {
  const artist = await world.artist({ imageUrls: PHOTOS })
  await Promise.all([
    save(artist, { artistInfoDTO: { name: 'Вера' } }),
    save(artist, { artistInfoDTO: { description: 'длинно' } }),
    save(artist, { artistInfoDTO: { imageUrls: [TWO] } }),
    save(artist, { publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true } }),
    save(artist, { paymentDTO: { minSongAmount: 70 } }),
    save(artist, { socialMediaList: [{ url: 'vk.com/vera' }] }),
  ])
  const kept = await settingsOf(artist)
  assert.equal(kept.artistInfoDTO.name, 'Вера')
  assert.equal(kept.artistInfoDTO.description, 'длинно')
  assert.deepEqual(kept.artistInfoDTO.imageUrls, [TWO, ONE, THREE])
  assert.equal(kept.publicArtistFeaturesDTO.requestFavoriteSongsOnly, true)
  assert.equal(kept.paymentDTO.minSongAmount, 70)
  assert.deepEqual(kept.socialMediaList, [{ type: 'VK', url: 'https://vk.com/vera' }])
})

test('one artist’s settings leave another’s alone', async () => {
  const other = await world.artist()
  const kept = await settingsOf(other)
  await save(await world.artist(), FULL)
  assert.deepEqual(await settingsOf(other), kept)
})

// With a password --------------------------------------------------------------------------------

const PASSWORD = { password: 'Drugaya7-struna', passwordConfirm: 'Drugaya7-struna' }

test('a password and settings are saved together, and the new token alone lives', async () => {
  const artist = await world.artist()
  const { baseAccountInfoDTO, artistInfoDTO } = await settingsOf(artist)
  const answer = await save(artist, {
    baseAccountInfoDTO,
    artistInfoDTO: { ...artistInfoDTO, name: 'Вера' },
    ...PASSWORD,
  })
  assert.ok(answer.token)
  await world.refused('NO_TOKEN', api.page.getAccountInfo, {}, { token: artist.token })
  const kept = await settingsOf({ ...artist, token: answer.token })
  assert.equal(kept.artistInfoDTO.name, 'Вера')
  await world.ok(api.auth.login, {
    body: { username: artist.username, password: PASSWORD.password },
  })
})

test('a password is not changed beside a wrong setting, nor a setting beside a wrong password', async () => {
  const artist = await world.artist()
  assert.deepEqual(await fieldsOf(artist, { artistInfoDTO: { name: '' }, ...PASSWORD }), {
    name: 'Введите имя или название группы.',
  })
  const half = { artistInfoDTO: { name: 'Вера' }, password: PASSWORD.password }
  assert.deepEqual(await fieldsOf(artist, half), { passwordConfirm: 'Пароли не совпадают.' })
  assert.notEqual((await settingsOf(artist)).artistInfoDTO.name, 'Вера')
})

test('an old token needs the current password, told beside what else is wrong', async () => {
  const artist = await world.artist()
  const opened = new Date(world.now().getTime() - 6 * 60_000)
  await world.sql
    .updateTable('loginTokens')
    .set({ createdAt: opened })
    .where('artistId', '=', artist.id)
    .execute()
  assert.deepEqual(await fieldsOf(artist, { artistInfoDTO: { name: '' }, ...PASSWORD }), {
    name: 'Введите имя или название группы.',
    currentPassword: 'Введите текущий пароль',
  })
})

test('without a new password no token is given', async () => {
  assert.equal('token' in (await save(await world.artist(), {})), false)
})

test('passwords cannot be tried without end', async () => {
  const { token } = await world.artist()
  const body = { ...PASSWORD, passwordConfirm: 'другой' }
  for (let tried = 0; tried < 20; tried++)
    await world.refused('VALIDATION', api.auth.update, { body }, { token })
  await world.refused('TOO_MANY', api.auth.update, { body }, { token })
})

test('only own songs can be ordered once that is set', async () => {
  const artist = await world.artist()
  const sessionId = await world.concert(artist, { status: 'NOW', active: true })
  const songId = await world.song('Чужая песня', 'Чужой хор')
  await save(artist, { publicArtistFeaturesDTO: { requestFavoriteSongsOnly: true } })
  const song = { songId, title: '', artistName: '', imageUrl: '' }
  await world.refused('SONG_NOT_ACCEPTED', api.songs.orderSong, {
    body: { ...song, artistUsername: artist.username, sessionId },
  })
})

test('a stranger changes nothing', async () => {
  await world.refused('NO_TOKEN', api.auth.update, { body: FULL })
})
