import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { paidOrderAt, payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite({ variables: { CAPTURE_GRACE_SECONDS: '2' } })

/** The musician's own browser, logged in. */
async function enterArea(site: TestSite, musician: TestMusician, options = {}): Promise<Page> {
  const page = await site.enter('музыкант', options)
  await giveToken(page.context(), site.url, musician)
  return page
}

const formOf = (url: string, id: string) => `${url}/artist/create-new-session/advanced/${id}`

const advancedAt = async (url: string, sessionId: string) =>
  (await ask(url, api.session.byId, { query: { sessionId } })).advancedSession

/** An order that is paid and holds its money. */
async function paidFor(site: TestSite, musician: TestMusician, sessionId: string, title: string) {
  const { url } = site
  const { orderId, paymentURL } = await paidOrderAt(url, musician, sessionId, {
    title,
    rubles: 300,
  })
  await payAt(paymentURL, { method: 'card' })
  await eventually(async () => (await paymentAt(url, orderId)).state, 'secured', MONEY_MS)
  return orderId
}

journey('a concert is announced once it is whole, at a time to come', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await enterArea(site, musician)
  await page.goto(`${url}/artist?tab=announcement`)
  await page.goto(`${url}/artist/create-new-session`)
  const next = page.getByRole('button', { name: 'Далее' })
  const [title, start] = [page.getByLabel('Название концерта'), page.getByLabel(/^Дата и время/u)]
  const [hours, minutes] = [page.getByLabel('Часы'), page.getByLabel('Минуты')]
  assert.deepEqual([await hours.inputValue(), await minutes.inputValue()], ['2', '0'])
  await hours.fill('99')
  await minutes.fill('75')
  assert.deepEqual([await hours.inputValue(), await minutes.inputValue()], ['24', '59'])
  await shows(page, 'Не больше 59: час и больше пишут в поле «Часы»')

  const place = page.getByLabel('Название площадки')
  await title.fill('Зимний квартирник')
  await place.fill('Чердак')
  // A phone drops the tab while its owner looks the address up elsewhere.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  assert.equal(await title.inputValue(), 'Зимний квартирник')
  assert.equal(await place.inputValue(), 'Чердак')
  await start.fill('')
  await start.focus()
  await page.keyboard.type('310220272000')
  await title.focus()
  await shows(page, 'Некорректная дата и время. Проверьте формат.')
  assert.equal(await next.isDisabled(), true)
  await start.fill('2020-01-01T20:00')
  await title.focus()
  await shows(page, 'Выберите время в будущем')
  await next.click()
  assert.equal(await start.evaluate((field) => field === document.activeElement), true)

  // The server's clock counts, not the device's.
  await page.clock.install({ time: Date.now() + 3 * HOUR_MS })
  await page.reload()
  await start.fill(
    await page.evaluate(
      'new Date(Date.now() - 7_200_000).toLocaleString("sv").slice(0, 16).replace(" ", "T")',
    ),
  )
  await title.focus()
  await showsNoMore(page.getByText('Выберите время в будущем'))

  const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  await start.fill(`${tomorrow}T20:00`)
  for (const field of [title, place]) {
    const value = await field.inputValue()
    await field.fill(' ')
    assert.equal(await next.isDisabled(), true)
    await field.fill(value)
  }
  await hours.fill('0')
  await minutes.fill('0')
  assert.equal(await next.isDisabled(), true)
  await hours.fill('2')

  site.expectFault(/create-session|status of 500/u)
  const refuse = '**/session/create-session'
  await page.route(refuse, (route) => route.fulfill({ status: 500, body: '{}' }))
  await next.click()
  await shows(page, 'Ошибка при создании концерта')
  await page.unroute(refuse)
  await page.getByRole('link', { name: 'Назад: Вечера' }).click()
  await page.getByRole('alertdialog', { name: 'Уйти без сохранения?' }).waitFor()
  await press(page, 'Остаться')
  // The answer is lost, and the phone drops the tab: the concert is there, and is not announced once more.
  await page.route(refuse, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await next.click()
  await shows(page, 'Нет связи')
  await page.unroute(refuse)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await next.click()
  await page.waitForURL(/\/artist\/create-new-session\/advanced\//u)
  const body = { artistUsername: musician.username }
  assert.equal((await ask(url, api.session.getSessions, { body })).length, 1)
  await page.getByRole('heading', { name: 'Зимний квартирник' }).waitFor()
  await page.goBack()
  assert.doesNotMatch(page.url(), /create-new-session/u)

  await page.goto(`${url}/artist/create-new-session`)
  assert.equal(await title.inputValue(), '')
  await press(page, 'Там же: Чердак')
  assert.equal(await place.inputValue(), 'Чердак')

  // What was left unsaved is gone; what is typed is its artist's alone, over another's login too.
  await title.fill('Не тот')
  await page.getByRole('link', { name: 'Назад: Вечера' }).click()
  await press(page, 'Уйти')
  await page.getByRole('heading', { name: 'Вечера', level: 1 }).waitFor()
  await page.goto(`${url}/artist/create-new-session`)
  assert.equal(await title.inputValue(), '')
  await title.fill('Тайный вечер')
  page.on('dialog', (dialog) => void dialog.accept())
  await giveToken(page.context(), url, await musicianAt(url))
  await page.reload()
  assert.equal(await title.inputValue(), '')
  await giveToken(page.context(), url, musician)
  await page.reload()
  assert.equal(await title.inputValue(), 'Тайный вечер')
})

journey(
  'everything beside a concert is edited, and nothing of it is lost by chance',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const id = await comingConcertAt(url, musician)
    const page = await enterArea(site, musician)
    await page.goto(formOf(url, id))
    await shows(page, 'Список песен концерта еще не опубликован')

    const link = page.getByLabel('Ссылка на билеты')
    await page.getByLabel('Возрастное ограничение').selectOption('16')
    await page.getByLabel('Описание').fill('Первое отделение — тихое.\nВторое — громкое.')
    for (const wrong of ['билеты', 'https://localhost/x', 'javascript:alert(1)']) {
      await link.fill(wrong)
      await press(page, 'Сохранить')
      await shows(page, 'Вставьте ссылку целиком: она начинается с https:// или http://')
      assert.equal(await link.evaluate((field) => field === document.activeElement), true, wrong)
    }
    await link.fill(`https://example.ru/${'x'.repeat(500)}`)
    await press(page, 'Сохранить')
    await shows(page, 'Ссылка на билеты — не длиннее 500 символов')
    await link.fill('example.ru/x')
    for (const name of [/^Принимать заказы/u, /^Показывать список/u, /^Закрытый/u, /^Начать авто/u])
      await page.getByRole('switch', { name }).locator('..').click()

    await page.getByRole('link', { name: 'Назад: Вечера' }).click()
    await page.getByRole('alertdialog', { name: 'Уйти без сохранения?' }).waitFor()
    await press(page, 'Остаться')

    site.expectFault(/update-session|ERR_INTERNET_DISCONNECTED/u)
    await page.context().setOffline(true)
    await press(page, 'Сохранить')
    await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    await page.context().setOffline(false)
    await press(page, 'Сохранить')
    const saved = page.getByRole('alertdialog', { name: 'Концерт сохранён' })
    await saved.waitFor()
    await saved.getByRole('button', { name: 'Остаться' }).click()
    assert.equal(await link.inputValue(), 'https://example.ru/x')
    const privacy = {
      ableGetSongs: false,
      closedSession: true,
      showSongsOnPoster: false,
      autoRunSession: true,
    }
    assert.deepEqual(await advancedAt(url, id), {
      age: 16,
      description: 'Первое отделение\u00a0— тихое.\nВторое\u00a0— громкое.',
      ticketLink: 'https://example.ru/x',
      privacy,
    })
    await page.getByLabel('Возрастное ограничение').selectOption('0')
    await press(page, 'Сохранить')
    await saved.getByRole('button', { name: 'На главную' }).click()
    await page.waitForURL(`${url}/artist`)
  },
)

journey('a concert is shared, and a copy that failed is told', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const id = await comingConcertAt(url, musician)
  const path = `/user/${musician.username}/${id}`
  const page = await enterArea(site, musician, TABLET)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(formOf(url, id))
  await press(page, 'Поделиться')
  await shows(page, 'Ссылка скопирована')
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  assert.equal(copied, `${url}${path}/shared`)
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('no'))
  })
  await press(page, 'Поделиться')
  await shows(page, 'Ошибка при копировании ссылки')

  await page.goto(copied)
  await page.getByRole('link', { name: 'Кабинет' }).waitFor()
  await showsNoMore(page.getByRole('link', { name: 'Войти' }))

  const guest = await site.enter('гость')
  await guest.goto(copied)
  const card = guest.getByRole('link', { name: new RegExp(`^${musician.name}`, 'u') })
  assert.equal(await card.getAttribute('href'), `/user/${musician.username}`)
  const edge = await card.boundingBox()
  const title = await guest.getByRole('heading', { level: 1, name: 'Тихий концерт' }).boundingBox()
  assert.ok((edge?.y ?? 0) < (title?.y ?? 0), 'the card of the artist is above the concert')
  await showsNoMore(guest.getByRole('link', { name: 'Назад' }))
  const meta = (selector: string, name: string) =>
    guest.locator(selector).getAttribute(name, { timeout: SOON_MS })
  assert.equal(await meta('link[rel=canonical]', 'href'), `${url}${path}`)
  assert.equal(
    await meta('meta[property="og:title"]', 'content'),
    `Тихий концерт — ${musician.name}`,
  )
  assert.match((await meta('meta[property="og:description"]', 'content')) ?? '', /Подвал, Москва/u)
  await press(guest, 'Я пойду')
  await shows(guest, 'Вы идёте')
  await guest.goto(`${url}${path}`)
  await guest.getByRole('link', { name: 'Назад' }).waitFor()
})

