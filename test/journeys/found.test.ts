import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
} from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'

const journey = onSite()

/** What this browser has cached of the site, by path. */
function kept(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })
}

journey('a phone without a network says so, and never shows a queue of before', async (product) => {
  product.expectFault(/ERR_INTERNET_DISCONNECTED/)
  // Parts that the page would prefetch.
  product.expectFault(/ERR_FAILED.*\/assets\//)
  const musician = await musicianAt(product.url)
  const concertId = await concertAt(product.url, musician)
  await ordersAt(product.url, musician, concertId, ['Группа крови'])
  const page = await product.enter('Лера', { serviceWorkers: 'allow' })
  const address = `${product.url}/user/${musician.username}?tab=order`
  await page.goto(address)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.getByText('Группа крови').first().waitFor()
  assert.equal(
    await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL),
    `${product.url}/sw.js`,
  )

  await page.context().setOffline(true)
  await page.goto(address)
  await page.getByRole('heading', { name: 'Нет сети' }).waitFor()
  assert.equal(await page.getByText('Группа крови').count(), 0)
  await ordersAt(product.url, musician, concertId, ['Восьмиклассница'])

  await page.context().setOffline(false)
  await page.getByText('Восьмиклассница').first().waitFor()
  const paths = await kept(page)
  assert.ok(paths.some((path) => path.startsWith('/assets/')))
  assert.deepEqual(
    paths.filter((path) => !/^\/(?:assets|offline)\//.test(path)),
    [],
  )

  // The router reloads the open page where the scripts of the next one do not come.
  product.expectFault(/route module|dynamically imported module/u)
  await page.getByRole('button', { name: 'Понятно' }).click()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Бис, на главную' }).last().click()
  await page.getByRole('heading', { name: /Нет сети|Страница не открылась/u }).waitFor()
  await page.context().setOffline(false)
  await page.waitForURL(`${product.url}/`)
})

journey('the site can be put among the programs of a phone', async (product) => {
  const page = await product.enter('Олег')
  await page.goto(`${product.url}/find`)
  const link = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = await page.request.get(new URL(link ?? '', product.url).href)
  const { start_url, display, icons } = await manifest.json()
  assert.deepEqual([start_url, display], ['/find', 'standalone'])
  for (const { src } of icons) {
    const icon = await page.request.get(new URL(src, product.url).href)
    assert.deepEqual([icon.status(), icon.headers()['content-type']], [200, 'image/png'], src)
  }
})

const EVIL = '</script><script>alert("Бис")</script>'

journey('what a stranger calls himself is a word wherever a page is told of', async (product) => {
  const musician = await musicianAt(product.url)
  const body = { artistInfoDTO: { name: EVIL } }
  await ask(product.url, api.auth.update, { body }, musician.token)
  const page = await product.enter('Лера')
  page.on('dialog', () => assert.fail('a stranger’s words ran'))
  await page.goto(`${product.url}/user/${musician.username}?tab=afisha`)
  await page.getByRole('heading', { name: 'alert' }).first().waitFor()
  const told = await page.evaluate(() => {
    const head = (selector: string, name: string) =>
      document.querySelector(selector)?.getAttribute(name) ?? ''
    const json = document.querySelectorAll('script[type="application/ld+json"]')
    return {
      pieces: json.length,
      name: JSON.parse(json[0]?.textContent ?? '{}').name,
      canonical: head('link[rel=canonical]', 'href'),
      picture: head('meta[property="og:image"]', 'content'),
      shared: head('meta[property="og:title"]', 'content'),
    }
  })
  const { picture, ...words } = told
  const canonical = `${product.url}/user/${musician.username}`
  assert.deepEqual(words, { pieces: 1, name: EVIL, canonical, shared: EVIL })
  const drawn = await fetch(picture)
  assert.equal(drawn.headers.get('content-type'), 'image/jpeg')
  assert.equal(drawn.headers.get('cache-control'), 'public, max-age=2592000')
})

/** The page of a bar, on an origin of its own. */
async function otherSite(body: string) {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html; charset=utf-8')
    answer.end(`<!doctype html><title>Бар</title><link rel="icon" href="data:,">${body}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await promisify(server.close.bind(server))()
    },
  }
}

journey(
  'a card of a musician stands on another site and leads from it to an order',
  async (product) => {
    const musician = await musicianAt(product.url)
    await concertAt(product.url, musician)
    const page = await product.enter('Гость чужого сайта')
    await using site = await otherSite(
      `<iframe src="${product.url}/embed/${musician.username}" width="360" height="420"></iframe>`,
    )
    await page.goto(site.url)
    const card = page.frameLocator('iframe')
    await card.getByText('Играет сейчас').waitFor()
    const opened = page.context().waitForEvent('page')
    await card.getByRole('link', { name: 'Заказать песню' }).click()
    await (await opened).getByRole('searchbox', { name: 'Найти песню' }).waitFor()
  },
)

journey('a musician copies the code of the card beside the QR code', async (product) => {
  const musician = await musicianAt(product.url)
  const page = await product.enter('Музыкант', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await giveToken(page.context(), product.url, musician)
  await page.goto(`${product.url}/artist/qr`)
  await page.getByRole('button', { name: 'Скопировать код' }).click()
  await page.getByText('Код скопирован').waitFor()
  const code = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(
    code,
    new RegExp(`^<iframe src="${product.url}/embed/${musician.username}" .*></iframe>$`),
  )
})
