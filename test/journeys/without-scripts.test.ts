import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  musicianAt,
  ordersAt,
  queueAt,
  songId,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { openOwnOrder } from '#test/support/steps/listener-page.ts'
import { DESK, PHONE } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'

const journey = onSite()

function enterPlain(site: TestSite, name: string, viewport = DESK) {
  // With JavaScript off the browser reports every script of the page as blocked.
  site.expectFault(/csp GET .*\.js$/)
  return site.enter(name, { javaScriptEnabled: false, viewport })
}

/** For so long a page may be one that was made for somebody before. */
const KEPT_MS = 1100

journey('without scripts the page of an artist opens with each of its tabs', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, ['Группа крови'])
  const page = await enterPlain(site, 'Лера')
  await page.goto(`${site.url}/user/${musician.username}`)
  await page.getByText('Пока тишина').waitFor()
  await page.getByRole('region', { name: 'В очереди' }).getByText('Группа крови').waitFor()
  await page.getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('heading', { name: musician.name }).waitFor()
  await page.getByRole('link', { name: 'Афиша' }).click()
  await page.getByText('Ближайшие выступления').waitFor()
  await page.getByRole('link', { name: 'Заказ песни' }).click()
  await page.getByRole('searchbox', { name: 'Найти песню' }).waitFor()
  const skip = page.getByRole('link', { name: 'К содержанию' })
  const target = page.locator((await skip.getAttribute('href')) ?? '')
  await target.and(page.getByRole('main')).waitFor()

  await page.goto(`${site.url}/about`)
  await page.getByRole('link', { name: 'Цифры сервиса' }).click()
  await page.getByText('Время не называем: пока мало данных.').first().waitFor()
  const concerts = page.getByRole('region', { name: 'Концерты' })
  assert.match((await concerts.textContent()) ?? '', /Идут сейчас\d/u)
})

/** A concert so many hours from now. */
async function announced(url: string, { token }: TestMusician, hours: number, title: string) {
  const body = {
    dateTimeStart: new Date(Date.now() + hours * 3_600_000).toISOString(),
    durationHours: 2,
    durationMinutes: 0,
    description: title,
    location: { name: 'Подвал', description: 'Подвальная, 1', latitude: 55.75, longitude: 37.62 },
  }
  return (await ask(url, api.session.create, { body }, token)).id
}

journey(
  'without scripts an artist’s page tells what is ahead, and orders while it is on',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const known = { songId: await songId(url, 'Пачка сигарет'), title: '', artistName: '' }
    await ask(url, api.artist.addFavorite, { body: { ...known, imageUrl: '' } }, musician.token)
    const own = `${url}/user/${musician.username}`
    const page = await enterPlain(site, 'Юля')
    await page.goto(own)
    assert.equal(await page.getByRole('link', { name: 'Заказ песни' }).count(), 0)
    await page.getByRole('region', { name: 'Репертуар группы' }).getByText('Пачка').waitFor()
    assert.equal(await page.getByRole('link', { name: /Пачка сигарет/u }).count(), 0)
    await page.goto(`${own}?tab=order`)
    await page.getByText('Нет активных концертов').waitFor()
    await page.getByRole('link', { name: 'Афиша' }).click()
    await page.getByText('В ближайшее время выступлений не ожидается').waitFor()
    const more = page.getByRole('link', { name: 'Посмотреть больше' })
    assert.equal(await more.getAttribute('href'), '/search')

    await announced(url, musician, 5, 'Поздний концерт')
    const sooner = await announced(url, musician, 2, 'Ранний концерт')
    await page.waitForTimeout(KEPT_MS)
    await page.reload()
    const posters = page.getByRole('article')
    const titles = await posters.getByRole('heading').allTextContents()
    assert.deepEqual(titles, ['Ранний концерт', 'Поздний концерт'])
    const way = posters.first().getByRole('link', { name: /^Подробнее/u })
    assert.equal(await way.getAttribute('href'), `/user/${musician.username}/${sooner}`)
    await page.goto(`${own}?tab=order`)
    const next = page.getByRole('region', { name: 'Следующий концерт' })
    await next.getByRole('link', { name: /^Подробнее.*Ранний концерт/u }).waitFor()

    const started = { sessionId: sooner, sessionStatus: 'NOW' }
    await ask(url, api.artist.updateSessionStatus, { body: started }, musician.token)
    await page.goto(own)
    await page.getByText('Здесь будут отображаться заказанные песни').waitFor()
    await page.getByRole('searchbox', { name: 'Найти песню' }).fill('кино')
    await page.keyboard.press('Enter')
    const found = (group: string, title: string) =>
      page.getByRole('region', { name: group }).getByText(title, { exact: true })
    await found('Репертуар музыканта', 'Пачка сигарет').waitFor()
    await found('Все песни', 'Группа крови').waitFor()
    const alone = { artistInfoDTO: { accountType: 'ARTIST' } } as const
    await ask(url, api.auth.update, { body: alone }, musician.token)
    await page.getByRole('link', { name: 'Профиль' }).click()
    const repertoire = page.getByRole('region', { name: 'Репертуар музыканта' })
    await repertoire.getByRole('link', { name: /Пачка сигарет/u }).click()
    const sheet = page.getByRole('dialog', { name: 'Пачка сигарет' })
    await sheet.getByText('Вы хотите добавить этот трек?').waitFor()
  },
)

