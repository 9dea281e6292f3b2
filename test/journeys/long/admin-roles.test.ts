import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import { setMark } from '#server/modules/ledger/ledger.store.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { ask, giveToken, musicianAt } from '#test/support/product/product-calls.ts'

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
