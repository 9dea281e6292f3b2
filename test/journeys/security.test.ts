import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { ask, giveToken, musicianAt, PASSWORD } from '#test/support/product/product-calls.ts'
import { press } from '#test/support/steps/pad.ts'

const journey = onSite()

journey('a musician ends another login, deletes his page and comes back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const { username } = musician
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  const other = await ask(url, api.auth.login, { body: { username, password: PASSWORD } })

  await page.goto(`${url}/artist/security`)
  const devices = page.getByRole('region', { name: 'Устройства' })
  await devices.getByText('Это устройство').waitFor()
  await devices.getByRole('button', { name: /^Выйти: /u }).click()
  await devices.getByRole('button', { name: /^Выйти: /u }).waitFor({ state: 'hidden' })
  const checked = await fetch(`${url}/api/v1/auth/check-token`, {
    headers: { authorization: `Bearer ${other.token}` },
  })
  assert.equal(checked.status, 401)

  await press(page, 'Другая')
  const form = page.getByRole('form', { name: 'Другая почта' })
  await form.getByLabel('Новая почта').fill('drugaya@example.org')
  await form.getByLabel('Ваш пароль').fill('Ne-tot-parol-1')
  site.expectFault(/400/)
  await press(page, 'Прислать код')
  await shows(page, 'Текущий пароль не подошёл')
  await form.getByLabel('Ваш пароль').fill(PASSWORD)
  await press(page, 'Прислать код')
  await form.getByLabel('Код из письма').waitFor()
  await page.reload()
  await form.getByLabel('Код из письма').waitFor()
  assert.equal(await form.getByLabel('Новая почта').inputValue(), 'drugaya@example.org')

  await page.getByRole('link', { name: 'Удалить' }).click()
  await page.getByRole('heading', { name: 'Удалить аккаунт' }).waitFor()
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await press(page, 'Удалить')
  await page.waitForURL(`${url}/`)
  const seen = await fetch(`${url}/user/${username}`)
  assert.equal(seen.status, 404)
  await page.goto(`${url}/login`)
  await page.getByLabel('Никнейм или email').fill(username)
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD)
  await press(page, 'Войти')
  await shows(page, /^Аккаунт снова ваш/u)
  assert.equal((await fetch(`${url}/user/${username}`)).status, 200)
})
