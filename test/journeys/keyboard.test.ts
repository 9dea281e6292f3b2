import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { enterAs, openSong } from '#test/support/steps/repertoire-steps.ts'
import { padPlays } from '#test/support/steps/pad.ts'
import { isFocused, shows, showsList, showsNoMore, tabTo } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey('a listener orders a song with the keyboard alone', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/user/${musician.username}`)
  const hint = page.getByRole('dialog', { name: 'Закажите песню' })
  await shows(hint, 'Найдите песню или предложите свою.')
  await shows(hint, 'Если музыкант не знает песню, он её пропустит.')
  await page.keyboard.press('Escape')
  await showsNoMore(hint)
  const read = () => page.evaluate(() => localStorage.getItem('hasVisitedSongOrderPage'))
  assert.equal(await read(), 'true')
  const main = page.getByRole('main')
  assert.ok(await isFocused(main), 'the next Tab goes on from the content')
  await tabTo(page, page.getByRole('link', { name: 'К содержанию' }))
  await page.keyboard.press('Enter')
  assert.ok(await isFocused(main))

  await tabTo(page, page.getByRole('searchbox', { name: 'Найти песню' }))
  await page.keyboard.type('восьмикл')
  await tabTo(page, page.getByRole('link', { name: /Восьмиклассница/ }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Восьмиклассница' })
  await sheet.waitFor()
  await tabTo(page, sheet.getByRole('button', { name: 'Да', exact: true }))
  await page.keyboard.press('Enter')
  await showsNoMore(sheet)
  await eventually(() => queueAt(site.url, concertId), ['Восьмиклассница SCHEDULED ×1'])
})

journey(
  'a sheet that the page opens on a touch screen shows no ring before a key',
  async (site) => {
    const musician = await musicianAt(site.url)
    await concertAt(site.url, musician)
    const page = await site.enter('Лера', { isMobile: true })
    await page.goto(`${site.url}/user/${musician.username}`)
    const focused = page.getByRole('dialog', { name: 'Закажите песню' }).locator(':focus-visible')
    await focused.waitFor()
    const ring = () => focused.evaluate((element) => getComputedStyle(element).outlineStyle)
    assert.equal(await ring(), 'none')
    await page.keyboard.press('Shift+Tab')
    await eventually(ring, 'solid')
  },
)

journey('the hint of a first visit covers no sheet that is open', async (site) => {
  const musician = await musicianAt(site.url)
  await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  const opened = Promise.withResolvers<void>()
  await page.route(/hint-sheet/u, async (route) => {
    await opened.promise
    await route.continue()
  })
  await page.goto(`${site.url}/user/${musician.username}`)
  await page.getByRole('button', { name: 'Пожаловаться' }).click()
  await page.getByRole('dialog', { name: 'Пожаловаться' }).waitFor()
  opened.resolve()
  const hint = page.locator('dialog', { hasText: 'Найдите песню или предложите свою.' })
  await hint.waitFor({ state: 'attached' })
  assert.equal(await hint.isVisible(), false)
})

journey('the pad is played with the keyboard alone', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, ['Группа крови', 'Восьмиклассница'])
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  await pad.goto(`${site.url}/artist`)

  await tabTo(pad, pad.getByRole('button', { name: 'В очередь: Восьмиклассница' }))
  await pad.keyboard.press('Enter')
  await showsList(pad, 'Очередь', ['Восьмиклассница'])
  await tabTo(pad, pad.getByRole('button', { name: 'Следующий Трек' }))
  await pad.keyboard.press('Space')
  await padPlays(pad, 'Восьмиклассница')

  const menu = pad.getByRole('button', { name: 'Меню концерта' })
  await tabTo(pad, menu)
  await pad.keyboard.press('Enter')
  const tiles = pad.getByRole('dialog', { name: 'Концерт' })
  await tiles.waitFor()
  await pad.keyboard.press('Escape')
  await showsNoMore(tiles)
  assert.ok(await isFocused(menu), 'the focus is back where the menu was opened')
  await pad.keyboard.press('Enter')
  assert.ok(await isFocused(tiles))
  await tabTo(pad, tiles.getByRole('button', { name: /^Пауза/u }))
  await pad.keyboard.press('Enter')
  await tabTo(pad, pad.getByRole('button', { name: 'Приостановить концерт' }))
  await pad.keyboard.press('Enter')
  await shows(pad, 'Концерт на паузе')

  await tabTo(pad, menu)
  await pad.keyboard.press('Enter')
  await tabTo(pad, tiles.getByRole('button', { name: 'Ещё' }))
  await pad.keyboard.press('Enter')
  await tabTo(pad, pad.getByRole('button', { name: 'Завершить концерт' }))
  await pad.keyboard.press('Enter')
  const question = pad.getByRole('alertdialog')
  await question.waitFor()
  await eventually(
    () => isFocused(question.getByRole('button', { name: 'Продолжить концерт' })),
    true,
  )
  await pad.keyboard.press('Escape')
  await showsNoMore(question)
})

journey('after a row of the pad has gone, the next Enter presses its neighbour', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, ['Группа крови', 'Восьмиклассница', 'Перемен'])
  const pad = await site.enter('музыкант', { viewport: DESK })
  await giveToken(pad.context(), site.url, musician)
  await pad.goto(`${site.url}/artist`)
  const button = (name: string) => pad.getByRole('button', { name, exact: true })
  const hasFocus = (what: Locator) => eventually(() => isFocused(what), true)
  /** Two presses of the hand, not one twice. */
  const enter = async () => {
    await pad.waitForTimeout(800)
    await pad.keyboard.press('Enter')
  }

  await tabTo(pad, button('В очередь: Восьмиклассница'))
  await enter()
  await showsList(pad, 'Очередь', ['Восьмиклассница'])
  await hasFocus(button('В очередь: Перемен'))
  await enter()
  await showsList(pad, 'Очередь', ['Восьмиклассница', 'Перемен'])
  await hasFocus(button('В очередь: Группа крови'))

  const first = button('В начало: Перемен')
  await first.focus()
  await enter()
  await showsList(pad, 'Очередь', ['Перемен', 'Восьмиклассница'])
  await hasFocus(first)
  await enter()

  await button('Удалить: Группа крови').focus()
  await enter()
  const heading = pad.getByRole('heading', { name: /^Заказы/u })
  await hasFocus(heading)
  await enter()
  await button('Оставить').focus()
  await enter()
  await showsList(pad, 'Заказы', ['Группа крови'])
  await hasFocus(button('Удалить: Группа крови'))

  await pad.getByRole('button', { name: /^Восьмиклассница/u }).focus()
  await enter()
  const sheet = pad.getByRole('dialog', { name: 'Восьмиклассница' })
  await sheet.getByRole('button', { name: 'Удалить' }).focus()
  await enter()
  await hasFocus(pad.getByRole('button', { name: /^Перемен/u }))
  assert.ok(!(await queueAt(site.url, concertId)).some((line) => line.includes(' NOW ')))
})

journey('a sheet that is left without saving gives the focus back', async (site) => {
  const musician = await musicianAt(site.url)
  const body = {
    songId: await songId(site.url, 'Восьмиклассница'),
    title: 'Восьмиклассница',
    artistName: 'Кино',
    imageUrl: '',
  }
  await ask(site.url, api.artist.addFavorite, { body }, musician.token)
  const page = await enterAs(site, musician, '/artist/favorite_songs')
  const row = page.getByRole('region', { name: 'Вы играете' }).getByRole('button').first()
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Тональность').fill('Am')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' })
  await tabTo(page, question.getByRole('button', { name: 'Уйти' }))
  await page.keyboard.press('Enter')
  await showsNoMore(question)
  await eventually(() => isFocused(row), true)
})

journey('after the button of a toast is pressed, the next toast goes by itself', async (site) => {
  const musician = await musicianAt(site.url)
  const body = { songId: null, title: 'Печаль', artistName: 'Кино', imageUrl: '' }
  await ask(site.url, api.artist.addFavorite, { body }, musician.token)
  const page = await enterAs(site, musician, '/artist')
  // As in browsers that tell of no focus that is lost with its element.
  await page.addInitScript(() => {
    addEventListener('focusout', (event) => event.stopImmediatePropagation(), true)
  })
  await page.goto(`${site.url}/artist/favorite_songs`)
  await openSong(page, 'Печаль')
  await page.getByRole('button', { name: 'Убрать из репертуара' }).click()
  await page.mouse.move(0, 0)
  await tabTo(page, page.getByRole('button', { name: 'Вернуть' }))
  await page.keyboard.press('Enter')
  const toast = page.getByText('«Печаль»: вернули в репертуар')
  await toast.waitFor()
  await showsNoMore(toast)
})

journey('a press that leads on leaves the focus at the content of what comes', async (site) => {
  const musician = await musicianAt(site.url)
  await comingConcertAt(site.url, musician)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist?tab=concert`)
  const main = page.getByRole('main')
  await tabTo(page, page.getByRole('link', { name: 'QR-код' }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Скопировать код' }).waitFor()
  await eventually(() => isFocused(main), true)

  await page.goBack()
  await tabTo(page, page.getByRole('button', { name: 'Начать' }))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Следующий Трек' }).waitFor()
  await eventually(() => isFocused(main), true)
})

