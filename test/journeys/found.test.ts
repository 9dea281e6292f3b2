import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { concertAt, musicianAt, ordersAt } from '#test/support/backstage.ts'
import { inHouse } from '#test/support/house.ts'

const journey = inHouse()

/** What this browser keeps of the site, by path. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

journey(
  'a telephone without a network says so, and never shows a queue of before',
  async (house) => {
    house.expectFault(/ERR_INTERNET_DISCONNECTED/)
    const musician = await musicianAt(house.url)
    const concertId = await concertAt(house.url, musician)
    await ordersAt(house.url, musician, concertId, ['Группа крови'])
    const page = await house.enter('Лера', { serviceWorkers: 'allow' })
    const address = `${house.url}/user/${musician.username}?tab=order`
    await page.goto(address)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.getByText('Группа крови').first().waitFor()
    assert.equal(
      await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL),
      `${house.url}/sw.js`,
    )

    await page.context().setOffline(true)
    await page.goto(address)
    await page.getByRole('heading', { name: 'Нет сети' }).waitFor()
    assert.equal(await page.getByText('Группа крови').count(), 0)
    await ordersAt(house.url, musician, concertId, ['Восьмиклассница'])

    await page.context().setOffline(false)
    await page.getByText('Восьмиклассница').first().waitFor()
    const paths = await kept(page)
    assert.ok(paths.some((path) => path.startsWith('/assets/')))
    assert.deepEqual(
      paths.filter((path) => !/^\/(?:assets|offline)\//.test(path)),
      [],
    )
  },
)
