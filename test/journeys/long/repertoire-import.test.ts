import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  songId,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { enterAs, openSong, repertoireAt } from '#test/support/steps/repertoire-steps.ts'
import { isFocused, shows, showsList, showsNoMore, tabTo } from '#test/support/browsers/screen.ts'

const journey = onSite()
const SONGS = 'Песни, по одной в строке'

/** The lines of the preview: «✓ Печаль | Кино | есть в каталоге». */
async function linesOf(page: Page): Promise<string[]> {
  const boxes = page.getByRole('region', { name: 'Строки' }).getByRole('checkbox')
  const lines = []
  for (const box of await boxes.all()) {
    const words = await box.locator('xpath=..').innerText()
    lines.push(`${(await box.isChecked()) ? '✓' : '–'} ${words.trim().split(/\n+/u).join(' | ')}`)
  }
  return lines
}

journey('a pasted list is looked at, mended, added and taken back', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const had = { songId: await songId(url, 'Перемен'), title: '', artistName: '', imageUrl: '' }
  await ask(url, api.artist.addFavorite, { body: had }, musician.token)
  const page = await enterAs(site, musician, '/artist/favorite_songs')
  await press(page, 'Добавить песни')
  await page.getByRole('link', { name: 'Загрузить списком' }).click()
  await page.getByLabel(SONGS).fill('\n \n')
  assert.ok(await page.getByRole('button', { name: 'Проверить' }).isDisabled())
  const long = Buffer.from('Песня\n'.repeat(25_001))
  const chosen = { name: 'list.txt', mimeType: 'text/plain', buffer: long }
  await page.getByLabel('Файл со списком песен').setInputFiles(chosen)
  await shows(page, /В списке может быть 25.000 строк, а здесь больше/u)
  const sheets = page.getByLabel('Файлы с текстами и аккордами')
  await sheets.setInputFiles({ ...chosen, name: 'list.pdf' })
  await shows(page, /Здесь нет текстов песен/u)
  await page
    .getByLabel(SONGS)
    .fill(
      '1. Кино — Группа крови\n2. Кино - Перемен\nКино – Кукшка\n-----\nМы — Наша\nмы — НАША!\nМы — Лишняя',
    )
  await press(page, 'Проверить')
  await shows(page, '7 строк. Ничего ещё не добавлено.')
  assert.equal(await page.getByText('Не взяли файлы').count(), 0)
  assert.deepEqual(await linesOf(page), [
    '✓ Группа крови | Кино | есть в каталоге',
    '– Перемен | Кино | уже в репертуаре',
    '✓ Кукшка | Кино | новая',
    '– ----- | не поняли строку: Здесь нет названия песни',
    '✓ Наша | Мы | новая',
    '– НАША! | мы | повтор: Как в строке 5',
    '✓ Лишняя | Мы | новая',
  ])
  await page.getByRole('button', { name: 'Добавить 4 песни' }).waitFor()

  await press(page, 'Взять: Кукушка — Кино')
  await press(page, 'Изменить: -----')
  const form = page.getByRole('form', { name: 'Строка 4' })
  await form.getByLabel('Название песни').fill('')
  await form.getByRole('button', { name: 'Готово' }).click()
  await shows(form, 'Введите название песни')
  await form.getByLabel('Название песни').fill('Выхода нет')
  await form.getByLabel('Исполнитель').fill('сплин')
  await form.getByRole('button', { name: 'Готово' }).click()
  await showsNoMore(form)
  await page.getByText('Лишняя', { exact: true }).click()
  assert.deepEqual((await linesOf(page)).toSpliced(4), [
    '✓ Группа крови | Кино | есть в каталоге',
    '– Перемен | Кино | уже в репертуаре',
    '✓ Кукушка | Кино | есть в каталоге',
    '✓ Выхода нет | Сплин | есть в каталоге',
  ])
  await press(page, 'Добавить 4 песни')
  await shows(page, 'Добавлено 4 песни')
  const whole = [
    'Сплин — Выхода нет',
    'Кино — Группа крови',
    'Кино — Кукушка',
    'Мы — Наша',
    'Кино — Перемен',
  ]
  assert.deepEqual(await repertoireAt(url, musician), whole)

  const listener = await site.enter('Лера')
  await listener.goto(`${url}/user/${musician.username}?tab=profile`)
  await showsList(
    listener,
    'Репертуар группы',
    whole.map((line) => line.split(' — ')[1] ?? ''),
  )
  await concertAt(url, musician)
  await listener.goto(`${url}/user/${musician.username}?tab=order&q=наша`)
  await showsList(listener, 'Репертуар музыканта', ['Наша'])

  await press(page, 'Отменить')
  await shows(page, 'Убрали из репертуара: 4 песни')
  assert.deepEqual(await repertoireAt(url, musician), ['Кино — Перемен'])
  await page.getByRole('button', { name: 'Добавить 4 песни' }).waitFor()
})

