import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  codeFromMailbox,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  newcomer,
  ordersAt,
  PASSWORD,
  queueAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite({
  variables: { SUPPORT_URL: 'https://t.me/bis_help' },
  async prepare(sql) {
    const flags = ['active-session-copy-button', 'active-session-cancel-button']
    const on = flags.map((name) => ({ name, artistId: null, enabled: true }))
    await sql.insertInto('featureFlags').values(on).execute()
  },
})

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const hrefOf = (page: Page, name: string) =>
  page.getByRole('link', { name, exact: true }).getAttribute('href')

journey('whoever is logged in is led home from the door, a guest to the sign-up', async (site) => {
  const { url } = site
  const page = await site.enter('гость')
  await page.goto(`${url}/login?partner_id=bar`)
  await page.getByRole('link', { name: 'Зарегистрироваться' }).click()
  await page.waitForURL(`${url}/signup?partner_id=bar`)
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.waitForURL(`${url}/?partner_id=bar`)

  await giveToken(page.context(), url, await musicianAt(url))
  for (const door of ['login', 'signup']) {
    await page.goto(`${url}/${door}`)
    await page.waitForURL(`${url}/artist`)
  }
})

journey('a sign-up goes back step by step, and ends by its sixth digit', async (site) => {
  const { url } = site
  const { username, name, email } = newcomer()
  const page = await site.enter('новичок', TABLET)
  const posted: string[] = []
  page.on('request', (request) => posted.push(request.postData() ?? ''))
  await page.goto(`${url}/signup?partner_id=bar`)
  await field(page, 'Никнейм').fill(username)
  await field(page, 'Пароль').fill(PASSWORD)
  await press(page, 'Далее')
  await shows(page, 'шаг 2 из 3')
  await press(page, 'Назад')
  await shows(page, 'шаг 1 из 3')
  assert.equal(await field(page, 'Никнейм').inputValue(), username)
  await press(page, 'Далее')
  await field(page, 'Имя или название группы').fill(name)
  await press(page, 'Далее')
  await shows(page, 'шаг 3 из 3')

  const send = page.getByRole('button', { name: 'Отправить код', exact: true })
  const [privacy, news] = await page.getByRole('checkbox').all()
  assert.ok(privacy && news)
  assert.equal(await send.isDisabled(), true)
  await field(page, 'Почта').fill(email)
  await news.check()
  assert.equal(await send.isDisabled(), true, 'the consent to keep the data is missing')
  await privacy.check()
  await field(page, 'Почта').fill(' ')
  assert.equal(await send.isDisabled(), true, 'the address is missing')
  await field(page, 'Почта').fill(email)
  await news.uncheck()
  assert.equal(await send.isDisabled(), false, 'the other consent is not asked for here')
  await news.check()
  await send.click()

  const code = field(page, 'Код подтверждения')
  await code.waitFor()
  await shows(page, /Отправить ещё раз через/u)
  assert.equal(await field(page, 'Почта').isEditable(), false)
  assert.equal(await privacy.isDisabled(), true)

  // A phone drops the tab while its owner reads the e-mail: only the password is typed again.
  await page.reload()
  await shows(page, 'Введите пароль ещё раз')
  await page.locator('input[name=password]:focus').waitFor()
  assert.equal(await field(page, 'Никнейм').inputValue(), username)
  await field(page, 'Пароль').fill(PASSWORD)
  await press(page, 'Далее')
  await shows(page, 'шаг 2 из 3')
  await press(page, 'Далее')
  const door = page.waitForResponse((answer) => answer.url().includes('/login.data'))
  await code.fill(await codeFromMailbox(url, email))
  await page.waitForURL(`${url}/artist`)
  const cookie = await (await door).headerValue('set-cookie')
  assert.match(cookie ?? '', /^jwt_authentication=.+Max-Age=2592000/u, 'not set by scripts alone')
  await page.getByRole('heading', { name: 'Сегодня' }).waitFor()
  await shows(page, '0 из 6')
  await press(page, 'Больше не показывать')
  await showsNoMore(page.getByRole('heading', { name: 'Первые шаги' }))
  await page.reload()
  await page.getByRole('heading', { name: 'Сегодня' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Первые шаги' }).count(), 0)
  assert.ok(posted.some((body) => body.includes('"partnerId":"bar"')))
})

journey(
  'the cabinet has five places, and the tabs of the home keep their addresses',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const { token, username } = musician
    const artistInfoDTO = { shortDescription: 'Пять струн', description: 'Мы из Твери' }
    const socialMediaList = [{ url: 'https://vk.com/lada' }]
    await ask(url, api.auth.update, { body: { artistInfoDTO, socialMediaList } }, token)
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, musician)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])

    await page.goto(`${url}/artist`)
    const bar = page.getByRole('navigation', { name: 'Кабинет' })
    await bar.getByRole('link', { name: 'Настройки' }).waitFor()
    for (const name of ['Сегодня', 'Песни и сеты', 'Вечера', 'Деньги', 'Настройки'])
      await bar.getByRole('link', { name, exact: true }).waitFor()
    assert.equal(await bar.getByRole('link').count(), 5)
    await bar.getByRole('link', { name: 'Деньги' }).click()
    await page.getByRole('heading', { name: 'Деньги', level: 1 }).waitFor()
    await bar.locator('[aria-current=page]', { hasText: 'Деньги' }).waitFor()

    await page.goto(`${url}/artist?tab=profile`)
    await page.getByRole('heading', { name: musician.name }).waitFor()
    await page.getByLabel('Фотографии').locator('img').first().waitFor()
    await shows(page, 'Пять струн')
    await page.getByRole('link', { name: 'ВКонтакте' }).waitFor()
    await shows(page.getByRole('region', { name: 'О группе' }), 'Мы из Твери')
    assert.equal(await hrefOf(page, 'Настроить репертуар'), '/artist/favorite_songs')
    assert.equal(
      await page.getByRole('banner').getByRole('link', { name: 'Настройки' }).getAttribute('href'),
      '/artist/account-settings',
    )
    assert.equal(await hrefOf(page, 'QR-код'), '/artist/qr')
    await press(page, 'Поделиться')
    await shows(page, 'Ссылка скопирована')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    assert.equal(copied, `${url}/user/${username}`)

    await bar.getByRole('link', { name: 'Сегодня' }).click()
    await shows(page, 'Ваше следующее выступление')
    assert.equal(await hrefOf(page, 'Создать'), '/artist/create-new-session')
    assert.equal(await hrefOf(page, 'QR-код'), '/artist/qr')
    await bar.getByRole('link', { name: 'Вечера' }).click()
    assert.equal(await hrefOf(page, 'Создать'), '/artist/create-new-session')
    assert.equal(await hrefOf(page, 'Создать концерт'), '/artist/create-new-session')

    const concertId = await comingConcertAt(url, musician)
    site.expectFault(/get-sessions|ERR_FAILED/u)
    await page.route('**/session/get-sessions', (route) => route.abort(), { times: 1 })
    await page.reload()
    await shows(page, 'Не удалось узнать, какие концерты впереди')
    await press(page, 'Попробовать ещё раз')
    await page.getByRole('link', { name: 'Перейти: Тихий концерт' }).click()
    await page.waitForURL(`${url}/artist/create-new-session/advanced/${concertId}`)

    await page.goto(`${url}/artist?tab=concert`)
    const next = page.getByRole('region', { name: 'Ваше следующее выступление' })
    await next.getByRole('heading', { name: 'Тихий концерт' }).waitFor()
    await next.getByRole('button', { name: 'Начать' }).waitFor()

    await page.goto(`${url}/artist/future`)
    await page.getByRole('heading', { name: 'Future implementation' }).waitFor()
    assert.match((await hrefOf(page, 'Написать нам в Telegram')) ?? '', /^https:\/\/t\.me\//u)
  },
)

