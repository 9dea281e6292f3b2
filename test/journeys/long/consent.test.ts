import { CONSENT } from '#domain/documents.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { giveToken, tokenAt } from '#test/support/product/product-calls.ts'
import { press } from '#test/support/steps/pad.ts'
import { ARTIST_PASSWORD, ARTIST_PASSWORD_HASH } from '#test/support/world.ts'

const journey = onSite({
  async prepare(sql) {
    await sql
      .insertInto('artists')
      .values({
        id: '00000000-0000-7000-8000-000000000001',
        username: 'lada',
        usernameKey: 'lada',
        email: 'lada@example.org',
        passwordHash: ARTIST_PASSWORD_HASH,
        accountType: 'ARTIST',
        name: 'Лада',
        consentEdition: '2020-01-01',
        createdAt: new Date(),
      })
      .execute()
  },
})

journey(
  'a new edition of the consent asks at the next visit, may wait, and is agreed to',
  async (site) => {
    const { url } = site
    const page = await site.enter('музыкант')
    const token = await tokenAt(url, 'lada', ARTIST_PASSWORD)
    await giveToken(page.context(), url, { token })

    await page.goto(`${url}/artist/account-settings`)
    await page.getByRole('heading', { name: 'Согласие на обработку персональных данных' }).waitFor()
    await shows(page, CONSENT.news)
    await press(page, 'Не сейчас')
    await page.waitForURL(`${url}/artist/account-settings`)

    await page.goto(`${url}/artist/security`)
    await shows(page, 'вы ещё не ответили')
    await page.getByRole('link', { name: 'Читать' }).click()
    await press(page, 'Даю согласие')
    await page.waitForURL(`${url}/artist/security`)
    await shows(page, 'вы согласились')
  },
)
