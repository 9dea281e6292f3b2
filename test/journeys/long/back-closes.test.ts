import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, concertAt, musicianAt, songId } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { openConcertPage, orderSong } from '#test/support/steps/listener-page.ts'
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

journey('«back» closes the refusal of a song of one’s own alone', async (site) => {
  const musician = await musicianAt(site.url)
  await concertAt(site.url, musician)
  const page = await site.enter('Лера')
  await openConcertPage(page, site.url, musician.username)
  const search = page.getByRole('searchbox', { name: 'Найти песню' })
  await search.fill('Песня про дождь')
  const suggest = page.getByText('Предложить свою песню')
  await suggest.click()
  const own = page.getByRole('dialog', { name: 'Предложите свою песню' })
  await own.waitFor()

  // The limit is reached in another tab of the same browser.
  const other = await page.context().newPage()
  await other.goto(`${site.url}/user/${musician.username}`)
  await orderSong(other, 'Группа крови', 'груп')
  await orderSong(other, 'Пачка сигарет', 'пачк')
  await page.bringToFront()
  await shows(page, '2 из 2 заказано.')
  const refusal = page.getByRole('dialog', { name: 'К сожалению песня не может быть добавлена' })
  const refusedAlone = async () => {
    await refusal.waitFor()
    await page.goBack()
    await showsNoMore(refusal)
    await showsNoMore(own)
    assert.equal(await search.inputValue(), 'Песня про дождь')
  }
  await own.getByRole('button', { name: 'Предложить' }).click()
  await refusedAlone()
  await suggest.click()
  await refusedAlone()
})