journey('a concert is deleted once it is said what goes back, and that goes back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const id = await comingConcertAt(url, musician)
  const orderId = await paidFor(site, musician, id, 'Осень')
  const page = await enterArea(site, musician)
  const guest = await site.enter('гость')
  await guest.goto(`${url}/user/${musician.username}/${id}/songs`)
  await shows(guest, 'Осень')
  await page.goto(formOf(url, id))
  await press(page, 'Удалить концерт')
  const question = page.getByRole('alertdialog', { name: 'Удалить концерт?' })
  await shows(question, /1 платный заказ на 300\s₽\. Сначала эти деньги целиком вернутся/u)
  await question.getByLabel('Что сказать слушателям').fill('Простите: потерял голос')
  await question.getByRole('button', { name: 'Удалить' }).click()
  await shows(page, /Концерт удалён, 300\s₽ возвращаются слушателям/u)
  await page.getByRole('heading', { name: 'Вечера', level: 1 }).waitFor()
  await shows(page, 'Концертов пока нет')
  await eventually(async () => (await paymentAt(url, orderId)).state, 'returned', MONEY_MS)

  // Also to who looks at its songs, or for it in the afisha.
  await shows(guest, 'Концерт отменён')
  await guest.goto(`${url}/user/${musician.username}?tab=afisha`)
  await guest.getByRole('link', { name: /Отменён/u }).click()
  await shows(guest, 'Концерт отменён')
  const answer = await guest.goto(`${url}/user/${musician.username}/${id}`)
  assert.equal(answer?.status(), 200)
  await shows(guest, 'Концерт отменён')
  await shows(guest, 'Простите: потерял голос')
  await shows(guest, /^Если вы платили за заказ, деньги вернули/u)

  const running = await concertAt(url, musician)
  await page.goto(formOf(url, running))
  await shows(page, 'Концерт идёт. Удалить его можно будет после завершения.')
  assert.equal(await page.getByRole('button', { name: 'Удалить концерт' }).isDisabled(), true)
})

