import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, musicianAt } from '#test/support/backstage.ts'
import { eventually } from '#test/support/eventually.ts'
import { inHouse } from '#test/support/house.ts'
import { shows, showsNoMore } from '#test/support/screen.ts'

const journey = inHouse()

type Letter = { subject: string; text: string }

journey('an artist is followed by a letter’s link and left by another', async (house) => {
  const { url } = house
  const musician = await musicianAt(url)
  const email = `slushatel-${musician.username}@example.org`
  const letters = async () =>
    (await (await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)).json()) as Letter[]
  const page = await house.enter('Аня')
  await page.goto(`${url}/user/${musician.username}`)
  await page.getByRole('link', { name: 'Следить', exact: true }).click()
  await page.getByLabel('Почта', { exact: true }).fill(email)
  house.expectFault(/400 .*follows\/email/)
  house.expectFault(/console: .*400/)
  await page.getByRole('button', { name: 'Прислать письмо для подтверждения' }).click()
  await shows(page, 'Без согласия мы не можем хранить ваш адрес')
  await page.getByRole('checkbox', { name: /^Согласен на/u }).check()
  await page.getByRole('button', { name: 'Прислать письмо для подтверждения' }).click()
  await shows(page, `Отправили письмо на ${email}.`)

  await eventually(async () => (await letters())[0]?.subject, 'Подтвердите адрес')
  const link = /http\S+\/follow\/\S+/u.exec((await letters())[0]?.text ?? '')?.[0] ?? ''
  const token = link.split('/').at(-1) ?? ''
  await page.goto(`${url}/follow/${token}`)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await shows(page, 'Напишем о новостях.')
  const found = await ask(url, api.follows.ofLink, { query: { token } })
  assert.equal(found.confirmed, true)

  await page.getByRole('link', { name: 'На страницу артиста' }).click()
  await page.getByRole('link', { name: 'Вы следите', exact: true }).click()
  await shows(page, 'Вы следите: пишем на почту.')
  await page.goto(`${url}/follow/${token}/end`)
  await page.getByRole('button', { name: 'Больше не писать' }).click()
  await shows(page, 'Адрес стёрт, если вы больше ни за чем не следите.')
  await page.goto(`${url}/user/${musician.username}`)
  await shows(page, 'Следить')
  await showsNoMore(page.getByRole('link', { name: 'Вы следите', exact: true }))
})
