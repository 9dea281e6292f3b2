import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { AxeBuilder } from '@axe-core/playwright'
import { api } from '#contract/index.ts'
import { ask, musicianAt } from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { enterAs } from '#test/support/steps/repertoire-steps.ts'
import { shows } from '#test/support/browsers/screen.ts'
import { readSheetFiles } from '#web/features/repertoire/import/sheet-files.ts'

const journey = onSite()

const COUNT = 40
const titleOf = (n: number) => `Тихий свет ${n + 1}`
const BOOK = Array.from(
  { length: COUNT },
  (_, n) =>
    `{title: ${titleOf(n)}}\n{artist: Проба}\n{key: Em}\n{capo: 2}\n{tempo: ${80 + n}}\n[Em]Тихо в [C]зале, гаснет [D]свет\nСтрока № ${n + 1}\n`,
).join('{new_song}\n')

async function saved(page: Page, action: string, menu: string): Promise<[string, Buffer]> {
  const loading = page.waitForEvent('download')
  await chooseInMenu(page, action, menu)
  const file = await loading
  return [file.suggestedFilename(), await readFile(await file.path())]
}

journey(
  'a book of forty songs comes in, and its set goes out as ChordPro, as a plain text and on paper',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await enterAs(site, musician, '/artist/favorite_songs/import')
    await page
      .getByLabel('Файлы с текстами и аккордами')
      .setInputFiles({ name: 'book.cho', mimeType: 'text/plain', buffer: Buffer.from(BOOK) })
    await shows(page, '40 текстов. Ничего ещё не добавлено.')
    await press(page, 'Добавить 40 песен')
    await shows(page, 'Тексты с аккордами сохранены.')
    const songs = await ask(url, api.artist.repertoire, { query: {} }, musician.token)
    assert.equal(songs.length, COUNT)
    const first = songs.find(({ title }) => title === titleOf(0))
    assert.deepEqual([first?.key, first?.capo, first?.tempo], ['Em', 2, 80])

    await page.goto(`${url}/artist/favorite_songs`)
    const [name, zip] = await saved(page, 'Скачать тексты ChordPro', 'Ещё о репертуаре')
    assert.equal(name, 'Репертуар.zip')
    const { sheets } = await readSheetFiles([new File([new Uint8Array(zip)], name)])
    assert.deepEqual(
      sheets.map(({ text }) => text).toSorted(),
      BOOK.split('{new_song}\n').toSorted(),
    )

    const items = [
      { kind: 'song' as const, songId: first?.songId ?? '' },
      { kind: 'break' as const, minutes: 15 },
      { kind: 'note' as const, text: 'Поблагодарить зал' },
      {
        kind: 'song' as const,
        songId: songs.find((one) => one.title === titleOf(1))?.songId ?? '',
      },
    ]
    const set = await ask(
      url,
      api.artist.saveSet,
      { body: { id: null, title: 'Пятница: первый', targetMinutes: null, items } },
      musician.token,
    )
    await page.goto(`${url}/artist/sets/${set.id}`)
    const [textName, text] = await saved(page, 'Скачать простым текстом', 'Ещё о сете')
    assert.equal(textName, 'Пятница： первый.txt')
    assert.match(
      text.toString(),
      /^Пятница: первый\n\n1\. Проба — Тихий свет 1, F#m · капо 2, играем Em · 80 BPM\nПерерыв 15 мин\n/u,
    )
    assert.match(text.toString(), /\nEm {5}C {12}D\nТихо в зале, гаснет свет\n/u)

    await chooseInMenu(page, 'На печать с аккордами', 'Ещё о сете')
    await shows(page, 'Каждая песня с новой страницы')
    const list = page.getByRole('list', { name: 'Список песен' }).getByRole('listitem')
    assert.deepEqual(await list.allInnerTexts(), [
      '1. Проба — Тихий свет 1\nF#m · капо 2, играем Em · 80 BPM',
      'Перерыв 15 мин',
      'Поблагодарить зал',
      '2. Проба — Тихий свет 2\nF#m · капо 2, играем Em · 81 BPM',
    ])
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    assert.deepEqual(violations, [])
    // A list and two songs, each on its own page.
    const pdf = await page.pdf({ preferCSSPageSize: true })
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length, 3)
    await page.getByText('Каждая песня с новой страницы').click()
    const close = await page.pdf({ preferCSSPageSize: true })
    assert.equal(close.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length, 1)
  },
)
