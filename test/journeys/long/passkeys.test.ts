import assert from 'node:assert/strict'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import {
  codeFromMailbox,
  giveToken,
  musicianAt,
  PASSWORD,
} from '#test/support/product/product-calls.ts'
import { press } from '#test/support/steps/pad.ts'

const journey = onSite({ host: 'localhost' })

journey(
  'a key is added, opens the account by one tap, and is given up when it is lost',
  async (site) => {
    const url = site.url.replace('127.0.0.1', 'localhost')
    const musician = await musicianAt(site.url)
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, musician)
    const device = await page.context().newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })

    await page.goto(`${url}/artist/security`)
    await press(page, 'Добавить ключ')
    const form = page.getByRole('form', { name: 'Новый ключ' })
    await form.getByLabel('Название ключа').fill('Ноутбук')
    await form.getByLabel('Ваш пароль').fill(PASSWORD)
    await press(page, 'Добавить')
    await page.getByRole('heading', { name: 'Запишите десять кодов' }).waitFor()
    assert.equal(await page.getByRole('listitem').count(), 10)
    const noted = page.getByRole('button', { name: 'Записал' })
    assert.ok(await noted.isDisabled())
    await press(page, 'Скачать')
    await noted.click()
    await shows(page, 'Ключ «Ноутбук»')
    await shows(page, 'осталось 10 из 10')

    await page.context().clearCookies()
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${url}/login`)
    await press(page, 'Войти ключом')
    await page.waitForURL(`${url}/artist`)

    await page.goto(`${url}/artist/prove`)
    await press(page, 'Прислать код')
    await page.getByLabel('Код из письма').waitFor()
    const code = await codeFromMailbox(site.url, musician.email)
    await page.getByLabel('Код из письма').pressSequentially(code)
    await page.waitForURL(`${url}/artist/security`)
    await shows(page, 'Ключи убраны')
    await page.getByText('Ключ «Ноутбук»').waitFor({ state: 'detached' })
  },
)
