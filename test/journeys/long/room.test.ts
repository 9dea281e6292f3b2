import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  isPlaced,
  openConcertPage,
  findSong,
  orderSong,
  readHint,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey(
  'table 7 orders by the code on it, and the pad and the circle know the table',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const rules = { turn: 'circle' as const, byTable: true, lock: 0 }
    await ask(url, api.artist.changeRules, { body: { sessionId, rules } }, musician.token)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    const [anna, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    const order = async (
      guest: typeof anna,
      title: string,
      typed: string,
      table: string | null,
    ) => {
      const sheet = await findSong(guest, title, typed)
      if (table !== null) await shows(sheet, table)
      await sheet.getByRole('button', { name: 'Да', exact: true }).click()
      await sheet.waitFor({ state: 'hidden' })
    }
    await openConcertPage(anna, url, musician.username, '?t=7')
    await order(anna, 'Группа крови', 'груп', 'Стол 7')
    await shows(pad, 'Стол 7')
    // The table stays without its address parameter.
    await anna.goto(`${url}/user/${musician.username}`)
    await order(anna, 'Перемен', 'перем', 'Стол 7')
    await openConcertPage(oleg, url, musician.username, '?t=12')
    const sheet = await findSong(oleg, 'Звезда по имени Солнце', 'звезда по')
    await sheet.getByRole('button', { name: 'Я не за этим столом' }).click()
    await showsNoMore(sheet.getByText('Стол 12'))
    await sheet.getByRole('button', { name: 'Да', exact: true }).click()
    await sheet.waitFor({ state: 'hidden' })
    assert.equal(new URL(oleg.url()).searchParams.has('t'), false)
    await isPlaced(anna, 'Перемен', 'Песня вашего стола — вторая')
    await showsNoMore(pad.getByText('Стол 12'))
    const tablesOf = async () => {
      const queue = await ask(url, api.artist.queue, { query: { sessionId } }, musician.token)
      return queue.map(({ title, tables }) => [title, tables])
    }
    // The sheet closes before its order is saved.
    await eventually(tablesOf, [
      ['Группа крови', [7]],
      ['Звезда по имени Солнце', undefined],
      ['Перемен', [7]],
    ])
  },
)

