import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import {
  concertAt,
  musicianAt,
  newcomer,
  PASSWORD,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, enterPad, press } from '#test/support/steps/pad.ts'

const journey = onSite()

const HIGH = { forcedColors: 'active', reducedMotion: 'reduce' } as const

const paintOf = (what: Locator) =>
  what.evaluate((one) => {
    const { backgroundColor, color } = getComputedStyle(one)
    return [backgroundColor, color]
  })

/** What the chosen one of a row looks like, and another one. */
async function assertTold(chosen: Locator, other: Locator) {
  assert.notDeepEqual(await paintOf(chosen), await paintOf(other))
}

journey('what is chosen is told from the rest in high contrast', async (site) => {
  const musician = await musicianAt(site.url)
  await takesMoney(site.url, musician, 200)
  await concertAt(site.url, musician)
  const page = await site.enter('Лера', HIGH)
  await page.addInitScript("localStorage.hasVisitedSongOrderPage='true'")
  await page.goto(`${site.url}/user/${musician.username}?tab=order`)
  const tab = (name: string) =>
    page.getByRole('navigation', { name: 'Разделы страницы' }).getByRole('link', { name })
  await assertTold(tab('Заказ песни'), tab('Афиша'))
  const boxes = [await tab('Профиль').boundingBox(), await tab('Заказ песни').boundingBox()]
  assert.ok(boxes[0] && boxes[1] && boxes[0].x + boxes[0].width < boxes[1].x, 'no tabs touch')

  await page.getByRole('searchbox').fill('Перемен')
  await page.locator('[data-searching] ~ * a[href*="song="]').first().click()
  await page.getByRole('button', { name: '500 ₽', exact: true }).click()
  await assertTold(
    page.getByRole('button', { name: '500 ₽', pressed: true }),
    page.getByRole('button', { name: '1000 ₽' }),
  )
})

journey('buttons have edges and switches a side on a pad in high contrast', async (site) => {
  const { pad } = await enterPad(site, ['Перемен'], { screen: HIGH })
  for (const name of ['Следующий Трек', 'Концерт идёт']) {
    const edge = await pad.getByRole('button', { name }).evaluate((one) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(one)
      return [borderTopWidth, borderTopColor]
    })
    assert.equal(edge[0], '2px')
    assert.doesNotMatch(edge[1] ?? '', /^rgba/u)
  }
  await chooseInMenu(pad, 'Правила вечера')
  const knob = pad.getByRole('switch').first().locator('+ *')
  const edges = await knob.evaluate((one) => {
    const { borderTopColor } = getComputedStyle(one, '::after')
    return [borderTopColor, getComputedStyle(one).backgroundColor]
  })
  assert.notEqual(edges[0], edges[1], 'the knob is seen')
})

journey(
  'a chosen kind and a given consent are told from the rest in high contrast',
  async (site) => {
    const { username, name } = newcomer()
    const page = await site.enter('музыкант', HIGH)
    await page.goto(`${site.url}/signup`)
    await page.getByRole('textbox', { name: 'Никнейм' }).fill(username)
    await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
    await press(page, 'Далее')
    const kind = (words: string) => page.getByText(words, { exact: true })
    await kind('Музыкант').waitFor()
    await assertTold(kind('Музыкант'), kind('Группа'))
    await page.getByLabel('Имя или название группы').fill(name)
    await press(page, 'Далее')
    const tick = page.locator('[type=checkbox] + span svg').first()
    await tick.waitFor({ state: 'hidden' })
    await page.getByRole('checkbox').first().check()
    await tick.waitFor()
  },
)
