import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { pictureOf } from '#web/parts/artist-picture.ts'
import { ask, comingConcertAt, musicianAt } from '#test/support/backstage.ts'
import type { Musician } from '#test/support/backstage.ts'
import { DESK } from '#test/support/browser.ts'
import { inHouse } from '#test/support/house.ts'
import { photo } from '#test/support/photos.ts'

const journey = inHouse()

async function uploadAt(url: string, { token }: Musician): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await photo(1600, 1200).jpeg().toBuffer())]))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}${pathOf(api.file.upload)}`, { method: 'POST', body, headers })
  assert.equal(answer.status, 201, await answer.clone().text())
  const { data } = (await answer.json()) as { data: { link: string } }
  return data.link
}

/** The end of the name of the file that the browser chose for the first picture of a page. */
async function shown(page: Page): Promise<string> {
  const picture = page.locator('main img').first()
  await page.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('main img')
    return image !== null && image.complete && image.naturalWidth > 0
  })
  const chosen = await picture.evaluate((image: HTMLImageElement) => image.currentSrc)
  return new URL(chosen).pathname.replace(/^\/media\/[\da-f]{32}/u, '…')
}

journey('a photo is shown to each browser in the copy that suits it', async (house) => {
  const { url } = house
  const lada = await musicianAt(url)
  await uploadAt(url, lada)
  const concertId = await comingConcertAt(url, lada)
  const page = `${url}/user/${lada.username}`
  const phone = await house.enter('Лера', { deviceScaleFactor: 1 })
  await phone.goto(page)
  assert.equal(await shown(phone), '…-480.avif')
  const sharp = await house.enter('Олег', { deviceScaleFactor: 3 })
  await sharp.goto(page)
  assert.equal(await shown(sharp), '…-1200.avif')
  const tablet = await house.enter('Ника', { viewport: { width: 820, height: 1180 } })
  await tablet.goto(page)
  assert.equal(await shown(tablet), '…-800.avif')
  const desk = await house.enter('Марк', { viewport: DESK })
  await desk.goto(`${page}/${concertId}`)
  assert.equal(await shown(desk), '…-1200.avif')
  await desk.goto(`${page}?tab=afisha`)
  await desk.locator('article img').scrollIntoViewIfNeeded()
  await desk.waitForFunction(() => {
    const image = document.querySelector<HTMLImageElement>('article img')
    return /-\d+\.avif$/u.test(image?.currentSrc ?? '') && (image?.naturalWidth ?? 0) > 0
  })
})

journey('a photo whose file is gone gives way to the drawing', async (house) => {
  const { url } = house
  const lada = await musicianAt(url)
  const link = await uploadAt(url, lada)
  const page = await house.enter('Лера')
  house.expectFault(/404/u)
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