journey('the first three songs of a concert stand on its form, fewer are padded', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await comingConcertAt(url, musician)
  const page = await site.enter('музыкант', TABLET)
  await giveToken(page.context(), url, musician)
  await ordersAt(url, musician, concertId, ['Группа крови'])
  await page.goto(`${url}/artist/create-new-session/advanced/${concertId}`)
  const songs = page.getByRole('region', { name: 'Песни концерта' })
  await showsList(page, 'Песни концерта', ['Группа крови'])
  assert.equal(await songs.locator('li').count(), 3)

  await ordersAt(url, musician, concertId, ['Восьмиклассница', 'Перемен', 'Печаль'])
  // On focus the page shows the current list.
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await showsList(page, 'Песни концерта', ['Группа крови', 'Восьмиклассница', 'Перемен'])
  assert.equal(await songs.locator('li').count(), 3)
  assert.equal(await hrefOf(page, 'Изменить'), `/artist/session/manage/${concertId}`)
  await page
    .getByRole('switch', { name: /^Показывать список/u })
    .locator('..')
    .click()
  await shows(page, 'Слушатели этого списка не видят')
})

journey('the days of performed works are typed, one right after the other', async (site) => {
  const { url } = site
  const page = await site.enter('музыкант', TABLET)
  await giveToken(page.context(), url, await musicianAt(url))
  await page.goto(`${url}/artist/works`)
  const asked: string[] = []
  await page.route('**/works/performed?*', async (route) => {
    asked.push(new URL(route.request().url()).search)
    await new Promise((done) => {
      setTimeout(done, 1000)
    })
    await route.continue()
  })
  await field(page, 'С какого дня').focus()
  await page.keyboard.type('11112025')
  await field(page, 'По какой день').fill('2026-12-05')
  await page.waitForURL(/works\?from=2025-11-11&till=2026-12-05$/u)
  assert.equal(await field(page, 'С какого дня').inputValue(), '2025-11-11')
  assert.deepEqual(
    asked.filter((search) => search.includes('from=0')),
    [],
  )
})