journey('a wedding opens by its word, on the phone and on the screen of its hall', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  const oleg = await site.enter('Олег')
  await oleg.goto(`${url}/user/${musician.username}`)
  await shows(oleg, 'Ждём ваших заказов')
  // A page that was kept for a second is still the open one when the phone looks the first time.
  const response = await oleg.request.get(`${url}/user/${musician.username}.data`)
  await oleg.route(/\.data/u, (route) => route.fulfill({ response }), { times: 1 })
  const body = { sessionId, rules: {}, codeWord: 'Горько' }
  await ask(url, api.artist.changeRules, { body }, musician.token)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  await pad.goto(`${url}/artist?tab=concert`)
  const anna = await site.enter('Аня')
  await anna.goto(`${url}/user/${musician.username}`)
  await shows(anna, 'Чтобы видеть очередь и заказывать песни, введите кодовое слово.')
  await showsNoMore(anna.getByRole('searchbox', { name: 'Найти песню' }))
  site.expectFault(/400 .*session\/enter/u)
  await anna.getByLabel('Кодовое слово').fill('сладко')
  await anna.getByRole('button', { name: 'Открыть вечер' }).click()
  await shows(anna, 'Это слово не подошло. Спросите его у хозяев вечера.')
  await anna.getByLabel('Кодовое слово').fill('горько')
  await anna.getByRole('button', { name: 'Открыть вечер' }).click()
  await readHint(anna)
  await orderSong(anna, 'Группа крови', 'груп')
  await shows(pad, 'Группа крови')
  // The cookie of the pass lives a day, what the device keeps does not end: only the closed evening bars this song.
  const barred = [{ songId: null, title: 'Печаль', artistName: 'Кино' }]
  const closed = { sessionId, rules: {}, barredSongs: barred }
  await ask(url, api.artist.changeRules, { body: closed }, musician.token)
  await anna.context().clearCookies({ name: 'evening_pass' })
  await anna.reload()
  await anna.getByRole('searchbox', { name: 'Найти песню' }).fill('печаль')
  await shows(rowOf(anna, 'Печаль'), 'сегодня не играем')
  // He was watching before the word was set.
  await shows(oleg, 'Чтобы видеть очередь и заказывать песни, введите кодовое слово.')
  await showsNoMore(oleg.getByText('Группа крови'))
  const editor = await pad.context().newPage()
  await editor.goto(`${url}/artist/session/manage/${sessionId}`)
  await shows(editor, 'Группа крови')
  const rules = await pad.context().newPage()
  await rules.goto(`${url}/artist/session/rules/${sessionId}`)
  const save = rules.getByRole('button', { name: 'Сохранить' })
  await save.waitFor()
  let asked = 0
  pad.on('request', (request) => {
    if (request.url().includes('/get-current-session-info')) asked += 1
  })
  const other = { ...body, codeWord: 'Совет' }
  const { pass: newer } = await ask(url, api.artist.changeRules, { body: other }, musician.token)
  // His other page was opened before, and does not send the word.
  await save.click()
  await shows(rules, 'Правила сохранены')
  await shows(anna, 'Чтобы видеть очередь и заказывать песни, введите кодовое слово.')
  await anna.getByLabel('Кодовое слово').fill('совет')
  await anna.getByRole('button', { name: 'Открыть вечер' }).click()
  await orderSong(anna, 'Перемен', 'перем')
  await shows(editor, 'Перемен')
  // The word was changed on another device: the pad asks once and goes on.
  await shows(pad, 'Перемен')
  assert.ok(asked <= 3, `the pad has asked ${asked} times`)
  for (const [guest, title] of [
    [anna, /^(?!.*Закрытый вечер)/u],
    [oleg, /Закрытый вечер/u],
  ] as const) {
    await guest.goto(`${url}/user/${musician.username}/${sessionId}`)
    assert.match(await guest.getByRole('heading', { level: 1 }).innerText(), title)
  }
  await shows(oleg, 'Вечер закрытый: место видит тот, кто ввёл кодовое слово.')
  const screen = await site.enter('экран зала', { viewport: { width: 1280, height: 720 } })
  await screen.goto(`${url}/user/${musician.username}/screen`)
  await showsNoMore(screen.getByText('Группа крови'))
  await screen.goto(`${url}/user/${musician.username}/screen?pass=${newer}`)
  await shows(screen, 'Группа крови')
})

journey(
  'a closed evening opens to a guest with an old code, and to all without a word',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const change = (codeWord: string | null) =>
      ask(url, api.artist.changeRules, { body: { sessionId, rules: {}, codeWord } }, musician.token)
    const { pass } = await change('Горько')
    await change('Совет')
    const asks = 'Чтобы видеть очередь и заказывать песни, введите кодовое слово.'
    const [anna, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    for (const guest of [anna, oleg]) {
      await guest.goto(`${url}/user/${musician.username}?pass=${pass}`)
      await shows(guest, asks)
    }
    await anna.getByLabel('Кодовое слово').fill('совет')
    await anna.getByRole('button', { name: 'Открыть вечер' }).click()
    await readHint(anna)
    await orderSong(anna, 'Группа крови', 'груп')
    await change(null)
    site.expectFault(/404 .*session\/enter/u)
    await oleg.getByLabel('Кодовое слово').fill('совет')
    await oleg.getByRole('button', { name: 'Открыть вечер' }).click()
    await shows(oleg, 'Группа крови')
    await orderSong(anna, 'Перемен', 'перем')
    await shows(oleg, 'Перемен')
  },
)