journey(
  'without scripts a concert’s page tells all, and shows no button that would do nothing',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await comingConcertAt(url, musician)
    const address = `${url}/user/${musician.username}/${sessionId}`
    const page = await enterPlain(site, 'Нина')
    const songs = page.getByRole('region', { name: 'Песни' })
    const going = page.getByRole('button', { name: 'Я пойду' })
    const follow = page.getByRole('button', { name: /Подписаться/u })
    await page.goto(address)
    assert.equal(await page.title(), `Concert ${musician.name}`)
    await page.getByRole('heading', { level: 1, name: 'Тихий концерт' }).waitFor()
    await page.getByText('18+', { exact: true }).waitFor()
    await page.getByRole('region', { name: 'Где' }).getByText('Россия, Москва').waitFor()
    await songs.getByText('Список песен концерта еще не опубликован').waitFor()
    for (const dead of [going, follow]) assert.equal(await dead.count(), 0)

    await ordersAt(url, musician, sessionId, ['Группа крови'])
    const { advancedSession } = await ask(url, api.session.byId, { query: { sessionId } })
    const advancedSessionDTO = {
      ...advancedSession,
      age: 16,
      description: 'Без усилителей',
      ticketLink: 'https://kassa.example/1',
    }
    await ask(url, api.session.update, { body: { sessionId, advancedSessionDTO } }, musician.token)
    await page.waitForTimeout(KEPT_MS)
    for (const path of ['', '/shared']) {
      await page.goto(`${address}${path}`)
      await page.getByText('16+', { exact: true }).waitFor()
      await page.getByText('Без усилителей').waitFor()
      await songs.getByText('Группа крови').waitFor()
      assert.equal(await songs.locator('li').count(), 3, 'one song, and paper for two more')
      const ticket = page.getByRole('link', { name: 'Купить билет' })
      assert.equal(await ticket.getAttribute('href'), 'https://kassa.example/1')
      const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
      assert.equal(canonical, address)
    }
    site.expectFault(/404/u)
    await page.goto(`${url}/user/somebody-else/${sessionId}`)
    await page.getByRole('heading', { name: 'Cтраница не найдена' }).waitFor()
    await page.getByRole('link', { name: 'Назад', exact: true }).waitFor()
    const home = page.getByRole('link', { name: 'На главную' }).last()
    assert.equal(await home.getAttribute('href'), '/')
    await page.goto(`${url}/user/somebody-else`)
    await page.getByRole('heading', { name: 'Такого артиста нет' }).waitFor()
    const search = page.getByRole('link', { name: 'Найти артиста' })
    assert.equal(await search.getAttribute('href'), '/find-artist?q=somebody-else')
  },
)

