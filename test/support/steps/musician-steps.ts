import type { Page } from 'playwright-core'
import { DAY_MS } from '#domain/time.ts'
import { codeFromMailbox, PASSWORD } from '../product/product-calls.ts'
import type { Newcomer } from '../product/product-calls.ts'

/** Signs up in three steps; the last digit of the code from the mailbox submits it. Ends at the artist's home. */
export async function signUp(page: Page, url: string, { username, name, email }: Newcomer) {
  await page.goto(`${url}/signup`)
  await page.getByLabel('Никнейм', { exact: true }).fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Далее' }).click()
  await page.getByText('Группа', { exact: true }).click()
  await page.getByLabel('Имя или название группы', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Далее' }).click()
  await page.getByLabel('Почта', { exact: true }).fill(email)
  for (const consent of await page.getByRole('checkbox').all()) await consent.check()
  await page.getByRole('button', { name: 'Отправить код' }).click()
  const code = page.getByLabel('Код подтверждения', { exact: true })
  await code.waitFor()
  await code.fill(await codeFromMailbox(url, email))
  await page.waitForURL(`${url}/artist**`)
}

/** Fills in the form of a new concert for tomorrow, from the artist's home; ends at the concert's own form. */
export async function announceConcert(
  page: Page,
  { title, place, town }: { title: string; place: string; town: string },
) {
  await page.getByRole('link', { name: 'Создать', exact: true }).click()
  await page.getByLabel('Название концерта', { exact: true }).fill(title)
  const start = new Date(Date.now() + DAY_MS).toISOString().slice(0, 16)
  await page.getByLabel('Дата и время начала', { exact: true }).fill(start)
  await page.getByLabel('Название площадки', { exact: true }).fill(place)
  await page.getByLabel('Адрес', { exact: true }).fill(town)
  await page.getByRole('button', { name: 'Далее' }).click()
  await page.getByRole('heading', { name: title }).waitFor()
  await page.waitForURL('**/artist/create-new-session/advanced/**')
}

/** Starts the concert: from its form to the running pad. */
export async function startConcert(page: Page) {
  await page.getByRole('link', { name: 'Назад' }).click()
  await page.getByRole('link', { name: 'Сегодня', exact: true }).click()
  await page.getByRole('button', { name: 'Начать' }).click()
  // The concert is announced for tomorrow.
  const question = page.getByRole('alertdialog', { name: 'Начать раньше времени?' })
  await question.getByRole('button', { name: 'Начать концерт' }).click()
  await page.getByText('Концерт идёт').waitFor()
}