journey('the report follows a concert from its orders to its end', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const page = await enterArea(site, musician)

  const coming = await comingConcertAt(url, musician)
  await page.goto(formOf(url, coming))
  await page.getByRole('link', { name: 'Что уже заказали' }).click()
  await shows(page, 'Пока ничего не заказали.')
  await page.getByRole('link', { name: 'Очередь песен' }).waitFor()

  const id = await concertAt(url, musician)
  for (const title of ['Группа крови', 'Перемен']) await paidFor(site, musician, id, title)
  await page.goto(`${url}/artist/session/${id}`)
  await page.getByRole('link', { name: 'Открыть пульт' }).waitFor()
  await shows(page, 'Пока не прозвучало ни одной песни.')
  for (let songs = 0; songs < 2; songs += 1)
    await ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
  const body = { sessionId: id, sessionStatus: 'PLAYED' }
  await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
  await eventually(
    async () =>
      (await ask(url, api.session.report, { query: { sessionId: id } }, musician.token)).money.net,
    27_000,
    MONEY_MS,
  )

  // «Прошедшие концерты» are one page with what is ahead.
  await page.goto(`${url}/artist/session`)
  await page.waitForURL(`${url}/artist?tab=announcement`)
  await shows(page, /^За год 1\sвечер, 270\s₽$/u)
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /^Тихий концерт/u })
    .click()
  await shows(page, 'Концерт прошёл')
  const played = page.getByRole('region', { name: 'Прозвучало', exact: true })
  await played.getByText('Группа крови', { exact: true }).waitFor()
  await shows(played, /1 слушатель · вам 270\s₽/u)
  const left = page.getByRole('region', { name: 'Не прозвучало', exact: true })
  await shows(left, /вернули 300\s₽/u)
  await shows(page, /300\s₽ минус комиссия 30\s₽/u)

  const wanted = page.getByRole('region', { name: 'Хотели услышать, а в репертуаре нет' })
  await wanted.getByRole('button', { name: 'В репертуар: Перемен' }).click()
  await wanted.getByRole('button', { name: 'Отменить: Перемен' }).click()
  await wanted.getByRole('button', { name: 'В репертуар: Перемен' }).waitFor()
  await wanted.getByRole('button', { name: 'В репертуар: Группа крови' }).click()
  await wanted.getByRole('button', { name: 'Отменить: Группа крови' }).waitFor()
  const query = { artistUsername: musician.username }
  const favorites = await ask(url, api.songs.getFavoriteSongs, { query })
  assert.deepEqual(
    favorites.map(({ title }) => title),
    ['Группа крови'],
  )

  const saving = page.waitForEvent('download')
  await press(page, 'Скачать CSV')
  const file = await saving
  assert.match(file.suggestedFilename(), /^otchet-\d{4}-\d\d-\d\d\.csv$/u)
  assert.match(await readFile(await file.path(), 'utf8'), /Группа крови;Кино;Прозвучала;1;300,00/u)

  const tablet = await enterArea(site, musician, TABLET)
  await tablet.goto(`${url}/artist/session/${id}`)
  await shows(tablet, /300\s₽ минус комиссия 30\s₽/u)
  await tablet.getByRole('button', { name: 'В репертуар: Перемен' }).click()
  await tablet.getByRole('button', { name: 'Отменить: Перемен' }).waitFor()

  await page.goto(`${url}/artist/balance?tab=concerts`)
  await page.getByRole('link', { name: 'Все вечера вместе' }).click()
  await page.getByText('Все вместе: по месяцам, городам и песням').click()
  const venues = page.getByRole('region', { name: 'Доход по площадкам' })
  await shows(venues.getByRole('listitem'), /270\s₽/u)
  const never = page.getByRole('region', { name: 'Просили, но не прозвучало' })
  await shows(never, /Перемен — Кино/u)
  const savingTable = page.waitForEvent('download')
  await press(page, 'Скачать CSV')
  const table = await savingTable
  assert.equal(table.suggestedFilename(), 'vechera.csv')
  assert.match(await readFile(await table.path(), 'utf8'), /;300,00;30,00;270,00\r\n$/u)
  assert.equal(await page.getByRole('button', { name: 'Показать более ранние' }).count(), 0)

  await page.goto(`${url}/artist/balance?tab=concerts`)
  await page.getByRole('link', { name: 'Тихий концерт' }).first().click()
  await page.waitForURL(`${url}/artist/session/${id}`)
  await page.getByRole('link', { name: 'Поправить страницу концерта' }).click()
  await shows(page, 'Концерт прошёл. Его страница остаётся')
  await page.getByRole('switch', { name: /^Принимать заказы/u, disabled: true }).waitFor()
})

