import assert from 'node:assert/strict'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { setMark } from '#server/modules/ledger/ledger.store.ts'
import {
  concertAt,
  giveToken,
  musicianAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import {
  bankFails,
  bankRecovers,
  paidOrderAt,
  payAt,
  paymentAt,
  skipAt,
} from '#test/support/product/paid-product-calls.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { MONEY_MS, tells } from '#test/support/steps/paying.ts'

const journey = onSite({
  demo: true,
  // On an earlier evening the bank had no money for payouts.
  prepare: (sql) => setMark(sql, 'payouts-paused', 'На счёте не хватает денег', new Date()),
})

async function enterAsAdmin(site: TestSite) {
  const { url } = site
  const page = await site.enter('администратор')
  await giveToken(page.context(), url, { token: await site.demoToken(DEMO_LOGIN) })
  await page.goto(`${url}/admin?tab=money`)
  await page.getByRole('heading', { name: 'Администратору' }).waitFor()
  return page
}

/** A refund that the payer's bank has refused for good; returns the id of its payment. */
async function refusedRefund(url: string): Promise<string> {
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const concert = await concertAt(url, musician)
  const wish = { title: 'Печаль', rubles: 250 }
  const { orderId, paymentURL } = await paidOrderAt(url, musician, concert, wish)
  await payAt(paymentURL, { method: 'sbp' })
  await eventually(async () => (await paymentAt(url, orderId)).state, 'secured', MONEY_MS)
  await bankFails(url, 'refused_refund:3028')
  await skipAt(url, musician, concert, 'Печаль')
  await eventually(async () => (await paymentAt(url, orderId)).delayed, true, MONEY_MS)
  return orderId
}

// Before the bank refuses refunds: those of the demo would wait for a person too.
journey('payouts that were stopped go on after a press', async (site) => {
  const page = await enterAsAdmin(site)
  await shows(page, 'Выплаты остановлены')
  await shows(page, 'Всё в порядке')
  await press(page, 'Возобновить')
  const question = page.getByRole('alertdialog', { name: 'Возобновить выплаты?' })
  await question.getByRole('button', { name: 'Возобновить' }).click()
  const stopped = page.getByText('Выплаты остановлены')
  await showsNoMore(stopped)
  await page.reload()
  await page.getByRole('heading', { name: 'Администратору' }).waitFor()
  assert.equal(await stopped.count(), 0)
})

journey(
  'a refund that the bank refused is shown with what to do, and tried again',
  async (site) => {
    const { url } = site
    const id = await refusedRefund(url)
    const listener = await site.enter('Лера')
    await listener.goto(`${url}/payment/${id}`)
    await shows(listener, 'Возврат задерживается')

    const page = await enterAsAdmin(site)
    const row = page.getByRole('listitem').filter({ hasText: id })
    await shows(row, /^250\s₽$/u)
    await shows(row, 'Банк окончательно отказал в возврате.')
    await shows(row, 'Если причина устранена, попробуйте ещё раз.')
    await shows(row, 'Номер у банка')

    await bankRecovers(url)
    await row.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    const question = page.getByRole('alertdialog', { name: 'Попробовать ещё раз?' })
    await shows(question, 'Дважды деньги не уйдут.')
    await question.getByRole('button', { name: 'Попробовать ещё раз' }).click()
    await showsNoMore(question)
    await showsNoMore(row)
    await tells(listener, 'Деньги возвращены')
  },
)

journey('the page of the admins is not there for a musician, nor for a guest', async (site) => {
  const page = await site.enter('музыкант')
  await giveToken(page.context(), site.url, await musicianAt(site.url))
  await page.goto(`${site.url}/admin?tab=money`)
  await page.getByRole('heading', { name: '\u0043траница не найдена' }).waitFor()
  const guest = await site.enter('гость')
  await guest.goto(`${site.url}/admin`)
  await guest.waitForURL(/\/login/u)
})
