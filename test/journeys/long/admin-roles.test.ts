import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { setMark } from '#server/modules/ledger/ledger.store.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { ask, concertAt, giveToken, musicianAt } from '#test/support/product/product-calls.ts'

const journey = onSite({
  demo: true,
  prepare: (sql) => setMark(sql, 'payouts-paused', 'На счёте не хватает денег', new Date()),
})

async function operatorAt(site: TestSite, role: Role): Promise<Page> {
  const { url } = site
  const operator = await musicianAt(url)
  const body = { username: operator.username, role, reason: 'other', words: 'На смену' }
  await ask(url, api.operator.setRole, { body }, await site.demoToken(DEMO_LOGIN))
  const page = await site.enter(role)
  await giveToken(page.context(), url, operator)
  return page
}

async function isSignedIn(page: Page, url: string) {
  assert.equal(new URL(page.url()).origin, url)
  assert.doesNotMatch(page.url(), /login/u)
  const cookies = await page.context().cookies()
  assert.ok(cookies.some(({ name }) => name === 'jwt_authentication'))
}

journey('an operator is offered what his role may, and stays signed in beyond it', async (site) => {
  const { url } = site
  const tabsOf = (page: Page) =>
    page.getByRole('navigation', { name: 'Разделы' }).getByRole('link').allInnerTexts()
  const support = await operatorAt(site, 'SUPPORT')
  await support.goto(`${url}/admin?tab=songs`)
  await shows(support, 'Это может только модератор или администратор')
  await isSignedIn(support, url)
  const all = ['Сегодня', 'Деньги', 'Флаги', 'Отзывы', 'Жалобы', 'Письма', 'Аккаунты', 'Журнал']
  assert.deepEqual(await tabsOf(support), all)

  await support.goto(`${url}/admin?tab=flags`)
  await shows(support, 'Это может только администратор')
  assert.equal(await support.getByRole('button', { name: 'Задать' }).isDisabled(), true)
  const switches = support.getByRole('switch')
  assert.ok((await switches.count()) > 0)
  assert.equal(await support.locator('input[role=switch]:enabled').count(), 0)

  await support.goto(`${url}/admin?tab=money`)
  await shows(support, 'Это может только касса или администратор')
  assert.equal(await support.getByRole('button', { name: 'Возобновить' }).isDisabled(), true)
  await isSignedIn(support, url)

  const moderator = await operatorAt(site, 'MODERATOR')
  await moderator.goto(`${url}/admin?tab=songs`)
  await moderator.getByRole('heading', { name: 'Непроверенные песни' }).waitFor()
  assert.deepEqual((await tabsOf(moderator)).toSorted(), [...all, 'Песни'].toSorted())
  const cashier = await operatorAt(site, 'CASHIER')
  await cashier.goto(`${url}/admin?tab=money`)
  await cashier.getByRole('button', { name: 'Возобновить', disabled: false }).waitFor()
})

journey('an e-mail that is refused is told of at its field', async (site) => {
  const { url } = site
  const [musician, other] = [await musicianAt(url), await musicianAt(url)]
  const page = await operatorAt(site, 'ADMIN')
  await page.goto(`${url}/admin?tab=accounts&username=${musician.username}`)
  const deed = page.getByRole('listitem').filter({ hasText: musician.email })
  await deed.getByRole('button', { name: 'Сменить' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('Новая почта')
  await dialog.getByLabel('Что увидит владелец и журнал').fill('Потерял прежнюю')
  site.expectFault(/400 .*operator\/email|status of 400/u)
  for (const [typed, words] of [
    ['', 'Введите email.'],
    ['не почта', 'похоже, в нём опечатка'],
    ['a@b', 'похоже, в нём опечатка'],
    [other.email, 'email уже используется'],
    [musician.email.toUpperCase(), 'Это и есть почта аккаунта. Введите другую.'],
  ] as const) {
    await field.fill(typed)
    await dialog.getByRole('button', { name: 'Сменить' }).click()
    await shows(dialog, words)
    assert.equal(await field.getAttribute('aria-invalid'), 'true')
  }
  await field.fill(`drugaya-${musician.email}`)
  await dialog.getByRole('button', { name: 'Сменить' }).click()
  await shows(page, `drugaya-${musician.email}`)
})

journey('whoever hides what is being played is told that it goes on', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const { username } = musician
  const sessionId = await concertAt(url, musician)
  const complaint = { reason: 'obscene', words: '', email: '' }
  await ask(url, api.complaints.send, { body: { username, sessionId, ...complaint } })
  const page = await operatorAt(site, 'MODERATOR')
  await page.goto(`${url}/admin?tab=complaints`)
  await page.getByRole('link', { name: /^Непристойное/u }).click()
  await page.getByRole('button', { name: 'Скрыть концерт' }).click()
  await shows(page.getByRole('dialog'), 'Концерт идёт и продолжится до конца')
  await page.goto(`${url}/admin?tab=accounts&username=${username}`)
  await page.locator(`li:has([href$="${sessionId}"])`).getByRole('button').click()
  await shows(page.getByRole('dialog'), 'Концерт идёт и продолжится до конца')
})
