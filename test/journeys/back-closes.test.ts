import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, musicianAt, songId } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { chooseInMenu, enterPad, padPlays, press } from '#test/support/steps/pad.ts'

const journey = onSite()

journey('«back» closes a sheet without an address, and leaves the page only then', async (site) => {
  const { username, name } = await musicianAt(site.url)
  const page = await site.enter('Лера')
  await page.goto(`${site.url}/search`)
  await page.goto(`${site.url}/user/${username}`)
  const here = page.url()
  const sheet = page.getByRole('dialog', { name })
  const open = async () => {
    await page.getByRole('button', { name: 'Подписаться' }).first().click()
    await sheet.waitFor()
  }
  await open()
  await page.goBack()
  await showsNoMore(sheet)
  await page.waitForURL(here)

  // Also over the entry that a reload has left.
  await open()
  await page.reload()
  await open()
  await page.goBack()
  await showsNoMore(sheet)
  // Which is left where nothing is opened again.
  await open()
  await page.reload()
  await eventually(() => page.evaluate(() => 'over' in history.state), false)

  await open()
  await page.keyboard.press('Escape')
  await showsNoMore(sheet)
  await page.waitForFunction('history.state?.over === undefined')
  await page.goBack()
  await page.waitForURL(`${site.url}/search`)
})

journey('«back» closes what lies over the running pad, and leaves it only then', async (site) => {
  const { url } = site
  const { pad, musician } = await enterPad(site, ['Группа крови'])
  const texts = [{ songId: await songId(url, 'Группа крови'), text: '[Am]Тёплое место' }]
  await ask(url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  const layers = [
    { name: 'Концерт', open: () => press(pad, 'Меню концерта') },
    { name: 'Правила вечера', open: () => chooseInMenu(pad, 'Правила вечера') },
    { name: 'Код для зала', open: () => press(pad, 'Код во весь экран') },
    { name: 'Группа крови', open: () => chooseInMenu(pad, 'Текст') },
  ]
  for (const { name, open } of layers) {
    const layer = pad.getByRole('dialog', { name, exact: true })
    await open()
    await layer.waitFor()
    await pad.goBack()
    await showsNoMore(layer)
    assert.equal(pad.url(), `${url}/artist`)
    await padPlays(pad, 'Группа крови')
  }
  // A link of the menu is left by «back» for the pad alone.
  await chooseInMenu(pad, 'Кабинет')
  await shows(pad, 'Репертуар')
  assert.notEqual(pad.url(), `${url}/artist`)
  await pad.goBack()
  await padPlays(pad, 'Группа крови')
  await pad.waitForFunction('history.state?.over === undefined')
  await pad.goBack()
  await pad.waitForURL('about:blank')
})
