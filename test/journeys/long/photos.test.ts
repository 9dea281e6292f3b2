import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pictureOf } from '#domain/concerts/poster-run.ts'
import {
  ask,
  comingConcertAt,
  concertAt,
  musicianAt,
  photoAt,
} from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'

const journey = onSite()

/** The end of the name of the file that the browser chose for a picture of a page, the first one unless `place` says another. */
async function shown(page: Page, place = 0): Promise<string> {
  const picture = page.locator('main img').nth(place)
  const isThere = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0
  await eventually(() => picture.evaluate(isThere), true)
  const chosen = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  return new URL(chosen).pathname.replace(/^\/media\/[\da-f]{32}/u, '…')
}

journey('a photo is shown to each browser in the copy that suits it', async (site) => {
  const { url } = site
  const lada = await musicianAt(url)
  await photoAt(url, lada)
  const concertId = await comingConcertAt(url, lada)
  const page = `${url}/user/${lada.username}`
  const phone = await site.enter('Лера', { deviceScaleFactor: 1 })
  await phone.goto(page)
  assert.equal(await shown(phone), '…-480.avif')
  const sharp = await site.enter('Олег', { deviceScaleFactor: 3 })
  await sharp.goto(page)
  assert.equal(await shown(sharp), '…-1200.avif')
  const tablet = await site.enter('Ника', { viewport: { width: 820, height: 1180 } })
  await tablet.goto(page)
  assert.equal(await shown(tablet), '…-800.avif')
  const desk = await site.enter('Марк', { viewport: DESK })
  await desk.goto(`${page}/${concertId}`)
  assert.deepEqual([await shown(desk), await shown(desk, 1)], ['…-480.avif', '…-800.avif'])
  await desk.goto(`${page}?tab=afisha`)
  await desk.locator('article img').scrollIntoViewIfNeeded()
  const isCopy = (image: HTMLImageElement) =>
    /-\d+\.avif$/u.test(image.currentSrc) && image.naturalWidth > 0
  await eventually(() => desk.locator('article img').first().evaluate(isCopy), true)
})

journey('on stage a photo stands before the name, in one line', async (site) => {
  const lada = await musicianAt(site.url)
  await photoAt(site.url, lada)
  await concertAt(site.url, lada)
  const phone = await site.enter('Лера')
  await phone.goto(`${site.url}/user/${lada.username}?tab=order`)
  const head = phone.locator('header').first()
  const photo = await head.locator('img').boundingBox()
  const name = await head.getByText(lada.name).boundingBox()
  const on = await head.getByText('идёт').first().boundingBox()
  assert.ok(photo && name && on)
  assert.deepEqual([photo.x, photo.width], [0, 56])
  assert.ok(name.x < 80 && on.x > name.x, `the name at ${name.x}, «идёт» at ${on.x}`)
  assert.ok(on.y + on.height <= photo.y + photo.height)
})

journey('a photo whose file is gone gives way to the drawing', async (site) => {
  const { url } = site
  const lada = await musicianAt(url)
  const link = await photoAt(url, lada)
  const page = await site.enter('Лера')
  site.expectFault(/404/u)
  await page.route('**/media/**', (route) => route.fulfill({ status: 404, body: '' }))
  const drawn = pictureOf(lada.username)
  for (const path of ['', `/${await comingConcertAt(url, lada)}`]) {
    await page.goto(`${url}/user/${lada.username}${path}`)
    await page.locator(`main img[src="${drawn}"]`).first().waitFor()
    assert.equal(await shown(page), drawn)
  }
  await ask(
    url,
    api.file.deletePhoto,
    { query: { fileName: link.split('/').at(-1) ?? '' } },
    lada.token,
  )
  assert.equal((await fetch(`${url}${link}`)).status, 404)
})

journey('photos go round by themselves, and stand still under a pointer', async (site) => {
  const { url } = site
  const lada = await musicianAt(url)
  for (let count = 0; count < 3; count++) await photoAt(url, lada)
  const html = await (await fetch(`${url}/user/${lada.username}`)).text()
  const [drawn = ''] = /<section aria-roledescription="карусель".*?<\/section>/su.exec(html) ?? []
  assert.equal(drawn.match(/<img /gu)?.length, 1, 'the first HTML asks for one photo')

  const page = await site.enter('Лера', { viewport: DESK, reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.goto(`${url}/user/${lada.username}`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Остановить смену фотографий' }).waitFor()
  const photos = page.getByRole('region', { name: 'Фотографии' })
  const dots = photos.getByRole('button', { name: /^Фото/u })
  const isShown = (name: string) =>
    eventually(() => photos.locator('button[aria-current]').getAttribute('aria-label'), name)
  await page.clock.pauseAt(new Date(Date.now() + 60_000))
  await photos.hover()
  await dots.nth(2).click()
  await isShown('Фото 3 из 3')
  await page.clock.runFor(20_000)
  await isShown('Фото 3 из 3')

  // The four seconds restart when the pointer leaves, and the first photo follows the last.
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  await page.mouse.move(5, 700)
  await page.clock.runFor(3900)
  await isShown('Фото 3 из 3')
  await page.clock.runFor(200)
  await isShown('Фото 1 из 3')

  const frame = await photos.boundingBox()
  assert.ok(frame)
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  const swipeBy = async (px: number) => {
    await page.mouse.move(middle.x, middle.y)
    await page.mouse.down()
    await page.mouse.move(middle.x + px, middle.y, { steps: 4 })
    await page.mouse.up()
  }
  await swipeBy(-60)
  await isShown('Фото 1 из 3')
  await swipeBy(-120)
  await isShown('Фото 2 из 3')

  // A press that ended outside drags nothing when the mouse comes back.
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.down()
  await page.mouse.move(middle.x, frame.y + frame.height + 50)
  await page.mouse.up()
  await page.mouse.move(middle.x, middle.y)
  await page.mouse.move(middle.x - 120, middle.y, { steps: 4 })
  assert.equal(await photos.locator('[data-slide][style*="transform"]').count(), 0)
  await swipeBy(-120)
  await isShown('Фото 3 из 3')
})