journey(
  'nobody reads the report of another musician, and none is thrown out for trying',
  async (site) => {
    const { url } = site
    const id = await comingConcertAt(url, await musicianAt(url))
    const page = await enterArea(site, await musicianAt(url), TABLET)
    await page.goto(`${url}/artist/session/${id}`)
    await page.getByRole('heading', { name: /траница не найдена/u }).waitFor()
    await page.goto(`${url}/artist/session`)
    await shows(page, 'Прошедших концертов пока нет.')
  },
)

journey('a concert that is moved is moved on an open page of a listener', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concert = await comingConcertAt(url, musician)
  await ordersAt(url, musician, concert, ['Пачка сигарет'])
  const listener = await site.enter('Лера')
  await listener.goto(`${url}/user/${musician.username}/${concert}/songs`)
  await listener.getByRole('searchbox').waitFor()

  const page = await enterArea(site, musician)
  await page.goto(formOf(url, concert))
  await page.getByRole('link', { name: 'Изменить название, время и место' }).click()
  const start = page.getByLabel(/^Дата и время/u)
  const was = await start.inputValue()
  await start.fill('2020-01-01T20:00')
  await press(page, 'Сохранить')
  await shows(page, 'Выберите время в будущем')
  // The next day: today this hour may be over.
  const next = new Date(Date.parse(`${was}Z`) + DAY_MS)
  await start.fill(`${next.toISOString().slice(0, 13)}:17`)
  await page.getByLabel('Название площадки').fill('Подвал на Мойке')
  await press(page, 'Сохранить')
  await shows(page, 'Концерт изменён')
  await page.getByRole('link', { name: 'Изменить название, время и место' }).waitFor()

  await shows(listener, /:17$/u)
  await shows(listener, /^Концерт перенесён\. Было: /u)
  await shows(listener, /^Другая площадка: Подвал на Мойке\. Было: /u)
  await showsList(listener, 'Будет сыграно', ['Пачка сигарет'])
})