journey(
  'a table of an old Excel is read, turned round and added with the keyboard alone',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterAs(site, musician, '/artist/favorite_songs/import', TABLET)
    // «Печаль;Кино», «Тихая;Мы» as windows-1251 writes them.
    const bytes = [0xcf, 0xe5, 0xf7, 0xe0, 0xeb, 0xfc, 0x3b, 0xca, 0xe8, 0xed, 0xee, 0x0d, 0x0a]
    bytes.push(0xd2, 0xe8, 0xf5, 0xe0, 0xff, 0x3b, 0xcc, 0xfb)
    const chosen = page.waitForEvent('filechooser')
    await tabTo(page, page.getByRole('button', { name: 'Выбрать таблицу или список' }))
    await page.keyboard.press('Enter')
    await (
      await chosen
    ).setFiles({ name: 'песни.csv', mimeType: 'text/csv', buffer: Buffer.from(bytes) })
    await shows(page, '2 строки. Ничего ещё не добавлено.')
    assert.deepEqual(await linesOf(page), [
      '✓ Печаль | Кино | есть в каталоге',
      '✓ Тихая | Мы | новая',
    ])
    const first = page.getByRole('switch', { name: /Сначала песня/u })
    assert.ok(await first.isChecked(), 'the catalogue tells which way round the list is')
    await tabTo(page, first)
    await page.keyboard.press('Space')
    await shows(page.getByRole('region', { name: 'Строки' }), 'Мы')
    await eventually(
      () => linesOf(page),
      ['✓ Печаль | Кино | есть в каталоге', '✓ Мы | Тихая | новая'],
    )
    await tabTo(page, page.getByRole('button', { name: 'Изменить: Мы' }))
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Тихая первая')
    await page.keyboard.press('Enter')
    await eventually(
      () => linesOf(page),
      ['✓ Печаль | Кино | есть в каталоге', '✓ Тихая первая | Тихая | новая'],
    )
    await eventually(
      () => isFocused(page.getByRole('button', { name: 'Изменить: Тихая первая' })),
      true,
    )
    await tabTo(page, page.getByRole('checkbox', { name: /Печаль/u }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'Добавить 1 песню' }))
    await page.keyboard.press('Enter')
    await shows(page, 'Добавлена 1 песня')
    assert.deepEqual(await repertoireAt(url, musician), ['Тихая — Тихая первая'])
    await tabTo(page, page.getByRole('button', { name: 'Отменить' }))
    await page.keyboard.press('Enter')
    await shows(page, 'Убрали из репертуара: 1 песня')
    assert.deepEqual(await repertoireAt(url, musician), [])
  },
)

