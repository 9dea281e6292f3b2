import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, musicianAt } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { enterAs, openSong, repertoireAt } from '#test/support/steps/repertoire-steps.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
journey(
  'songs are found, added and taken out again, and each change can be undone',
  async (site) => {
    const musician = await musicianAt(site.url)
    const page = await enterAs(site, musician, '/artist/favorite_songs')
    await shows(page, 'В репертуаре пока пусто')
    const search = page.getByRole('searchbox', { name: 'Найти песню' })
    await search.fill('восьмикл')
    await press(page, 'Добавить: Восьмиклассница')
    await shows(page, '«Восьмиклассница»: добавили в репертуар')
    await search.fill('группа крови')
    await press(page, 'Добавить: Группа крови')
    await showsList(page, 'Вы играете', ['Группа крови'])
    await search.fill('   ')
    await showsList(page, 'Вы играете', ['Восьмиклассница', 'Группа крови'])

    await openSong(page, 'Восьмиклассница')
    await page.getByLabel('Автор музыки').fill('В. Цой')
    await page.getByLabel('Автор слов').fill('Виктор Цой')
    await press(page, 'Сохранить')
    await openSong(page, 'Восьмиклассница')
    await press(page, 'Убрать из репертуара')
    await showsList(page, 'Вы играете', ['Группа крови'])
    await press(page, 'Вернуть')
    await shows(page, '«Восьмиклассница»: вернули в репертуар')
    await showsList(page, 'Вы играете', ['Восьмиклассница', 'Группа крови'])
    const mine = await ask(site.url, api.artist.repertoire, { query: {} }, musician.token)
    assert.deepEqual(
      mine.map(({ title, musicBy, wordsBy }) => [title, musicBy, wordsBy]),
      [
        ['Восьмиклассница', 'В. Цой', 'Виктор Цой'],
        ['Группа крови', undefined, undefined],
      ],
    )
  },
)

journey(
  'a search waits until the typing rests, and the answer to half a word never shows',
  async (site) => {
    const page = await enterAs(site, await musicianAt(site.url), '/artist/favorite_songs')
    const asked: string[] = []
    page.on('request', (request) => {
      const address = new URL(request.url())
      if (address.pathname.endsWith('find-song-artist'))
        asked.push(address.searchParams.get('input') ?? '')
    })
    await page.route('**/find-song-artist*input=%D0%B7%D0%B2%D0%B5%D0%B7*', async (route) => {
      await new Promise((late) => setTimeout(late, 1500))
      await route.continue().catch(() => undefined)
    })
    const search = page.getByRole('searchbox', { name: 'Найти песню' })
    await search.fill('звез')
    await eventually(() => Promise.resolve([...asked]), ['звез'])
    await search.fill('кукушка')
    await shows(page.getByRole('region', { name: 'Все песни' }), 'Кукушка')
    await search.fill('')
    await shows(page, 'В репертуаре пока пусто')
    assert.deepEqual(asked, ['звез', 'кукушка'])
  },
)

journey('a wrong title is corrected where the song is told about', async (site) => {
  const musician = await musicianAt(site.url)
  const songs = [
    { songId: null, title: 'группа крови Кино', artistName: '', tags: ['рок'] },
    { songId: null, title: 'Осень', artistName: 'ДДТ' },
  ]
  await ask(site.url, api.artist.importFavorites, { body: { songs } }, musician.token)
  const page = await enterAs(site, musician, '/artist/favorite_songs')
  await openSong(page, 'группа крови Кино')
  const sheet = page.getByRole('dialog', { name: 'О песне' })
  const correct = async (title: string, artistName: string) => {
    await sheet.getByLabel('Название песни').fill(title)
    await sheet.getByLabel('Исполнитель').fill(artistName)
    await press(page, 'Сохранить')
  }
  await correct('', 'Кино')
  await shows(sheet, 'Введите название песни')
  site.expectFault(/400 .*\/tag-song|400 \(Bad Request\).*\/tag-song/u)
  await correct('осень', 'ддт')
  await shows(sheet, 'Такая песня уже есть в репертуаре')
  await correct('Группа крови', 'Кино')
  await showsNoMore(sheet)
  await showsList(page, 'Вы играете', ['Группа крови', 'Осень'])
  await shows(page, 'рок 1')
  assert.deepEqual(await repertoireAt(site.url, musician), ['Кино — Группа крови', 'ДДТ — Осень'])
})

journey('an own song is typed by hand, and joins the one of the catalogue', async (site) => {
  const musician = await musicianAt(site.url)
  const page = await enterAs(site, musician, '/artist/favorite_songs', TABLET)
  await press(page, 'Добавить песни')
  await press(page, 'Своя песня')
  const sheet = page.getByRole('dialog', { name: 'Своя песня' })
  await sheet.getByRole('button', { name: 'Добавить' }).click()
  await shows(sheet, 'Введите название песни')
  await sheet.getByLabel('Название песни').fill('о'.repeat(121))
  await sheet.getByLabel('Исполнитель').fill('ю'.repeat(121))
  await sheet.getByRole('button', { name: 'Добавить' }).click()
  await shows(sheet, 'Название песни — не длиннее 120 символов')
  await shows(sheet, 'Имя исполнителя — не длиннее 120 символов')
  await sheet.getByLabel('Название песни').fill('Двор моего детства')
  await sheet.getByLabel('Исполнитель').fill('')
  await sheet.getByRole('button', { name: 'Добавить' }).click()
  await showsNoMore(sheet)
  await showsList(page, 'Вы играете', ['Двор моего детства'])

  const search = page.getByRole('searchbox', { name: 'Найти песню' })
  await search.fill('ывапролд')
  await shows(page, 'В каталоге такой песни нет.')
  const form = page.getByRole('region', { name: 'Добавить свою' })
  await form.getByLabel('Название песни').fill('кукушка!')
  await form.getByLabel('Исполнитель').fill('КИНО')
  await press(page, 'Добавить')
  await showsList(page, 'Вы играете', ['Двор моего детства', 'Кукушка'])
  assert.deepEqual(await repertoireAt(site.url, musician), [
    ' — Двор моего детства',
    'Кино — Кукушка',
  ])
  await press(page, 'Добавить песни')
  await press(page, 'Своя песня')
  await sheet.getByLabel('Название песни').fill('Кукушка')
  await sheet.getByLabel('Исполнитель').fill('Кино')
  await sheet.getByRole('button', { name: 'Добавить' }).click()
  await shows(page, '«Кукушка»: уже в репертуаре')
})

journey('a repertoire of hundreds is shown a part at a time', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const songs = Array.from({ length: 300 }, (_, n) => ({
    songId: null,
    title: `Песня ${n + 1}`,
    artistName: 'Мы',
  }))
  await ask(url, api.artist.importFavorites, { body: { songs } }, musician.token)
  const page = await enterAs(site, musician, '/artist/favorite_songs')
  await shows(page, /^Песни 300$/u)
  const rows = page.getByRole('region', { name: 'Вы играете' }).getByRole('listitem')
  await eventually(() => rows.count(), 100)
  await press(page, 'Показать ещё')
  await eventually(() => rows.count(), 200)
  await page.getByText('Песня 200', { exact: true }).waitFor({ timeout: SOON_MS })

  const listener = await site.enter('Лера')
  await listener.goto(`${url}/user/${musician.username}?tab=profile`)
  const seen = listener.getByRole('region', { name: 'Репертуар группы' })
  await eventually(() => seen.getByRole('listitem').count(), 8)
  await seen.getByRole('link', { name: /Показать ещё 292 песни/u }).click()
  await eventually(() => seen.getByRole('listitem').count(), 300)
})