journey(
  'after the concert a listener keeps a page and a picture of what he ordered',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    await comingConcertAt(url, musician)
    const guest = await site.enter('Аня')
    await openConcertPage(guest, url, musician.username)
    for (const [title, typed] of [
      ['Группа крови', 'груп'],
      ['Перемен', 'перем'],
    ] as const)
      await orderSong(guest, title, typed)
    const profile = await guest.context().newPage()
    await profile.goto(`${url}/user/${musician.username}?tab=profile`)
    const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
    await next()
    await next()
    const body = { sessionId, sessionStatus: 'PLAYED' }
    await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
    await shows(guest, 'Концерт окончен')
    const wasHere = profile.getByRole('link', { name: 'Вы были здесь. На память' })
    await wasHere.waitFor()
    assert.match((await wasHere.getAttribute('href')) ?? '', new RegExp(`/keepsake/${sessionId}/`))
    await guest.getByRole('link', { name: 'На память о концерте' }).click()
    const songs = guest.getByRole('region', { name: 'Что звучало' }).getByRole('listitem')
    await songs.nth(0).waitFor()
    assert.match((await songs.allInnerTexts()).join(' '), /Группа крови/u)
    await shows(guest, '«Перемен» не успели')
    await shows(guest, 'Следующий концерт')
    const picture = /keepsake-picture/u
    site.expectFault(/503/u)
    await guest.route(picture, (route) => route.fulfill({ status: 503 }))
    await guest.reload()
    await shows(guest, 'Картинка ещё рисуется, попробуйте чуть позже')
    await guest.unroute(picture)
    await guest.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await guest.getByRole('img', { name: 'Картинка на память о концерте' }).waitFor()
    const saved = guest.waitForEvent('download')
    await guest.getByRole('link', { name: 'Картинка для историй' }).click()
    assert.equal((await saved).suggestedFilename(), 'bis-na-pamyat.jpg')
    // A phone whose share sheet accepts files.
    await guest.addInitScript(() => {
      navigator.canShare = () => true
      navigator.share = (sheet) => {
        const [file] = sheet?.files ?? []
        document.title = `${file?.name} ${file?.type} ${Number(file?.size) > 10_000}`
        return Promise.resolve()
      }
    })
    await guest.reload()
    await guest.getByRole('link', { name: 'Картинка для историй' }).click()
    await eventually(() => guest.title(), 'bis-na-pamyat.jpg image/jpeg true')

    site.expectFault(/csp GET .*\.js$/)
    const friend = await site.enter('друг', { javaScriptEnabled: false })
    await friend.goto(guest.url())
    await shows(friend, 'Группа крови')
    site.expectFault(/404/u)
    const own = await friend.goto(`${url}/keepsake/${sessionId}`)
    assert.equal(own?.status(), 404)
  },
)

journey('on the street one tap begins a concert where the phone is', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const phone = await site.enter('музыкант', {
    permissions: ['geolocation'],
    geolocation: { latitude: 55.79, longitude: 49.12 },
  })
  await giveToken(phone.context(), url, musician)
  await phone.goto(`${url}/artist?tab=announcement`)
  await phone.getByRole('button', { name: 'Играю здесь' }).click()
  await shows(phone, 'Концерт идёт')
  await showsNoMore(phone.getByText('До конца'))
  const anna = await site.enter('Аня')
  await openConcertPage(anna, url, musician.username)
  await orderSong(anna, 'Группа крови', 'груп')
  await shows(phone, 'Группа крови')
  const query = { artistUsername: musician.username }
  const current = await ask(url, api.page.getCurrentSessionInfo, { query })
  assert.equal(current.id === null ? null : current.location.city, 'Казань')
})

journey('on the street without its position a phone asks for a point on the map', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const phone = await site.enter('музыкант')
  await giveToken(phone.context(), url, musician)
  await phone.goto(`${url}/artist?tab=announcement`)
  const play = phone.getByRole('button', { name: 'Играю здесь' })
  await play.click()
  await shows(
    phone,
    'Телефон не сказал, где вы. Поставьте точку на карте или выберите адрес из найденных.',
  )
  assert.equal(await play.isDisabled(), true)
  await phone.getByRole('combobox').fill('новосиб')
  await phone
    .getByRole('option', { name: /Новосибирск/u })
    .first()
    .click()
  await phone.getByRole('combobox').fill('Новосибирск, у фонтана')
  await play.click()
  await shows(phone, 'Концерт идёт')
  const query = { artistUsername: musician.username }
  const current = await ask(url, api.page.getCurrentSessionInfo, { query })
  assert.equal(current.id === null ? null : current.location.address, 'Новосибирск, у фонтана')
})
