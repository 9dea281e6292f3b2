import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { codeFromMailbox, newcomer, PASSWORD } from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite()

/** From the landing to «Начать», that one included. */
const MOST_TAPS = 30
const SONGS = 60

/** Native choosers, which a headless browser does not open: one tap opens it, one chooses. */
const CHOOSER = 2

/** A finger that counts its taps by stage; the key «Далее» of a phone's keyboard is one too. */
function countingFinger() {
  const stages: { name: string; taps: number }[] = []
  const count = (taps = 1) => {
    const stage = stages.at(-1)
    assert.ok(stage)
    stage.taps += taps
  }
  return {
    begin: (name: string) => stages.push({ name, taps: 0 }),
    count,
    async tap(what: Locator) {
      await what.click()
      count()
    },
    /** Types into a field, and taps it first when it has no focus. */
    async type(field: Locator, text: string) {
      await field.waitFor()
      if (!(await field.evaluate((input) => input === document.activeElement)))
        await this.tap(field)
      await field.page().keyboard.type(text)
    },
    async enter(page: Page) {
      await page.keyboard.press('Enter')
      count()
    },
    async choose(field: Locator, label: string) {
      await field.selectOption({ label })
      count(CHOOSER)
    },
    async paste(field: Locator, text: string) {
      await field.waitFor()
      await field.evaluate((box, data) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', data)
        box.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        )
      }, text)
      // A long press, then «Вставить».
      count(2)
    },
    total: () => stages.reduce((sum, { taps }) => sum + taps, 0),
    toString: () => stages.map(({ name, taps }) => `${name} ${taps}`).join(', '),
  }
}

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

journey('a newcomer is on stage after at most thirty taps', async (site) => {
  const { url } = site
  const { username, name, email } = newcomer()
  const page = await site.enter('новичок')
  const finger = countingFinger()
  await page.goto(url)
  await shows(page, 'Зал заказывает песни')

  finger.begin('регистрация')
  await finger.tap(
    page.locator('header, main').getByRole('link', { name: 'Создать страницу' }).first(),
  )
  await finger.type(field(page, 'Никнейм'), username)
  await finger.enter(page)
  await finger.type(field(page, 'Пароль'), PASSWORD)
  await finger.enter(page)
  await finger.type(field(page, 'Имя или название группы'), name)
  await finger.enter(page)
  await finger.type(field(page, 'Почта'), email)
  await finger.tap(page.getByRole('checkbox', { name: /персональных данных/u }))
  await finger.tap(button(page, 'Отправить код'))
  const code = field(page, 'Код подтверждения')
  await code.waitFor()
  await finger.type(code, await codeFromMailbox(url, email))
  await page.waitForURL(`${url}/artist**`)
  await shows(page, '0 из 6')

  finger.begin('репертуар')
  await finger.tap(page.getByRole('link', { name: 'Добавить: Репертуар' }))
  const songs = Array.from({ length: SONGS }, (_, at) => `Мы — Песня ${at + 1}`)
  await finger.paste(field(page, 'Песни, по одной в строке'), songs.join('\n'))
  await finger.tap(button(page, `Добавить ${SONGS} песен`))
  await shows(page, `Добавлено ${SONGS} песен`)

  finger.begin('анонс')
  await finger.tap(link(page, 'Дальше: первый концерт'))
  await finger.type(field(page, 'Название концерта'), 'Тихий концерт')
  await finger.tap(button(page, 'Завтра'))
  await finger.type(field(page, 'Название площадки'), 'Подвал')
  await finger.enter(page)
  await finger.type(field(page, 'Адрес'), 'Тверь')
  await finger.tap(page.getByRole('option').first())
  await finger.tap(button(page, 'Далее'))
  await page.waitForURL('**/artist/create-new-session/advanced/**')

  finger.begin('деньги')
  await finger.tap(link(page, 'Дальше: номер для выплат'))
  await finger.tap(page.getByRole('switch', { name: /^Платные заказы/u }).locator('..'))
  await finger.type(field(page, 'Телефон для СБП'), '79001234567')
  await finger.choose(field(page, 'Банк'), 'Т-Банк')
  await finger.type(page.getByRole('textbox', { name: 'Текущий пароль' }), PASSWORD)
  await finger.tap(button(page, 'Проверить номер'))
  const opened = page.context().waitForEvent('page')
  await finger.tap(button(page, 'Проверить'))
  const bank = await opened
  await finger.tap(bank.getByRole('button', { name: /^Оплатить/u }))
  await bank.waitForURL(/\/payment\//u)
  // Closing it is one tap, and the tab of the settings is back.
  await bank.close()
  finger.count()
  await page.getByRole('heading', { name: 'Номер проверен' }).waitFor({ timeout: MONEY_MS })
  await finger.tap(button(page, 'Да, это я'))

  finger.begin('код')
  await finger.tap(link(page, 'Дальше: код у сцены'))
  const printed = page.context().waitForEvent('page')
  await finger.tap(link(page, 'Плакат А4'))
  await (await printed).close()
  finger.count()

  finger.begin('начать')
  await finger.tap(link(page, 'Дальше: пульт концерта'))
  await finger.tap(button(page, 'Начать'))
  // That was the last of them; it is announced for tomorrow, so one question more follows.
  await button(page, 'Начать концерт').click()
  await shows(page, 'Концерт идёт')

  await page.goto(`${url}/artist?tab=profile`)
  await page.getByRole('heading', { name }).waitFor()
  await page.goto(`${url}/artist?tab=today`)
  // A photo and a description are left, which no evening waits for.
  await shows(page, '5 из 6')
  const told = `${String(finger)}: всего ${finger.total()}`
  process.stdout.write(`# ${told}\n`)
  assert.ok(finger.total() <= MOST_TAPS, told)
})