journey(
  'a table of another tool is mapped, mended and added, and its export comes in without a difference',
  async (site) => {
    const { url } = site
    const [musician, other] = [await musicianAt(url), await musicianAt(url)]
    const had = { songId: await songId(url, 'Перемен'), title: '', artistName: '', imageUrl: '' }
    await ask(url, api.artist.addFavorite, { body: had }, musician.token)
    const rows = [
      'Nr,Track Name,Artist Name(s),Duration (ms),Tempo,Genres,Schlüssel,Lyrics',
      '1,Печаль,Кино,333000,119.98,"рок,медляки",8A,"[Am]Раз\n[F]два"',
      '2,=Таблица,Мы,225000,быстро,,C,',
      '3,Перемен,Кино,295000,133,,Em,',
    ]
    const page = await enterAs(site, musician, '/artist/favorite_songs/import')
    const buffer = Buffer.from(`\uFEFF${rows.join('\r\n')}`, 'utf16le')
    const field = page.getByLabel('Файл со списком песен')
    await field.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
    await shows(page, '3 строки. Ничего ещё не добавлено.')
    const kindOf = (column: string) => page.getByLabel(`Что в колонке «${column}»`)
    assert.equal(await kindOf('Genres').inputValue(), 'tags')
    await shows(page, 'Не берём: 2 колонки')
    await kindOf('Schlüssel').selectOption('Тональность')
    // What the lines mean follows the columns by itself.
    await eventually(
      () => linesOf(page),
      [
        '✓ Печаль | Кино | есть в каталоге | рок · медляки · Am · 5:33 · 120 уд/мин · текст',
        '✓ =Таблица | Мы | новая | C · 3:45 | Темп «быстро»: Темп — от 20 до 300 ударов в минуту',
        '– Перемен | Кино | уже в репертуаре | Em · 4:55 · 133 уд/мин',
      ],
    )
    await page.getByText('Обновить поля у песен, которые уже есть: 1').click()
    await press(page, 'Добавить 2 песни и обновить 1')
    await shows(page, 'Добавлено 2 песни')
    await shows(page, 'Обновили поля: 1 песня. Отмена их не вернёт.')
    await shows(page, 'Тексты с аккордами сохранены.')

    await page.getByRole('link', { name: 'Открыть репертуар' }).click()
    await openSong(page, '=Таблица')
    await eventually(() => page.getByLabel('Длительность').inputValue(), '3:45')
    await page.keyboard.press('Escape')
    const loading = page.waitForEvent('download')
    await chooseInMenu(page, 'Скачать список', 'Ещё о репертуаре')
    const saved = await (await loading).path()
    const ownOf = ({ token }: TestMusician) => ask(url, api.artist.repertoire, { query: {} }, token)
    await giveToken(page.context(), url, other)
    await page.goto(`${url}/artist/favorite_songs/import`)
    await field.setInputFiles(saved)
    await press(page, 'Добавить 3 песни')
    await shows(page, 'Добавлено 3 песни')
    // A list has no texts.
    const listed = (await ownOf(musician)).map((song) => ({ ...song, text: undefined }))
    const came = (await ownOf(other)).map((song) => ({ ...song, text: undefined }))
    assert.deepEqual(came, listed)
  },
)

