import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import {
  concertAt,
  musicianAt,
  newcomer,
  ordersAt,
  PASSWORD,
  queueAt,
} from '#test/support/backstage.ts'
import { inHouse } from '#test/support/house.ts'
import type { House } from '#test/support/house.ts'
import { fillSignup } from '#test/support/way-to-the-stage.ts'

const journey = inHouse()

function enterPlain(house: House, name: string) {
  // The browser gives up every script of a page, and says so as it would of a blocked one.
  house.expectFault(/csp GET .*\.js$/)
  return house.enter(name, { javaScriptEnabled: false })
}

journey('without scripts the page of an artist opens with each of its tabs', async (house) => {
  const musician = await musicianAt(house.url)
  const concertId = await concertAt(house.url, musician)
  await ordersAt(house.url, musician, concertId, ['Группа крови'])
  const page = await enterPlain(house, 'Лера')
  await page.goto(`${house.url}/user/${musician.username}`)
  await page.getByText('Сейчас играет').waitFor()
  await page.getByRole('region', { name: 'В очереди' }).getByText('Группа крови').waitFor()
  await page.getByRole('link', { name: 'Профиль' }).click()
  await page.getByRole('heading', { name: musician.name }).waitFor()
  await page.getByRole('link', { name: 'Афиша' }).click()
  await page.getByText('Ближайшие выступления').waitFor()
  await page.getByRole('link', { name: 'Заказ песни' }).click()
  await page.getByRole('searchbox', { name: 'Найти песню' }).waitFor()
})

/** Finds a song by the search form, and answers its question. */
async function orderByForms(page: Page, title: string, typed: string) {
  await page.getByRole('searchbox', { name: 'Найти песню' }).fill(typed)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: title }).click()
  const sheet = page.getByRole('dialog', { name: title })
  await sheet.getByText('Вы хотите добавить этот трек?').waitFor()
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
}

journey(
  'without scripts songs are found and ordered by forms, and the third is refused',
  async (house) => {
    const musician = await musicianAt(house.url)
    const concertId = await concertAt(house.url, musician)
    const page = await enterPlain(house, 'Олег')
    await page.goto(`${house.url}/user/${musician.username}`)
    await orderByForms(page, 'Восьмиклассница', 'восьмикл')
    await page.getByText('Заказано: «Восьмиклассница»').waitFor()
    await orderByForms(page, 'Группа крови', 'груп')
    await page.getByText('Заказано: «Группа крови»').waitFor()
    const ordered = ['Восьмиклассница SCHEDULED ×1', 'Группа крови SCHEDULED ×1']
    assert.deepEqual(await queueAt(house.url, concertId), ordered)

    house.expectFault(/409 /)
    await orderByForms(page, 'Пачка сигарет', 'пачк')
    const rejection = page.getByRole('dialog', {
      name: 'К сожалению песня не может быть добавлена',
    })
    await rejection
      .getByText('Вы уже добавили 2 песни. Дождитесь их исполнения, чтобы добавить новые.')
      .waitFor()
    await rejection.getByText('Понятно').click()
    await rejection.waitFor({ state: 'hidden' })
    assert.deepEqual(await queueAt(house.url, concertId), ordered)

    const card = (title: string) => {
      const cards = page.getByRole('region', { name: 'Мои заказы' }).getByRole('listitem')
      return cards.filter({ hasText: title })
    }
    await card('Группа крови').getByText('Заказано, вы 2-й').waitFor()
    await card('Группа крови')
      .getByText(/^примерно \d+–\d+ минут/u)
      .waitFor()
    await card('Восьмиклассница')
      .getByRole('button', { name: /^Отменить/u })
      .click()
    await card('Восьмиклассница').getByText('Заказ отменён').waitFor()
    await card('Группа крови').getByText('Заказано, вы 1-й').waitFor()
    assert.deepEqual(await queueAt(house.url, concertId), ['Группа крови SCHEDULED ×1'])
  },
)

journey('without scripts a musician logs in by the form', async (house) => {
  const musician = await musicianAt(house.url)
  const page = await enterPlain(house, 'музыкант')
  house.expectFault(/40\d .*\/login/)
  await page.goto(`${house.url}/login`)
  await page.getByLabel('Никнейм или email', { exact: true }).fill(musician.username)
  await page.getByLabel('Пароль', { exact: true }).fill('Ne-tot-parol-1')
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Войти' }).click()
  await page.waitForURL(`${house.url}/artist`)
})

journey('without scripts a musician signs up in three steps', async (house) => {
  const musician = newcomer()
  const page = await enterPlain(house, 'новичок')
  await fillSignup(page, house.url, musician)
  await page.getByRole('button', { name: 'Завершить регистрацию' }).click()
  await page.waitForURL(`${house.url}/artist`)
  await page.goto(`${house.url}/user/${musician.username}`)
  await page.getByRole('heading', { name: musician.name }).waitFor()
})
