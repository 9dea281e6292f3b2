import type { Locator, Page } from 'playwright-core'
import { openOwnOrder } from './listener-page.ts'

/** A timeout for the bank, the grace of a played song, and a machine that is busy with other tests. */
export const MONEY_MS = 40_000

/** The tab of the bank's page, opened by a press. */
export async function bankTab(page: Page, press: () => Promise<unknown>): Promise<Page> {
  // The tab ends with its payment: here it stays, as in a browser that does not let it close.
  await page.context().addInitScript('window.close = () => {}')
  const [tab] = await Promise.all([page.context().waitForEvent('page'), press()])
  await tab.waitForURL(/\/sandbox-bank\/pay\//u)
  return tab
}

/** Chooses a song of an artist who takes money and the sum for it; ends at the bank's page. */
export async function orderForMoney(
  page: Page,
  title: string,
  rubles: number,
  words?: string,
): Promise<{ bank: Page; paymentPath: () => Promise<string> }> {
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(title)
  await page
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) })
    .getByRole('link')
    .first()
    .click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByLabel('Сумма заказа ₽').fill(String(rubles))
  if (words !== undefined) {
    await sheet.getByText('Добавить слова').click()
    await sheet.getByLabel('Слова к песне').fill(words)
  }
  const order = () => sheet.getByRole('button', { name: 'Заказать' }).click()
  const bank = await bankTab(page, order)
  await sheet.waitFor({ state: 'hidden' })
  return {
    bank,
    async paymentPath() {
      const line = page.getByRole('region', { name: `Ваша песня: ${title}` }).first()
      const over = line.getByRole('link', { name: /^Подробнее об оплате/u })
      if (await over.isVisible()) return (await over.getAttribute('href')) ?? ''
      const ways = await openOwnOrder(page, title)
      const more = ways.getByRole('link', { name: 'Подробнее об оплате' })
      const path = (await more.getAttribute('href')) ?? ''
      await ways.getByRole('button', { name: 'Закрыть' }).click()
      await ways.waitFor({ state: 'hidden' })
      return path
    },
  }
}

/** Pays on the bank's page: with the prefilled card, with another card, or by SBP. */
export async function payHere(bank: Page, how: 'card' | 'sbp' | { card: string }) {
  if (how === 'sbp') {
    await bank.getByText('СБП', { exact: true }).click()
    await bank.getByRole('button', { name: 'Оплатить в приложении' }).click()
  } else {
    if (typeof how === 'object') await bank.getByLabel('Номер карты').fill(how.card)
    await bank.getByRole('button', { name: 'Оплатить', exact: true }).click()
  }
  await bank.waitForURL(/\/payment\//u)
}

/** Waits for these words as long as the bank may take. */
export async function tells(place: Page | Locator, words: string | RegExp) {
  await place.getByText(words).first().waitFor({ timeout: MONEY_MS })
}

/** Returns the demo bank's page of what arrived on a phone. */
export async function arrivedAt(url: string, phone: string): Promise<string> {
  return (await fetch(`${url}/sandbox-bank/phone/${phone}`)).text()
}
