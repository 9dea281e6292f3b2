import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { ask, concertAt, musicianAt, ordersAt } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { openConcertPage, openOwnOrder, orderSong } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import type { PushSubscriptionOfTest } from '#test/support/servers/push-service.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite({ variables: { PUSH_LOCAL: 'on' } })
const NEXT = 'Ваша песня следующая'
const PLAYING = 'Сейчас играет ваша песня'

/** A concert where two songs are ordered already; the third is that of the phone. */
async function evening({ url }: TestSite) {
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  await ordersAt(url, musician, sessionId, ['Группа крови', 'Перемен'])
  const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
  return { musician, next }
}

async function orderThird(phone: Page, url: string, username: string) {
  await openConcertPage(phone, url, username)
  await orderSong(phone, 'Пачка сигарет', 'пачк')
  await shows(phone, '3-я в очереди')
}

/** A headless browser shows no prompt, and reports notifications as denied whatever was allowed. */
const answers = (page: Page, permission: NotificationPermission) =>
  page.addInitScript((answer) => {
    Object.defineProperty(Notification, 'permission', { get: () => answer })
    Notification.requestPermission = async () => answer
  }, permission)

/**
 * A headless browser cannot reach its vendor's push service: the test's push service makes the subscription; the rest
 * is the product's own.
 */
async function subscribesAt(page: Page, subscription: PushSubscriptionOfTest) {
  await page.addInitScript(({ endpoint, ...keys }) => {
    PushManager.prototype.getSubscription = async () => null
    PushManager.prototype.subscribe = async (options) => {
      if (options?.userVisibleOnly !== true) throw new Error('told in silence')
      const known = { endpoint, options, toJSON: () => ({ endpoint, keys }) }
      return known as unknown as PushSubscription
    }
  }, subscription)
}

journey(
  'a phone whose page is closed is told that its song is next, and that it plays',
  async (site) => {
    const { url } = site
    const { musician, next } = await evening(site)
    const key = async () => (await ask(url, api.songs.pushKey, {})).publicKey
    await using service = await startPushService(key)
    const phone = await site.enter('Аня', {
      serviceWorkers: 'allow',
      permissions: ['notifications'],
    })
    await answers(phone, 'granted')
    await subscribesAt(phone, service.subscribe('anya'))
    await orderThird(phone, url, musician.username)
    const sheet = await openOwnOrder(phone, 'Пачка сигарет')
    await sheet.getByRole('button', { name: /^Сообщить, когда подойдёт очередь/u }).click()
    await shows(sheet, 'Сообщим, когда ваша песня станет следующей.')
    await phone.goto(`${url}/user/${musician.username}`)
    await openOwnOrder(phone, 'Пачка сигарет')
    await shows(sheet, 'Сообщим, когда ваша песня станет следующей.')

    const phoneContext = phone.context()
    await phone.close()
    await next()
    await next()
    await eventually(async () => service.receivedTitles('anya'), [NEXT])

    // The worker shows the message of the push service; pages at other addresses stay unchanged.
    const elsewhere = await phoneContext.newPage()
    await elsewhere.goto(`${url}/pricing`)
    const { message } = service.received[0] ?? {}
    const concert = `${url}/user/${musician.username}?tab=order`
    assert.deepEqual(await shownAndTapped(elsewhere, message ?? {}), {
      words: [`${NEXT}: «Пачка сигарет», Кино`],
      sounds: [[concert.slice(url.length), true]],
      opened: [concert],
      focused: [],
    })

    const again = await phoneContext.newPage()
    await again.goto(concert)
    await shows(again, `${NEXT}: «Пачка сигарет»`)
    await eventually(() => again.title(), `${NEXT} — Бис`)
    await next()
    await eventually(async () => service.receivedTitles('anya'), [NEXT, PLAYING])
    await eventually(() => again.title(), `${PLAYING} — Бис`)
    await showsNoMore(again.getByText(`${NEXT}: «Пачка сигарет»`))
    // Like news that may have come already: it replaces the earlier one without a sound.
    const { sounds, opened, focused } = await shownAndTapped(again, { ...message, tag: 'news' })
    assert.deepEqual([sounds, opened, focused], [[['news', false]], [], [concert]])
  },
)

/**
 * Delivers a message to the service worker and taps its notification: returns that, and what the tap opens. A headless
 * browser shows no notifications, so its part is simulated here.
 */
async function shownAndTapped(page: Page, data: object) {
  const context = page.context()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  return worker.evaluate(async (message) => {
    type Notice = { title: string; body: string; data: string; tag: string; renotify: boolean }
    const scope = globalThis as unknown as EventTarget & {
      registration: { showNotification(title: string, look: Omit<Notice, 'title'>): Promise<void> }
      clients: { openWindow(url: string): Promise<void> }
      WindowClient: { prototype: { focus(): Promise<unknown> } }
    }
    const shown: Notice[] = []
    const opened: string[] = []
    const focused: string[] = []
    scope.registration.showNotification = async (title, look) => void shown.push({ title, ...look })
    scope.clients.openWindow = async (url) => void opened.push(url)
    scope.WindowClient.prototype.focus = async function focus(this: { url: string }) {
      focused.push(this.url)
      return this
    }
    const tell = async (type: string, more: object) => {
      let work: Promise<unknown> = Promise.resolve()
      const waitUntil = (given: Promise<unknown>) => (work = given)
      scope.dispatchEvent(Object.assign(new Event(type), { ...more, waitUntil }))
      await work
    }
    await tell('push', { data: { json: () => message } })
    const notification = { data: shown[0]?.data, close: () => undefined }
    await tell('notificationclick', { notification })
    const sounds = shown.map(({ tag, renotify }) => [tag, renotify])
    return { words: shown.map(({ title, body }) => `${title}: ${body}`), sounds, opened, focused }
  }, data)
}

journey(
  'where notifications are forbidden none are offered, and the page tells by itself',
  async (site) => {
    const { url } = site
    const { musician, next } = await evening(site)
    const phone = await site.enter('Олег', { serviceWorkers: 'allow' })
    await answers(phone, 'denied')
    await orderThird(phone, url, musician.username)
    const sheet = await openOwnOrder(phone, 'Пачка сигарет')
    await showsNoMore(sheet.getByRole('button', { name: /^Сообщить/u }))
    await sheet.getByRole('button', { name: 'Закрыть' }).click()
    await next()
    await next()
    await shows(phone, `${NEXT}: «Пачка сигарет»`)
    await eventually(() => phone.title(), `${NEXT} — Бис`)
    await phone.getByRole('link', { name: 'Профиль' }).click()
    await phone.waitForURL(/tab=profile/u)
    await phone.getByRole('heading', { level: 1 }).waitFor()
    await showsNoMore(phone.getByRole('searchbox'))
    assert.doesNotMatch(await phone.title(), /^Заказ песни|ваша песня/iu)
  },
)
