import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { concertAt, giveToken, musicianAt, takesMoney } from '#test/support/backstage.ts'
import { SOON_MS } from '#test/support/eventually.ts'
import { inHouse } from '#test/support/house.ts'
import { bankFails, bankRecovers, paidOrderAt, payAt } from '#test/support/paid-backstage.ts'
import { press } from '#test/support/pad.ts'
import { shows } from '#test/support/screen.ts'

const journey = inHouse({ variables: { CAPTURE_GRACE_SECONDS: '2' } })

/** The grace of a played song, the bank, and a machine that is busy with others. */
const CREDITED_MS = 60_000

journey(
  'credited money is given back with a word, from the report and from the balance',
  async (house) => {
    const { url } = house
    const musician = await musicianAt(url)
    await takesMoney(url, musician, 50)
    const concertId = await concertAt(url, musician)
    const orders: string[] = []
    for (const [title, rubles] of [
      ['Группа крови', 600],
      ['Перемен', 300],
    ] as const) {
      const { orderId, paymentURL } = await paidOrderAt(url, musician, concertId, { title, rubles })
      await payAt(paymentURL, { method: 'card' })
      orders.push(orderId)
    }
    const page = await house.enter('музыкант')
    await giveToken(page.context(), url, musician)
    await page.goto(`${url}/artist?tab=concert`)
    for (let songs = 0; songs < 3; songs += 1) await press(page, 'Следующий Трек')

    await page.goto(`${url}/artist/session/${concertId}`)
    const song = page
      .getByRole('region', { name: 'Прозвучало' })
      .getByRole('listitem')
      .filter({ hasText: 'Группа крови' })
    await song
      .getByRole('button', { name: 'Вернуть: Группа крови', exact: true })
      .click({ timeout: CREDITED_MS })
    const question = page.getByRole('alertdialog', { name: 'Вернуть 600 ₽?' })
    await question
      .getByText('С баланса уйдёт 540 ₽, останется 270 ₽. Комиссию 60 ₽ вернём мы.')
      .waitFor()
    await question.getByLabel('Слово слушателю').fill('Простите, сбился на втором куплете')
    await question.getByRole('button', { name: 'Вернуть' }).click()
    await song.getByText('Возвращено 600 ₽').waitFor({ timeout: CREDITED_MS })
    assert.equal(await song.getByRole('button', { name: 'Вернуть' }).count(), 0)

    const listener = await house.enter('слушатель')
    await listener.goto(`${url}/payment/${orders[0]}`)
    await listener.getByRole('heading', { name: 'Деньги возвращены' }).waitFor()
    await shows(listener, 'Музыкант вернул вам деньги.')
    await shows(listener, 'Простите, сбился на втором куплете')

    await bankFails(url, 'refused_refund:3028')
    await page.goto(`${url}/artist/balance`)
    const line = page.getByRole('listitem').filter({ hasText: 'Перемен' })
    await line.getByRole('button', { name: 'Вернуть' }).click({ timeout: CREDITED_MS })
    const asked = page.getByRole('alertdialog', { name: 'Вернуть 300 ₽?' })
    const align = (of: Locator) => of.evaluate((element) => getComputedStyle(element).textAlign)
    assert.equal(await align(asked.getByText('С баланса уйдёт')), 'start')
    await asked.getByRole('button', { name: 'Вернуть' }).click()
    await line.getByText('Возврат 300 ₽ задерживается').waitFor({ timeout: SOON_MS })
    await bankRecovers(url)
    const spent = page.getByRole('listitem').filter({ hasText: 'Группа крови' })
    await spent.getByText('Возвращено 600 ₽').waitFor()
  },
)
