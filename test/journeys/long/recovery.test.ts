import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { HOUR_MS } from '#domain/time.ts'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import { hashToken, newToken } from '#server/modules/accounts/tokens.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import {
  ask,
  codeFromMailbox,
  giveToken,
  musicianAt,
  newcomer,
  PASSWORD,
} from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { CONSENT } from '#domain/documents.ts'

const NEW = 'Drugaya7-struna'
const veteran = { username: 'davno-voshel', email: 'davno-voshel@example.org', token: newToken() }

/** A musician who logged in an hour ago. */
async function insertVeteran(sql: Sql) {
  const id = randomUUIDv7()
  const createdAt = new Date(Date.now() - HOUR_MS)
  const { username, email, token } = veteran
  const artist = { id, username, usernameKey: username, email, name: 'Ветеран' }
  const secret = { passwordHash: await makePasswords().hash(PASSWORD) }
  const nothing = { phoneNumber: null, sbpNumberId: null, numberCheckedAt: null }
  await sql
    .insertInto('artists')
    .values({
      consentEdition: CONSENT.date,
      ...artist,
      ...secret,
      ...nothing,
      accountType: 'ARTIST',
      partnerId: null,
      createdAt,
    })
    .execute()
  await sql
    .insertInto('loginTokens')
    .values({
      tokenHash: hashToken(token),
      artistId: id,
      createdAt,
      expiresAt: new Date(Date.now() + HOUR_MS),
    })
    .execute()
}

const journey = onSite({ prepare: insertVeteran })

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const type = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text)

/** Both presses come before the page can render the first one. */
const pressTwice = (page: Page, name: string) =>
  page.getByRole('button', { name, exact: true }).evaluate((button: HTMLElement) => {
    button.click()
    button.click()
  })

async function typeNewPassword(page: Page, password: string, again = password) {
  await type(page, 'Новый пароль', password)
  await type(page, 'Новый пароль ещё раз', again)
  await press(page, 'Сохранить пароль')
}

async function messages(url: string, email: string): Promise<{ subject: string; text: string }[]> {
  return (await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)).json() as never
}

const isAlive = (url: string, token: string) =>
  ask(url, api.auth.checkToken, {}, token).then(
    () => true,
    () => false,
  )

const tokenIn = async (page: Page) =>
  (await page.context().cookies()).find(({ name }) => name === 'jwt_authentication')?.value

journey(
  'a musician who forgot the password sets another by the code from the e-mail',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await site.enter('музыкант')
    site.expectFault(/400 .*reset-password/)
    site.expectFault(/console: .*400/)
    await page.goto(`${url}/login`)
    await page.getByRole('link', { name: 'Забыли пароль?' }).click()
    await shows(page, 'шаг 1 из 3')
    await press(page, 'Отправить код')
    await shows(page, 'Укажите никнейм или email')

    await type(page, 'Никнейм или email', musician.username)
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/forgot-password')) asked.push(request.url())
    })
    await pressTwice(page, 'Отправить код')
    await shows(page, 'шаг 2 из 3')
    await shows(page, 'Код действует 10 минут.')
    await shows(page, /Отправить ещё раз через/)
    assert.equal(asked.length, 1, 'two presses in one frame ask once')
    await press(page, 'Далее')
    // The heading says the same.
    await page.getByRole('alert').getByText('Введите код из письма').waitFor()
    // The browser's own «back» is a step back, as in a sign-up.
    await page.goBack()
    await shows(page, 'шаг 1 из 3')
    await page.goForward()
    await shows(page, 'шаг 2 из 3')

    await eventually(
      async () => (await messages(url, musician.email))[0]?.subject.slice(0, 18),
      'Код восстановления',
    )
    // The phone drops the tab while the e-mail is read.
    await page.reload()
    await shows(page, 'шаг 2 из 3')
    await page.getByRole('button', { name: 'Назад' }).click()
    await shows(page, 'шаг 1 из 3')
    await page.goForward()
    await shows(page, 'шаг 2 из 3')
    const code = await codeFromMailbox(url, musician.email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    // The sixth digit leads on, as in a sign-up.
    await type(page, 'Код из письма', wrong)
    await shows(page, 'шаг 3 из 3')
    await press(page, 'Сохранить пароль')
    await shows(page, 'Заполните все поля')
    await typeNewPassword(page, NEW, `${NEW}x`)
    await shows(page, 'Пароли не совпадают')
    await typeNewPassword(page, NEW)
    await shows(page, 'Код не подошёл или устарел. Проверьте цифры из письма или запросите новый.')
    await type(page, 'Код из письма', code)
    await shows(page, 'шаг 3 из 3')
    await press(page, 'Сохранить пароль')
    await page.waitForURL(`${url}/artist**`)
    await shows(page, 'Пароль обновлён.')
    assert.equal(await isAlive(url, musician.token), false)
    // The login that follows is mailed too: this browser is new to the account.
    for (const subject of ['Пароль изменён', 'Вход с нового устройства'])
      await eventually(
        async () =>
          (await messages(url, musician.email)).some((message) => message.subject === subject),
        true,
      )
  },
)

journey(
  'a code for a sign-up is asked for once, however often its button is pressed',
  async (site) => {
    const page = await site.enter('новичок')
    const { username, email } = newcomer()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/auth/verification-code')) asked.push(request.url())
    })
    await page.goto(`${site.url}/signup`)
    await type(page, 'Никнейм', username)
    await type(page, 'Пароль', PASSWORD)
    await press(page, 'Далее')
    await type(page, 'Имя или название группы', 'Лада')
    await press(page, 'Далее')
    await type(page, 'Почта', email)
    for (const consent of await page.getByRole('checkbox').all()) await consent.check()
    await pressTwice(page, 'Отправить код')
    await page.getByLabel('Код подтверждения', { exact: true }).waitFor()
    assert.equal(asked.length, 1)
  },
)