journey('over the keyboard of a phone stands what is found, and no hint', async (site) => {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, ['Пачка сигарет'])
  const page = await site.enter('Лера')
  await page.context().clearCookies()
  const height = 420
  await page.setViewportSize({ width: 390, height })
  const typed = Promise.withResolvers<void>()
  await page.route(/hint-sheet/u, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.goto(`${site.url}/user/${musician.username}`)
  const notice = page.getByRole('region', { name: 'Файлы cookie' })
  const head = page.getByRole('navigation', { name: 'Разделы страницы' })
  await notice.waitFor()
  await head.waitFor()
  const field = page.getByRole('searchbox', { name: 'Найти песню' })
  await field.click()
  await showsNoMore(notice)
  await showsNoMore(head)
  typed.resolve()
  await field.pressSequentially('восьмикл')
  const found = page.getByRole('link', { name: /Восьмиклассница/ })
  const sheet = page.getByRole('dialog', { name: 'Восьмиклассница' })
  await found.waitFor()
  const box = await found.boundingBox()
  assert.ok(box && box.y + box.height <= height, 'the first song is above the keyboard')
  await found.click()
  await sheet.getByRole('link', { name: 'Нет' }).click()
  await page.getByRole('button', { name: 'Очистить поиск' }).click()
  await page.getByRole('heading', { name: 'В очереди' }).click()
  await head.waitFor()

  await page.getByRole('button', { name: 'Хочу тоже: Пачка сигарет' }).click()
  await eventually(() => queueAt(site.url, concertId), ['Пачка сигарет SCHEDULED ×2'])
  // The pressed button has gone: its row keeps its place.
  await eventually(() => isFocused(page.locator('li', { hasText: 'Пачка сигарет' })), true)

  await field.click()
  await showsNoMore(head)
  await field.pressSequentially('восьмикл')
  await found.click()
  await sheet.waitFor()
  // The focus goes on from button to button.
  const walk = await page.evaluateHandle(() =>
    setInterval(() => {
      const stops = [...document.querySelectorAll<HTMLElement>('a, button')]
      const at = stops.findIndex((stop) => stop === document.activeElement)
      for (const stop of [...stops.slice(at + 1), ...stops]) {
        stop.focus()
        if (stop === document.activeElement) break
      }
    }, 50),
  )
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
  await head.waitFor()
  await walk.evaluate((timer) => clearInterval(timer))

  // A page that is not scrolled stays at its top, whatever unfolds there.
  await page.setViewportSize({ width: 390, height: 720 })
  await field.click()
  await showsNoMore(head)
  await page.keyboard.press('Tab')
  await head.waitFor()
  const isSeen = () =>
    page.locator(':focus-visible').evaluate((at) => {
      const { top, bottom } = at.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight
    })
  await eventually(isSeen, true)
})