/** Finds a song by the search form, and answers its question. */
async function orderByForms(page: Page, title: string, typed: string) {
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByText('Вы хотите добавить этот трек?').waitFor()
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
}

journey(
  'without scripts songs are found and ordered by forms, and the third is refused',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await concertAt(site.url, musician)
    // On a desk a sheet without scripts lies under the other column.
    const page = await enterPlain(site, 'Олег', PHONE)
    await page.goto(`${site.url}/user/${musician.username}`)
    await orderByForms(page, 'Восьмиклассница', 'восьмикл')
    await page.getByText('Заказано: «Восьмиклассница»').waitFor()
    await orderByForms(page, 'Группа крови', 'груп')
    await page.getByText('Заказано: «Группа крови»').waitFor()
    const ordered = ['Восьмиклассница SCHEDULED ×1', 'Группа крови SCHEDULED ×1']
    assert.deepEqual(await queueAt(site.url, concertId), ordered)

    site.expectFault(/409 /)
    await orderByForms(page, 'Пачка сигарет', 'пачк')
    const rejection = page.getByRole('dialog', {
      name: 'К сожалению песня не может быть добавлена',
    })
    await rejection
      .getByText('Вы уже добавили 2 песни. Дождитесь их исполнения, чтобы добавить новые.')
      .waitFor()
    await rejection.getByText('Понятно').click()
    await rejection.waitFor({ state: 'hidden' })
    assert.deepEqual(await queueAt(site.url, concertId), ordered)

    const card = (title: string) => page.getByRole('region', { name: `Ваша песня: ${title}` })
    await card('Группа крови').getByText('2-я в очереди').waitFor()
    await card('Группа крови')
      .getByText(/примерно \d+–\d+ минут/u)
      .first()
      .waitFor()
    const sheet = await openOwnOrder(page, 'Восьмиклассница')
    await sheet.getByRole('button', { name: 'Отменить заказ' }).click()
    await card('Восьмиклассница').getByText('Заказ отменён').waitFor()
    await card('Группа крови').getByText('1-я в очереди').waitFor()
    assert.deepEqual(await queueAt(site.url, concertId), ['Группа крови SCHEDULED ×1'])
  },
)

journey('without scripts the forms of musicians say that they need them', async (site) => {
  const page = await enterPlain(site, 'музыкант')
  for (const path of ['login', 'signup', 'passwordRecovery']) {
    await page.goto(`${site.url}/${path}`)
    await page.locator('noscript p').waitFor()
    const send = page.getByRole('main').getByRole('button').last()
    assert.equal(await send.isDisabled(), true)
  }
})

journey('without scripts a closed evening opens by its word, and takes an order', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  const body = { sessionId, rules: {}, codeWord: 'Горько' }
  await ask(url, api.artist.changeRules, { body }, musician.token)
  const page = await enterPlain(site, 'Яна')
  site.expectFault(/400 .*\/user\//u)
  await page.goto(`${url}/user/${musician.username}`)
  await page.getByLabel('Кодовое слово').fill('сладко')
  await page.getByRole('button', { name: 'Открыть вечер' }).click()
  await page.getByText('Это слово не подошло. Спросите его у хозяев вечера.').waitFor()
  await page.getByLabel('Кодовое слово').fill('горько')
  await page.getByRole('button', { name: 'Открыть вечер' }).click()
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('группа крови')
  await page.keyboard.press('Enter')
  await page
    .getByRole('link', { name: /Группа крови/u })
    .first()
    .click()
  await page.getByRole('button', { name: 'Да', exact: true }).click()
  await page.getByText('Заказано: «Группа крови»').waitFor()
  await page.goto(`${url}/user/${musician.username}/${sessionId}/songs`)
  await page.getByRole('region', { name: 'В очереди' }).getByText('Группа крови').waitFor()
})