journey(
  'an Excel list with a title row and a zip from the Finder are read as they were meant',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterAs(site, musician, '/artist/favorite_songs/import')
    const field = page.getByLabel('Файл со списком песен')
    const fixture = (path: string) => fileURLToPath(import.meta.resolve(path))
    await field.setInputFiles(fixture('#domain/songs/fixtures/excel-title-row.csv'))
    await shows(page, '2 строки. Ничего ещё не добавлено.')
    await shows(page, 'excel-title-row.csv')
    const encoding = page.getByLabel('Кодировка')
    assert.equal(await encoding.inputValue(), 'windows-1251')
    await encoding.selectOption('ibm866')
    await shows(page, /Ничего ещё не добавлено/u)
    await encoding.selectOption('windows-1251')
    const header = page.getByRole('group', { name: 'Заголовки в строке' })
    await shows(header, '2')
    await header.getByRole('button', { name: 'Строкой выше' }).click()
    await shows(page, '3 строки. Ничего ещё не добавлено.')
    await header.getByRole('button', { name: 'Строкой ниже' }).click()
    await press(page, 'Это список')
    await shows(page, '4 строки. Ничего ещё не добавлено.')
    await press(page, 'Это таблица')
    await shows(page, '2 строки. Ничего ещё не добавлено.')
    await eventually(
      () => linesOf(page),
      ['✓ Печаль | Кино | есть в каталоге | Em', '✓ Осень | ДДТ | новая | Am'],
    )
    await press(page, 'Добавить 2 песни')
    await shows(page, 'Добавлено 2 песни')

    await press(page, 'Ещё список')
    const sheets = page.getByLabel('Файлы с текстами и аккордами')
    await sheets.setInputFiles(
      fixture('#web/features/repertoire/import/fixtures/mac-noflag-nfd-dd.zip'),
    )
    await shows(page, '3 текста. Ничего ещё не добавлено.')
    assert.deepEqual(await linesOf(page), [
      '✓ Печаль | Кино | уже в репертуаре | текст',
      '✓ Осень | ДДТ | уже в репертуаре | текст',
      '✓ Йод | Чайф | новая | текст',
    ])
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    await page.route(`**${pathOf(api.artist.saveSongTexts)}`, async (route) => {
      await gate
      await route.continue()
    })
    await press(page, 'Добавить 1 песню')
    await shows(page, /Сохраняем тексты/u)
    assert.equal(await page.getByRole('button', { name: 'Отменить' }).isDisabled(), true)
    open()
    await shows(page, 'Тексты с аккордами сохранены.')
    await shows(
      page,
      'Тексты из файлов теперь и у песен, которые уже были: 2 песни. Отмена их не уберёт.',
    )
    await press(page, 'Отменить')
    await shows(page, 'Убрали из репертуара: 1 песня. Тексты из файлов остались')
  },
)

journey(
  'a list of thousands comes in parts, as far as there is room, and is undone whole',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterAs(site, musician, '/artist/favorite_songs/import')
    const rows = Array.from({ length: 5200 }, (_, n) => `Песня ${n + 1};Мы;Em`)
    const buffer = Buffer.from(['Название;Артист;Тональность', ...rows].join('\n'))
    const field = page.getByLabel('Файл со списком песен')
    await field.setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
    await press(page, 'Проверить песни')
    await page.getByText(/Поместится 5.000 из 5.200 песен/u).waitFor({ timeout: 60_000 })
    await page.getByRole('button', { name: /^Добавить 5.?000 песен$/u }).click()
    await page.getByText(/Не поместились: 200 песен/u).waitFor({ timeout: 60_000 })
    await shows(page, /Добавлено 5.?000 песен/u)
    assert.equal((await repertoireAt(url, musician)).length, 5000)
    await press(page, 'Отменить')
    await page.getByText(/Убрали из репертуара: 5.?000 песен/u).waitFor({ timeout: 60_000 })
    assert.deepEqual(await repertoireAt(url, musician), [])
  },
)

journey(
  'a list that a lost network kept from being added stays, and is undone whole after',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterAs(site, musician, '/artist/favorite_songs/import')
    site.expectFault(/import-favorites|ERR_FAILED/u)
    await page.getByLabel(SONGS).fill('Мы — Раз\nМы — Два')
    await press(page, 'Проверить')
    // The songs are imported, and the response is lost.
    await page.route('**/import-favorites', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await press(page, 'Добавить 2 песни')
    await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    assert.equal((await repertoireAt(url, musician)).length, 2)
    await page.unroute('**/import-favorites')
    await press(page, 'Добавить 2 песни')
    await shows(page, 'Добавлено 2 песни')
    await press(page, 'Отменить')
    await shows(page, 'Убрали из репертуара: 2 песни')
    assert.deepEqual(await repertoireAt(url, musician), [])

    const leave = async () => {
      await page.getByRole('link', { name: 'Назад: Песни и сеты' }).click()
      const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' })
      await question.getByRole('button', { name: 'Уйти' }).click()
      await shows(page, 'В репертуаре пока пусто')
    }
    await leave()
    await page.goto(`${url}/artist/favorite_songs/import`)
    await page.getByLabel(SONGS).fill('Мы — Три')
    await leave()
    await page.goto(`${url}/artist/favorite_songs/import`)
    assert.equal(await page.getByLabel(SONGS).inputValue(), '')
  },
)
