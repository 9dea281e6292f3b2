import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '#test/support/eventually.ts'
import { api } from '#contract/index.ts'
import { ask, comingConcertAt, giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { readQr } from '#test/support/browsers/read-qr.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download')
  await press(page, button)
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** What a phone in front of the screen reads. */
async function readOn(code: Locator): Promise<string> {
  await code.waitFor()
  await code.evaluate((picture) => (picture as HTMLImageElement).decode())
  return readQr(await code.screenshot())
}

/** A musician on his QR page, opened from his home page. */
async function enterQr(site: TestSite, name: string, options = {}) {
  const musician = await musicianAt(site.url)
  const page = await site.enter(name, options)
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist?tab=profile`)
  await page.getByRole('link', { name: 'QR-код' }).click()
  await page.getByRole('heading', { name: 'Поставьте код у сцены' }).waitFor()
  return { page, musician, address: `${site.url}/user/${musician.username}` }
}

journey(
  'a musician shows, saves and hands on the code on a phone, and is told what failed',
  async (site) => {
    const { page, musician, address } = await enterQr(site, 'музыкант')
    await shows(page, musician.username)
    const picture = page.getByAltText(`QR-код страницы ${musician.username}`)
    assert.equal(await readOn(picture), address)

    const { name, bytes } = await saved(page, 'Скачать')
    assert.equal(name, 'qrcode.png')
    assert.equal(await readQr(bytes), address)

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press(page, 'Скопировать ссылку')
    await shows(page, 'Ссылка скопирована')
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), address)
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await press(page, 'Скопировать ссылку')
    await shows(page, 'Ошибка при копировании ссылки')

    await page.getByAltText('Ваш QR-код').waitFor()
    site.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/u)
    await page.context().setOffline(true)
    await press(page, 'Скачать')
    await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    await page.context().setOffline(false)
    assert.equal((await saved(page, 'Скачать')).name, 'qrcode.png')

    await page.route('**/qr/get-image/*', (route) => route.abort())
    await page.reload()
    await shows(page, 'Код не загрузился. Проверьте интернет.')
    await page.unroute('**/qr/get-image/*')
    await press(page, 'Попробовать ещё раз')
    await picture.waitFor()
    await showsNoMore(page.getByText('Код не загрузился'))
  },
)

journey('a code of one’s own colours is seen before it is saved', async (site) => {
  const { page, address } = await enterQr(site, 'музыкант', TABLET)
  const preview = page.getByAltText('Ваш QR-код')
  await preview.waitFor()
  const first = await preview.getAttribute('src')
  await page.getByLabel('Цвет фона').fill('#16100a')
  await shows(page, 'Код должен быть темнее фона')
  assert.equal(await page.getByRole('button', { name: 'Скачать SVG' }).isDisabled(), true)
  await page.getByLabel('Цвет фона').fill('#ffdf5e')
  await page.getByLabel('Цвет кода').fill('#2438c9')
  await showsNoMore(page.getByText('Код должен быть темнее фона'))
  await eventually(async () => (await preview.getAttribute('src')) !== first, true)
  assert.equal(await readOn(preview), address)

  await page.getByLabel('Сторона картинки').selectOption('512')
  const svg = await saved(page, 'Скачать SVG')
  assert.equal(svg.name, 'qrcode.svg')
  assert.match(svg.bytes.toString(), /width="512".*#ffdf5e.*#2438c9/su)
  const png = await saved(page, 'Скачать PNG')
  assert.equal(png.name, 'qrcode.png')
  assert.equal(await readQr(png.bytes), address)
})

journey('the poster and the cards are one sheet of A4 each', async (site) => {
  const { page, musician, address } = await enterQr(site, 'музыкант', TABLET)
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Плакат А4' }).click()
  const print = await opened
  const poster = print.getByRole('region', { name: 'Плакат' })
  await shows(poster, 'Закажите песню')
  await shows(poster, musician.name)
  await shows(poster, address.replace('http://', ''))
  assert.equal(await readOn(poster.getByAltText('QR-код')), address)
  await print.evaluate(() => {
    window.print = () => void (document.title = 'printed')
  })
  await press(print, 'Печатать')
  assert.equal(await print.title(), 'printed')
  const pagesOf = async () =>
    (await print.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type \/Page\b/gu)
      ?.length
  assert.equal(await pagesOf(), 1)

  await print.getByRole('link', { name: 'Карточки' }).click()
  const cards = print.getByRole('region', { name: 'Карточки' })
  await cards.waitFor()
  assert.equal(await cards.getByText('Закажите песню').count(), 8)
  assert.equal(await pagesOf(), 1)
})

journey('a closed evening has sheets and a screen of its own, which need no word', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await comingConcertAt(site.url, musician)
  const body = { sessionId, rules: {}, codeWord: 'Горько' }
  const { pass } = await ask(site.url, api.artist.changeRules, { body }, musician.token)
  const page = await site.enter('музыкант', TABLET)
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist/qr/print?sheet=tables`)
  await shows(page, 'На закрытом вечере этот код спросит кодовое слово.')

  await page.goto(`${site.url}/artist/qr`)
  const sheets = page.getByRole('link', { name: 'без слова' })
  await page.goto(new URL((await sheets.getAttribute('href')) ?? '', site.url).href)
  await shows(page, 'Только для этого закрытого вечера')
  const address = `${site.url}/user/${musician.username}?pass=${pass}`
  assert.equal(await readOn(page.getByAltText('QR-код')), address)
  await page.getByRole('link', { name: 'Номера столов' }).click()
  assert.equal(await readOn(page.getByAltText('QR-код стола 7')), `${address}&t=7`)
  await page.goto(`${site.url}/artist/qr`)
  const screen = page.getByRole('link', { name: 'Открыть экран зала' })
  const wanted = `/user/${musician.username}/screen?pass=${pass}`
  await eventually(() => screen.getAttribute('href'), wanted)
})

journey(
  'cards of tables past the fortieth are printed, and a code that did not come is asked for again',
  async (site) => {
    const musician = await musicianAt(site.url)
    const page = await site.enter('музыкант')
    await giveToken(page.context(), site.url, musician)
    site.expectFault(/ERR_FAILED/u)
    await page.route('**/qr/create-custom-qr', (route) =>
      (route.request().postData() ?? '').includes('?t=42') ? route.abort() : route.continue(),
    )
    await page.goto(`${site.url}/artist/qr/print?sheet=tables`)
    await page.getByLabel('С какого стола').selectOption('41')
    await shows(page, 'Код не загрузился')
    await page.unroute('**/qr/create-custom-qr')
    await press(page, 'Попробовать ещё раз: QR-код стола 42')
    const address = `${site.url}/user/${musician.username}?t=42`
    await shows(page, address.replace('http://', ''))
    assert.equal(await readOn(page.getByAltText('QR-код стола 42')), address)
  },
)
