import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { paidOrderAt, payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import {
  ask,
  comingConcertAt,
  giveToken,
  musicianAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite({ demo: true })

/** A musician with money on the balance, and no number that it could go to. */
async function earnerAt(url: string) {
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const body = { artistUsername: musician.username, amount: 20_000, message: '' }
  await payAt(await ask(url, api.payment.donate, { body }), { method: 'sbp' })
  const available = async () =>
    (await ask(url, api.payment.balance, { query: {} }, musician.token)).available > 0
  await eventually(available, true, MONEY_MS)
  return musician
}

journey('the deletion of an account tells beforehand what its money waits for', async (site) => {
  const { url } = site
  const musician = await earnerAt(url)
  const dateTimeStart = new Date(Date.now() + 3 * DAY_MS).toISOString()
  const concert = await comingConcertAt(url, musician, { dateTimeStart })
  const wish = { title: 'Печаль', rubles: 500 }
  const { orderId, paymentURL } = await paidOrderAt(url, musician, concert, wish)
  await payAt(paymentURL, { method: 'sbp' })
  await eventually(async () => (await paymentAt(url, orderId)).state, 'secured', MONEY_MS)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/leave`)
  await shows(page, /вернём 500\s₽ одному слушателю/u)
  await shows(page, 'Удалить аккаунт можно после выплаты.')
  await shows(page, 'Сначала проверьте номер для выплат')
  await page.getByRole('link', { name: 'Номер для выплат' }).click()
  await page.waitForURL(`${url}/artist/account-settings#payment`)
})

journey('frozen payouts are told of before a withdrawal is asked for', async (site) => {
  const { url } = site
  const musician = await earnerAt(url)
  const { username } = musician
  const body = { username, frozen: true, reason: 'fraud', words: 'Проверяем' }
  await ask(url, api.operator.freezePayouts, { body }, await site.demoToken(DEMO_LOGIN))
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/balance`)
  await shows(page, 'Выплаты заморожены до решения поддержки. Деньги остаются на балансе.')
  assert.equal(await page.getByRole('button', { name: 'Вывести сейчас' }).isDisabled(), true)
  await page.goto(`${url}/artist/leave`)
  await shows(page, 'Выплаты заморожены до решения поддержки.')
})