journey(
  'a concert repeats, and is moved and called off from one of its evenings on',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterArea(site, musician)
    const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
    await page.goto(`${url}/artist/create-new-session`)
    await page.getByLabel('Название концерта').fill('Вечер в подвале')
    await page.getByLabel(/^Дата и время/u).fill(`${dayIn(7)}T20:00`)
    await page.getByLabel('Название площадки').fill('Подвал')
    await page.getByText(/^Повторять/u).click()
    await shows(page, /^5 концертов: /u)
    await page.getByLabel('Последний день').fill('')
    await page.getByRole('button', { name: 'Далее', disabled: true }).waitFor()
    await page.getByLabel('Последний день').fill(dayIn(8))
    await shows(page, /концерт не повторится/u)
    await page.getByLabel('Последний день').fill(dayIn(21))
    await shows(page, /^3 концерта: /u)
    await press(page, 'Далее')
    await page.waitForURL('**/advanced/**')

    const starts = async () => {
      const body = { artistUsername: musician.username }
      const found = await ask(url, api.session.getSessions, { body }, musician.token)
      return found.map(({ id, dateTimeStart, location }) => ({
        id,
        dateTimeStart,
        of: location.name,
      }))
    }
    const [first, second] = await starts()
    await page.goto(`${url}/artist/create-new-session/correct/${second?.id}`)
    await page.getByLabel('Название площадки').fill('Чердак')
    await page.getByText('Этот и следующие: ещё 1 концерт').click()
    const sending = page.waitForRequest('**/correct-session')
    await press(page, 'Сохранить')
    await shows(page, 'Концерты изменены')
    const body: unknown = (await sending).postDataJSON()
    assert.deepEqual(Object.keys(body ?? {}).toSorted(), ['following', 'location', 'sessionId'])
    assert.deepEqual(
      (await starts()).map(({ of }) => of),
      ['Подвал', 'Чердак', 'Чердак'],
    )

    await page.goto(formOf(url, second?.id ?? ''))
    await press(page, 'Удалить концерт')
    await shows(page, 'Вместе со следующими — 2 концерта: оплаченных заказов в них нет.')
    await press(page, 'Удалить все 2')
    await shows(page, 'Концерты удалены')
    await page.waitForURL('**/artist?tab=announcement')
    assert.deepEqual(
      (await starts()).map(({ id }) => id),
      [first?.id],
    )
  },
)
