import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { DAY_MS } from '#domain/time.ts'
import { ask, musicianAt, songId } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

type MailMessage = { subject: string; text: string }

journey('an artist is followed by an e-mail’s link and left by another', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const email = `slushatel-${musician.username}@example.org`
  const messages = async () =>
    (await (
      await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)
    ).json()) as MailMessage[]
  const page = await site.enter('Аня')
  await page.goto(`${url}/user/${musician.username}`)
  await page.getByRole('button', { name: 'Подписаться', exact: true }).click()
  await page.getByLabel('Почта', { exact: true }).fill(email)
  site.expectFault(/400 .*follows\/email/)
  site.expectFault(/console: .*400/)
  await page.getByRole('button', { name: 'Прислать письмо для подтверждения' }).click()
  await shows(page, 'Без согласия мы не можем хранить ваш адрес')
  await page.getByRole('checkbox', { name: /^Даю согласие на/u }).check()
  await page.getByRole('button', { name: 'Прислать письмо для подтверждения' }).click()
  await shows(page, `Отправили письмо на ${email}.`)

  await eventually(async () => (await messages())[0]?.subject, 'Подтвердите адрес')
  const link = /http\S+\/follow\/\S+/u.exec((await messages())[0]?.text ?? '')?.[0] ?? ''
  const token = link.split('/').at(-1) ?? ''
  await page.goto(`${url}/follow/${token}`)
  await page.getByRole('button', { name: 'Подтвердить' }).click()
  await shows(page, 'Напишем о новостях.')
  const found = await ask(url, api.follows.ofLink, { query: { token } })
  assert.equal(found.confirmed, true)

  await page.getByRole('link', { name: 'На страницу музыканта' }).click()
  const follows = page.getByRole('button', { name: 'Вы подписаны', exact: true })
  // One lost answer does not take away the way out.
  site.expectFault(/ERR_FAILED/u)
  await page.route('**/follows/own?*', (route) => route.abort('failed'), { times: 1 })
  const lost = page.waitForEvent('requestfailed')
  await follows.click()
  await lost
  await page.keyboard.press('Escape')
  await showsNoMore(page.getByRole('dialog'))
  await follows.click()
  await shows(page, 'Вы подписаны: пишем на почту.')
  await page.getByRole('button', { name: 'Отписаться' }).waitFor()
  await page.goto(`${url}/follow/${token}`)
  await page.getByRole('link', { name: 'Отписаться' }).click()
  await shows(page, 'Больше не писать?')
  await page.goto(`${url}/follow/${token}/end`)
  await page.getByRole('button', { name: 'Больше не писать' }).click()
  await shows(page, 'Адрес стёрт, если других подписок у вас нет.')
  await page.goto(`${url}/user/${musician.username}`)
  await shows(page, 'Подписаться')
  await showsNoMore(page.getByRole('button', { name: 'Вы подписаны', exact: true }))
})

journey('a moved concert keeps its reminder and asks who goes whether he comes', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const [was, now] = [3, 5].map((days) => new Date(Date.now() + days * DAY_MS).toISOString())
  const location = { name: 'Подвал', description: 'Москва', longitude: 37.6, latitude: 55.75 }
  const time = { dateTimeStart: was ?? '', durationHours: 2, durationMinutes: 0 }
  const concert = { description: 'Тихий вечер', location }
  const { id } = await ask(
    url,
    api.session.create,
    { body: { ...concert, ...time } },
    musician.token,
  )
  const page = await site.enter('Лера')
  await page.goto(`${url}/user/${musician.username}/${id}`)
  await page.getByRole('button', { name: 'Я пойду' }).click()
  await page.getByRole('button', { name: 'Вы идёте' }).waitFor()
  const moved = { ...concert, sessionId: id, time: { ...time, dateTimeStart: now ?? '' } }
  await ask(url, api.session.correct, { body: moved }, musician.token)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await shows(page, 'Концерт перенесён')
  await page.getByRole('button', { name: 'Напомнить', exact: true }).waitFor()
  const refuse = page.getByRole('button', { name: 'Не приду' })
  site.expectFault(/ERR_FAILED/u)
  await page.route('**/session/going', (route) => route.abort('failed'), { times: 1 })
  await refuse.click()
  await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
  assert.equal(await page.getByText('Хорошо, не ждём').count(), 0)
  await refuse.click()
  await shows(page, 'Хорошо, не ждём')
  await showsNoMore(refuse)
})

journey('a song that nobody plays in a town is wished on its map', async (site) => {
  const { url } = site
  const { token } = await musicianAt(url)
  const page = await site.enter('Вика')
  await page.goto(`${url}/find-location?city=Магадан`)
  await page.getByRole('searchbox', { name: 'Какую песню услышать' }).fill('группа крови')
  await page
    .getByRole('button', { name: /^Добавить «Группа крови»/u })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Эти песни в Магадане пока не играют' }).waitFor()
  const waiting = page.getByRole('list', { name: 'Хочу услышать в Магадане' })
  const wish = waiting.getByRole('button', { name: /^Хочу услышать/u })
  await wish.click()
  await eventually(() => wish.getAttribute('aria-pressed'), 'true')
  await waiting.getByRole('button', { name: 'Сообщить мне' }).waitFor()
  const wished = await songId(url, 'Группа крови')
  const inTown = async () => {
    const { songs } = await ask(url, api.artist.townWishes, { query: { inTown: 'Магадан' } }, token)
    return songs.map((song) => `${song.title}: ${song.persons}`)
  }
  assert.deepEqual(await inTown(), [], 'one person is nobody’s business')
  for (const _ of ['a neighbour', 'another'])
    await ask(url, api.follows.wish, { body: { songId: wished, town: 'Магадан', wished: true } })
  await eventually(inTown, ['Группа крови: 3'])
})
