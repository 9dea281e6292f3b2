import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  moneyAt,
  musicianAt,
  queueAt,
  songId,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { openConcertPage } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import { press } from '#test/support/steps/pad.ts'
import { bankTab, MONEY_MS, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite({ variables: { CAPTURE_GRACE_SECONDS: '2' } })
const REACHED = 'Группа крови'
const MISSED = 'Перемен'

journey('six pay for a song that is played, six others have every kopeck back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 1000)
  const sessionId = await concertAt(url, musician)
  const change = (rules: object) =>
    ask(url, api.artist.changeRules, { body: { sessionId, rules } }, musician.token)
  await change({ support: true })

  async function shared(title: string, rubles: number, method: 'card' | 'sbp'): Promise<string> {
    const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
    const share = {
      artistUsername: musician.username,
      sessionId,
      amount: rubles * 100,
      collect: true,
    }
    const { orderId, paymentURL = '' } = await ask(url, api.songs.orderSong, {
      body: { ...song, ...share },
    })
    await payAt(paymentURL, { method })
    return orderId
  }

  /** The same by hand, in a browser: the song stands under «Собираем вместе». */
  async function sharedByHand(page: Page, title: string, rubles: number, method: 'card' | 'sbp') {
    await page
      .getByRole('region', { name: 'Собираем вместе' })
      .getByRole('listitem')
      .filter({ hasText: title })
      .getByRole('link')
      .click({ timeout: MONEY_MS })
    const sheet = page.getByRole('dialog', { name: title })
    await sheet.getByLabel('Ваша доля ₽').fill(String(rubles))
    const bank = await bankTab(page, () => press(page, 'Скинуться'))
    await payHere(bank, method)
    const id = new URL(bank.url()).pathname.split('/').at(-1) ?? ''
    await bank.close()
    return id
  }

  const pages: Page[] = []
  for (const name of ['Лера', 'Боря']) {
    const page = await site.enter(name)
    await openConcertPage(page, url, musician.username)
    pages.push(page)
  }
  const ids: Record<string, string[]> = { [REACHED]: [], [MISSED]: [] }
  for (const title of [REACHED, MISSED]) {
    for (const [rubles, method] of [
      [100, 'card'],
      [150, 'sbp'],
      [101, 'card'],
      [149, 'sbp'],
    ] as const)
      ids[title]?.push(await shared(title, rubles, method))
    const [lera, borya] = pages
    assert.ok(lera !== undefined && borya !== undefined)
    ids[title]?.push(await sharedByHand(lera, title, 200, 'card'))
    ids[title]?.push(await sharedByHand(borya, title, title === REACHED ? 300 : 299, 'sbp'))
  }
  for (const page of pages) await tells(page, '6 человек, 1 000 ₽')
  await eventually(
    () => queueAt(url, sessionId),
    [`${REACHED} SCHEDULED ×6`, `${MISSED} COLLECTING ×6`],
    MONEY_MS,
  )

  await change({ lastCall: 'closed' })
  for (const page of pages) await tells(page, 'Деньги вернулись')
  for (const songs of [null, null])
    await ask(url, api.artist.nextSong, { body: { songId: songs } }, musician.token)
  const outcomes = (title: string) =>
    Promise.all((ids[title] ?? []).map(async (id) => (await paymentAt(url, id)).state))
  await eventually(() => outcomes(REACHED), Array<string>(6).fill('released'), MONEY_MS)
  await eventually(() => outcomes(MISSED), Array<string>(6).fill('returned'), MONEY_MS)
  assert.deepEqual(await moneyAt(url, musician), { available: 900, held: 0, paidOut: 0 })
  assert.deepEqual(await queueAt(url, sessionId), [])
})