journey('a search for the queue shows the repertoire apart from all songs', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await comingConcertAt(url, musician)
  const own = { songId: await songId(url, 'Звезда по имени Солнце'), title: '', artistName: '' }
  await ask(url, api.artist.addFavorite, { body: { ...own, imageUrl: '' } }, musician.token)
  const page = await site.enter('музыкант', TABLET)
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/session/manage/${concertId}`)
  await press(page, 'Режим редактирования очереди')
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill('звезд')
  await showsList(page, 'Репертуар музыканта', ['Звезда по имени Солнце'])
  const rest = page.getByRole('region', { name: 'Все песни', exact: true }).getByRole('listitem')
  await rest.first().waitFor()
  assert.equal(await rest.filter({ hasText: 'Звезда по имени Солнце' }).count(), 0)
})

journey('the queue glides as it changes, unless somebody asked for less motion', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await comingConcertAt(url, musician)
  await ordersAt(url, musician, concertId, ['Группа крови'])
  const enter = async (name: string, reducedMotion: 'reduce' | 'no-preference') => {
    const page = await site.enter(name, { reducedMotion })
    await giveToken(page.context(), url, musician)
    await page.addInitScript(() => {
      const play = Animation.prototype.play
      Animation.prototype.play = function glide() {
        performance.mark('glide')
        return play.call(this)
      }
    })
    await page.goto(`${url}/artist/session/manage/${concertId}`)
    await showsList(page, 'Текущая очередь', ['Группа крови'])
    await page.waitForLoadState('networkidle')
    return page
  }
  const glides = (page: Page) => page.evaluate(() => performance.getEntriesByName('glide').length)
  const moving = await enter('музыкант', 'no-preference')
  const still = await enter('тот, кого качает', 'reduce')
  await ordersAt(url, musician, concertId, ['Перемен'])
  for (const page of [moving, still])
    await showsList(page, 'Текущая очередь', ['Группа крови', 'Перемен'])
  await eventually(async () => (await glides(moving)) > 0, true)
  assert.equal(await glides(still), 0)
})

journey('a flag whose look-up fails is off, those that are on work', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await concertAt(url, musician)
  await ordersAt(url, musician, concertId, ['Группа крови', 'Перемен'])
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  await pad.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  site.expectFault(/api\/v1\/features|ERR_FAILED/u)
  await pad.route('**/features?featureName=active-session-pad-v2*', (route) => route.abort())
  await pad.goto(`${url}/artist`)
  await showsList(pad, 'В очереди', ['Группа крови', 'Перемен'])
  assert.equal(await pad.getByRole('button', { name: 'Следующий Трек' }).count(), 0)

  await press(pad, 'Копировать название: Перемен')
  await shows(pad, 'Название скопировано')
  assert.equal(await pad.evaluate(() => navigator.clipboard.readText()), 'Кино — Перемен')
  await press(pad, 'Отменить: Перемен')
  await showsList(pad, 'В очереди', ['Группа крови'])
  await eventually(() => queueAt(url, concertId), ['Группа крови SCHEDULED ×1'])

  await pad.route('**/features?*', (route) => route.abort())
  await pad.reload()
  await showsList(pad, 'В очереди', ['Группа крови'])
  await showsNoMore(pad.getByRole('button', { name: /^(Копировать|Отменить)/u }))
})

journey('the time that is left is counted anew each minute', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await concertAt(url, musician)
  const pad = await site.enter('музыкант', TABLET)
  await giveToken(pad.context(), url, musician)
  await pad.clock.install()
  await pad.goto(`${url}/artist`)
  const left = pad.getByLabel(/^До конца/u)
  await left.waitFor()
  const before = await left.getAttribute('aria-label')
  assert.match((await left.textContent()) ?? '', /^ещё [23]\sч\s[0-5]\d/u)
  await pad.clock.fastForward('01:00')
  await eventually(async () => (await left.getAttribute('aria-label')) === before, false)
})

/** The visible buttons too small for a thumb in the dark, and those on which a double tap zooms. */
const smallOn = (pad: Page) =>
  // The skip link is only for the keyboard.
  pad
    .locator('button:visible, a:not([href="#main"]):visible, [role="menuitem"]:visible')
    .evaluateAll((buttons) => {
      const zooms = (at: Element | null): boolean =>
        at === null || (getComputedStyle(at).touchAction === 'auto' && zooms(at.parentElement))
      return buttons.flatMap((button) => {
        const { width, height } = button.getBoundingClientRect()
        const name = button.getAttribute('aria-label') ?? button.textContent
        if (Math.min(width, height) >= 56 && !zooms(button)) return []
        return [`${name}: ${width}×${height}${zooms(button) ? ', zooms' : ''}`]
      })
    })

journey('every button of the pad is as large as a thumb', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const concertId = await concertAt(url, musician)
  await ordersAt(url, musician, concertId, ['Группа крови', 'Перемен'])
  for (const [name, options] of Object.entries({ телефон: {}, планшет: TABLET })) {
    const pad = await site.enter(name, options)
    await giveToken(pad.context(), url, musician)
    site.expectFault(/api\/v1\/features|ERR_FAILED/u)
    await pad.goto(`${url}/artist`)
    await shows(pad, 'Концерт идёт')
    await press(pad, 'Меню концерта')
    assert.deepEqual(await smallOn(pad), [], `${name}, two lists`)
    await pad.route('**/features?featureName=active-session-pad-v2*', (route) => route.abort())
    await pad.reload()
    await pad.getByRole('heading', { name: 'В очереди' }).waitFor()
    assert.deepEqual(await smallOn(pad), [], `${name}, one list`)
  }
})
