import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  leaveOwnSong,
  openConcertPage,
  orderSong,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { openSong } from '#test/support/steps/repertoire-steps.ts'
import { isFocused, shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

const TITLES = Array.from({ length: 25 }, (_, at) => `Песня ${at + 10}`)
const LIST = 'Репертуар музыканта'

/** A running concert of a musician who plays these songs. */
async function evening({ url }: TestSite) {
  const musician = await musicianAt(url)
  const { token } = musician
  const songs = TITLES.map((title) => ({ songId: null, title, artistName: musician.username }))
  await ask(url, api.artist.importFavorites, { body: { songs } }, token)
  return { musician, sessionId: await concertAt(url, musician) }
}

/** A tag above the list. */
const tag = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Какие песни' }).getByRole('link', { name, exact: true })

journey('songs are sorted by tags, and a listener chooses by them without typing', async (site) => {
  const { url } = site
  const { musician, sessionId } = await evening(site)
  const desk = await site.enter('музыкант')
  await giveToken(desk.context(), url, musician)
  await desk.goto(`${url}/artist/favorite_songs`)
  const sheet = desk.getByRole('dialog', { name: 'О песне' })
  await openSong(desk, 'Песня 12')
  await sheet.getByLabel('Метки через запятую').fill(`медляки, ${'я'.repeat(25)}`)
  await press(desk, 'Сохранить')
  await shows(sheet, 'Метка — не длиннее 24 символов')
  await sheet.getByLabel('Метки через запятую').fill('медляки, для мам')
  await press(desk, 'Сохранить')
  await showsNoMore(sheet)
  await shows(desk, 'для мам 1')
  await chooseInMenu(desk, 'Выбрать', 'Ещё о репертуаре')
  await desk.locator('label', { hasText: 'Выбрать: Песня 31' }).click()
  await press(desk, 'Изменить: 1 песня')
  await press(desk, 'закрыта')
  await press(desk, 'Сохранить')
  await showsNoMore(desk.getByRole('dialog', { name: 'О песнях' }))
  await shows(desk, 'закрыта')
  await openSong(desk, 'Песня 32')
  await press(desk, 'учу')
  await press(desk, 'Сохранить')
  await showsNoMore(sheet)
  await openSong(desk, 'Песня 30')
  await press(desk, 'медляки')
  await press(desk, 'Сохранить')
  await showsNoMore(sheet)
  await openSong(desk, 'Песня 30')
  await press(desk, 'Убрать из репертуара')
  await press(desk, 'Вернуть')

  const phone = await site.enter('Лера')
  await openConcertPage(phone, url, musician.username)
  // It loads by itself as soon as the page is touched.
  await showsList(phone, LIST, TITLES.slice(0, 20))
  await phone.getByRole('link', { name: 'Показать ещё' }).click()
  const open = TITLES.filter((title) => !/31|32/u.test(title))
  await showsList(phone, LIST, [...open, 'Песня 32'])
  const rows = phone.getByRole('region', { name: LIST, exact: true }).getByRole('listitem')
  const first = rows.nth(20).getByRole('link')
  await eventually(() => isFocused(first), true)
  await phone.getByRole('link', { name: /Песня 32.*учу/u }).click()
  await press(phone, 'Хочу услышать')
  await shows(phone, 'Музыкант увидит, что вы её ждёте')
  await phone.getByRole('button', { name: 'Сообщить, когда её можно будет заказать' }).waitFor()
  await press(phone, 'Готово')
  await tag(phone, 'для мам').click()
  await showsList(phone, LIST, ['Песня 12'])
  await tag(phone, 'медляки').click()
  await showsList(phone, LIST, ['Песня 12', 'Песня 30'])
  await phone.getByRole('link', { name: /Песня 30/u }).click()
  const question = phone.getByRole('dialog', { name: 'Песня 30' })
  await question.getByRole('button', { name: 'Да', exact: true }).click()
  await eventually(() => queueAt(url, sessionId), ['Песня 30 SCHEDULED ×1'])
  // A song that waits can no longer be chosen.
  await showsList(phone, LIST, ['Песня 12'])
})

journey('a song has a price of its own, which the sheet begins with', async (site) => {
  const { url } = site
  const { musician } = await evening(site)
  await takesMoney(url, musician, 100)
  const desk = await site.enter('музыкант')
  await giveToken(desk.context(), url, musician)
  await desk.goto(`${url}/artist/favorite_songs`)
  await openSong(desk, 'Песня 12')
  const sheet = desk.getByRole('dialog', { name: 'О песне' })
  await sheet.getByLabel('Минимум за песню').fill('9')
  await press(desk, 'Сохранить')
  await shows(sheet, 'Минимальная сумма оплаты должна быть не меньше 10 рублей')
  await sheet.getByLabel('Минимум за песню').fill('500')
  await sheet.getByLabel('Метки через запятую').fill('медляки')
  await press(desk, 'Сохранить')
  await showsNoMore(sheet)
  await shows(desk, /от 500\s₽/u)
  // What was typed is not lost by one key.
  await openSong(desk, 'Песня 13')
  const tags = sheet.getByLabel('Метки через запятую')
  await tags.fill('забытые')
  await desk.keyboard.press('Escape')
  await press(desk, 'Остаться')
  assert.equal(await tags.inputValue(), 'забытые')
  await desk.keyboard.press('Escape')
  await press(desk, 'Уйти')
  await showsNoMore(sheet)
  await eventually(() => isFocused(desk.getByRole('button', { name: /^Песня 13/u })), true)
  await openSong(desk, 'Песня 13')
  await press(desk, 'медляки')
  await press(desk, 'Сохранить')
  await showsNoMore(sheet)
  await chooseInMenu(desk, 'Цены меток', 'Ещё о репертуаре')
  await desk.getByLabel('медляки, ₽').fill('300')
  await press(desk, 'Сохранить')
  await shows(desk, 'Цены меток сохранили')

  const phone = await site.enter('Лера')
  await openConcertPage(phone, url, musician.username)
  await tag(phone, 'медляки').click()
  await shows(phone, 'от 500 ₽')
  await shows(phone, 'от 300 ₽')
  await phone.getByRole('link', { name: /Песня 12/u }).click()
  const question = phone.getByRole('dialog', { name: 'Песня 12' })
  await shows(question, 'от 500')
})

journey('without scripts songs are chosen page by page, and ordered', async (site) => {
  const { url } = site
  site.expectFault(/csp GET .*\.js$/)
  const { musician, sessionId } = await evening(site)
  const { username, token } = musician
  const query = { artistUsername: username }
  const songs = await ask(url, api.songs.getFavoriteSongs, { query })
  const [first] = songs
  const body = { songId: first?.songId ?? '', tags: ['рок'] }
  await ask(url, api.artist.tagSong, { body }, token)
  const learnt = { songId: songs.at(-1)?.songId ?? '', tags: ['рок'], state: 'learning' as const }
  await ask(url, api.artist.tagSong, { body: learnt }, token)
  const page = await site.enter('Олег', { javaScriptEnabled: false })
  await page.goto(`${url}/user/${username}`)
  await page.getByRole('link', { name: 'Выбрать из репертуара' }).click()
  await showsList(page, LIST, TITLES.slice(0, 20))
  await page.getByRole('link', { name: 'Показать ещё' }).click()
  await showsList(page, LIST, TITLES.slice(20))
  await page.getByRole('link', { name: 'Предыдущие песни' }).click()
  await showsList(page, LIST, TITLES.slice(0, 20))
  await tag(page, 'рок').click()
  await showsList(page, LIST, ['Песня 10', 'Песня 34'])
  await page.getByRole('link', { name: /Песня 34/u }).click()
  await page.getByRole('button', { name: 'Хочу услышать' }).click()
  await shows(page, 'Музыкант увидит, что вы её ждёте')
  await eventually(async () => {
    const own = await ask(url, api.artist.repertoire, { query: {} }, token)
    return own.at(-1)?.wishes
  }, 1)
  await page.getByRole('link', { name: 'Выбрать из репертуара' }).click()
  await page.getByRole('link', { name: /Песня 10/u }).click()
  const question = page.getByRole('dialog', { name: 'Песня 10' })
  await question.getByRole('button', { name: 'Да', exact: true }).click()
  await page.getByRole('region', { name: 'Ваша песня: Песня 10' }).waitFor()
  await eventually(() => queueAt(url, sessionId), ['Песня 10 SCHEDULED ×1'])
})

journey('who is searching is told that his own song has begun', async (site) => {
  const { url } = site
  const { musician, sessionId } = await evening(site)
  const phone = await site.enter('Лера')
  await openConcertPage(phone, url, musician.username)
  await orderSong(phone, 'Песня 12', 'Песня 12')
  await eventually(async () => (await queueAt(url, sessionId)).length, 1)
  await phone.getByRole('searchbox', { name: 'Найти песню' }).fill('Песня')
  await shows(rowOf(phone, 'Песня 11'), 'Песня 11')
  const body = { songId: null, sessionId }
  await ask(url, api.artist.nextSong, { body }, musician.token)
  await shows(phone, 'Сейчас играет ваша песня: «Песня 12»')
  // Its screen waits until he is done.
  await phone.getByRole('searchbox', { name: 'Найти песню' }).blur()
  await leaveOwnSong(phone)
})
