import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  queueAt,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  findSong,
  openConcertPage,
  openOwnOrder,
  orderSong,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

/** A pad of a running concert, and one listener. */
async function evening(site: TestSite) {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), url, musician)
  await pad.goto(`${url}/artist?tab=concert`)
  await shows(pad, 'Концерт идёт')
  const phone = await site.enter('Аня')
  await openConcertPage(phone, url, musician.username)
  return { pad, phone, musician, sessionId }
}

async function orderWith(
  page: Awaited<ReturnType<TestSite['enter']>>,
  song: { title: string; typed: string },
  { name, words }: { name?: string; words?: string },
) {
  const sheet = await findSong(page, song.title, song.typed)
  await sheet.getByText('Добавить слова').click()
  if (name !== undefined) await sheet.getByLabel('Ваше имя').fill(name)
  if (words !== undefined) await sheet.getByLabel('Слова к песне').fill(words)
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
}

journey('a dedication goes from the phone to the pad, and a name is remembered', async (site) => {
  const { pad, phone } = await evening(site)
  await orderWith(
    phone,
    { title: 'Группа крови', typed: 'груп' },
    { name: 'Аня', words: 'Маме на юбилей' },
  )
  await showsList(pad, 'Заказы', ['Группа крови'])
  await shows(pad, 'Маме на юбилей')
  const own = await openOwnOrder(phone, 'Группа крови')
  await shows(own, 'Аня: «Маме на юбилей»')
  await own.getByRole('button', { name: 'Закрыть' }).click()
  await own.waitFor({ state: 'hidden' })
  const sheet = await findSong(phone, 'Пачка сигарет', 'пачк')
  await shows(sheet, 'от имени: Аня')
  await sheet.getByText('Добавить слова').click()
  assert.equal(await sheet.getByLabel('Ваше имя').inputValue(), 'Аня')
  assert.equal(await sheet.getByLabel('Слова к песне').inputValue(), '')
  await sheet.getByLabel('Ваше имя').fill('Ы'.repeat(41))
  await shows(sheet, 'Лишних символов: 1')
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
  await shows(sheet, 'Имя — не длиннее 40 символов. Лишних символов: 1')
  await sheet.getByLabel('Ваше имя').fill('Ы'.repeat(42))
  await shows(sheet, /^Лишних символов: 2$/u)
  await sheet.getByLabel('Ваше имя').fill('Ы'.repeat(40))
  await shows(sheet, 'Осталось знаков: 0')
})

journey('abuse is hidden on the pad until it is opened, and its listener muted', async (site) => {
  site.expectFault(/409/u)
  const { pad, phone } = await evening(site)
  await orderWith(phone, { title: 'Группа крови', typed: 'груп' }, { words: 'пошли нахуй' })
  await shows(pad, 'скрыто')
  await pad.getByRole('button', { name: /^Группа крови/u }).click()
  const sheet = pad.getByRole('dialog', { name: 'Группа крови' })
  await sheet.getByRole('button', { name: 'Показать', exact: true }).click()
  await shows(sheet, '«пошли нахуй»')
  await press(pad, 'Не принимать заказы этого гостя до конца вечера')
  await shows(sheet, 'Снова принимать заказы этого гостя')
  await orderWith(phone, { title: 'Пачка сигарет', typed: 'пачк' }, {})
  const refused = phone.getByRole('dialog', { name: 'К сожалению песня не может быть добавлена' })
  await shows(refused, 'Заказ сейчас не принят.')
  await refused.getByText('Понятно').click()
  // The toast stays under a mouse, and over the button.
  await pad.mouse.move(0, 0)
  await press(pad, 'Снова принимать заказы этого гостя')
  await shows(sheet, 'Не принимать заказы этого гостя до конца вечера')
  await orderWith(phone, { title: 'Пачка сигарет', typed: 'пачк' }, {})
  await showsNoMore(phone.getByText('Заказ сейчас не принят.'))
  await showsList(phone, 'В очереди', ['Группа крови', 'Пачка сигарет'])
})

journey('an order from the middle of the list is seen at once, and opened once', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const titles = Array.from({ length: 20 }, (_, at) => `Песня ${at + 10}`)
  const songs = titles.map((title) => ({ songId: null, title, artistName: musician.username }))
  await ask(url, api.artist.importFavorites, { body: { songs } }, musician.token)
  await concertAt(url, musician)
  const phone = await site.enter('Аня')
  await openConcertPage(phone, url, musician.username)
  const row = phone.getByRole('link', { name: /Песня 25/u })
  await row.scrollIntoViewIfNeeded()
  await row.dblclick()
  const sheet = phone.getByRole('dialog', { name: 'Песня 25' })
  await sheet.getByRole('button', { name: 'Да', exact: true }).click()
  await sheet.waitFor({ state: 'hidden' })
  const own = phone.getByRole('region', { name: 'Ваша песня: Песня 25' })
  await eventually(
    () =>
      own.evaluate((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }),
    true,
  )
  await phone.getByRole('searchbox', { name: 'Найти песню' }).fill('Песня 25')
  await shows(rowOf(phone, 'Песня 25'), 'уже в очереди')
})

journey(
  'of many own songs the next ones and the newest are seen, the others unfold',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const body = { sessionId, rules: { freeWaiting: 5 } }
    await ask(url, api.artist.changeRules, { body }, musician.token)
    const phone = await site.enter('Аня')
    await openConcertPage(phone, url, musician.username)
    const titles = Array.from({ length: 5 }, (_, at) => `Своя ${at + 11}`)
    const songs = titles.map((title) => ({ songId: null, title, artistName: musician.username }))
    await ask(url, api.artist.importFavorites, { body: { songs } }, musician.token)
    for (const title of titles) {
      await orderSong(phone, title, title)
      await shows(phone.getByRole('region', { name: `Ваша песня: ${title}` }), title)
    }
    await eventually(async () => (await queueAt(url, sessionId)).length, titles.length)
    const own = (title: string) => phone.getByRole('region', { name: `Ваша песня: ${title}` })
    const search = phone.getByRole('searchbox', { name: 'Найти песню' })
    await showsNoMore(own('Своя 13'))
    assert.ok(await search.evaluate((field) => field.getBoundingClientRect().bottom < innerHeight))
    await phone.getByText('Ещё 2 ваши песни').click()
    await shows(own('Своя 13'), 'Своя 13')
    await shows(own('Своя 14'), 'Своя 14')
  },
)