journey(
  'the link from the e-mail needs no code, and a failed login is left to the person',
  async (site) => {
    const { url } = site
    const { username, email } = await musicianAt(url)
    await ask(url, api.auth.forgotPassword, { body: { usernameOrEmail: username } })
    await eventually(
      async () => (await messages(url, email))[0]?.subject.slice(0, 18),
      'Код восстановления',
    )
    const [message] = await messages(url, email)
    const link = /http:\S+\/passwordRecovery\/\S+/u.exec(message?.text ?? '')?.[0] ?? ''
    const page = await site.enter('планшет', TABLET)
    site.expectFault(/429/)
    await page.goto(link)
    await shows(page, 'шаг 3 из 3')
    // Logins to this account from this browser's address are blocked for a minute.
    const wrong = { data: { username, password: 'ne-tot' } }
    const login = `${url}${pathOf(api.auth.login)}`
    await Promise.all(Array.from({ length: 10 }, () => page.request.post(login, wrong)))
    await typeNewPassword(page, NEW)
    await page.waitForURL(`${url}/login**`)
    await shows(page, 'Пароль обновлён. Войдите используя новый пароль.')
  },
)

journey('a broken link asks for a new code, and an unknown name is told nothing', async (site) => {
  const page = await site.enter('гость')
  await page.goto(`${site.url}/passwordRecovery/chto-to-ne-to`)
  await shows(page, 'Ссылка не подошла. Запросите новый код.')
  await type(page, 'Никнейм или email', 'nikto.takoy')
  await press(page, 'Отправить код')
  await shows(page, 'Если такая страница есть, письмо уже в пути. Проверьте и папку «Спам».')
})

journey(
  'a password is changed with the current one where the login is old, and other devices are out',
  async (site) => {
    const { url } = site
    const page = await site.enter('ветеран')
    site.expectFault(/400 .*auth\/update/)
    site.expectFault(/console: .*400/)
    await giveToken(page.context(), url, veteran)
    await page.goto(`${url}/artist/change-password`)
    await typeNewPassword(page, 'verevka7-mytha')
    await shows(page, 'Пароль должен содержать хотя бы одну заглавную букву.')
    await typeNewPassword(page, 'VEREVKA7-MYTHA')
    await shows(page, 'Пароль должен содержать хотя бы одну строчную букву.')
    await typeNewPassword(page, NEW, `${NEW}x`)
    await shows(page, 'Пароли не совпадают.')
    await typeNewPassword(page, NEW)
    await shows(page, 'Введите текущий пароль')
    await type(page, 'Текущий пароль', PASSWORD)
    await press(page, 'Сохранить пароль')
    await shows(page, 'Пароль изменён. На других устройствах нужно войти заново.')
    assert.equal(await isAlive(url, veteran.token), false)
    const token = (await tokenIn(page)) ?? ''
    assert.ok(await isAlive(url, token))

    const { username } = veteran
    const other = (await ask(url, api.auth.login, { body: { username, password: NEW } })).token
    const tablet = await site.enter('другое устройство', TABLET)
    await giveToken(tablet.context(), url, { token: other })
    await tablet.goto(`${url}/artist/change-password`)
    await tablet.getByRole('heading', { name: 'Смена пароля' }).waitFor()
    await page.goto(`${url}/artist/security`)
    await press(page, 'Выйти на всех, кроме этого')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Выйти', exact: true }).click()
    await page
      .getByRole('button', { name: 'Выйти на всех, кроме этого' })
      .waitFor({ state: 'hidden' })
    assert.equal(await isAlive(url, other), false)
    assert.ok(await isAlive(url, token))

    site.expectFault(/401 /)
    site.expectFault(/console: .*401/)
    await typeNewPassword(tablet, PASSWORD)
    await tablet.waitForURL(`${url}/login?login_ended=1`)
    assert.equal(await tokenIn(tablet), undefined)
  },
)

journey(
  'a logout ends the token at the server, and without a network on this device all the same',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, musician)
    await page.goto(`${url}/artist?tab=profile`)
    await press(page, 'Выйти')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL(`${url}/login`)
    assert.equal(await isAlive(url, musician.token), false)
    assert.equal(await tokenIn(page), undefined)

    const other = await musicianAt(url)
    await giveToken(page.context(), url, other)
    await page.goto(`${url}/artist?tab=profile`)
    site.expectFault(/auth\/logout/)
    site.expectFault(/console: .*ERR_FAILED/)
    await page.route('**/auth/logout', (route) => route.abort())
    await press(page, 'Выйти')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Выйти' }).click()
    await page.waitForURL(`${url}/login`)
    assert.equal(await tokenIn(page), undefined)
  },
)

journey('a call that is refused with 403 ends the login here and is logged', async (site) => {
  const { url } = site
  const page = await site.enter('музыкант')
  const logged: string[] = []
  page.on('console', (line) => logged.push(line.text()))
  await giveToken(page.context(), url, await musicianAt(url))
  site.expectFault(/403/)
  const json = { code: 'NOT_YOURS', message: 'Это не ваше', requestId: 'any' }
  await page.route('**/auth/check-token', (route) => route.fulfill({ status: 403, json }))
  await page.goto(`${url}/artist/change-password`)
  await page.waitForURL(`${url}/login?login_ended=1`)
  assert.equal(await tokenIn(page), undefined)
  assert.ok(logged.some((line) => line.includes('authorization failure: /auth/check-token')))
})
