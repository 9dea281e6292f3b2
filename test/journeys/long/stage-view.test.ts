import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { AxeBuilder } from '@axe-core/playwright'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, enterPad, padPlays, press } from '#test/support/steps/pad.ts'
import { openSong } from '#test/support/steps/repertoire-steps.ts'
import { shows, showsNoMore, tapAt } from '#test/support/browsers/screen.ts'
import { readSheetFiles } from '#web/features/repertoire/import/sheet-files.ts'
import { zipOf } from '#web/parts/songs/song-files.ts'

const journey = onSite()
const SONGS = ['Группа крови', 'Пачка сигарет']
const VERSE = '[Am]Тёплое место, но у[F]лицы ждут\n'

async function axeViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations.map(({ id }) => id)
}

/** The tools fade, and come back with a touch of the text; one that was pressed is never pressed again. */
async function pressTool(view: Locator, name: string) {
  await view.getByRole('region', { name: 'Текст песни' }).click({ position: { x: 5, y: 5 } })
  await view.getByRole('button', { name }).dispatchEvent('click')
}

journey(
  'a song is transposed on one pad and shown so on the other, and read to its end by the pedal without a network',
  async (site) => {
    const { url } = site
    site.expectFault(/ERR_INTERNET_DISCONNECTED/u)
    const { pad, musician, concertId: sessionId } = await enterPad(site, SONGS)
    const [first = '', second = ''] = await Promise.all(SONGS.map((title) => songId(url, title)))
    const texts = [
      { songId: first, text: `{key: Am}\n${VERSE.repeat(30)}[G]Конец` },
      { songId: second, text: '[C]Я сижу и смотрю' },
    ]
    await ask(url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
    const body = { sessionId, name: 'Лёша' }
    const { link } = await ask(url, api.artist.addSecondPad, { body }, musician.token)
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    const other = await site.enter('Лёша')
    await other.goto(link)
    await padPlays(other, 'Группа крови')
    const views = await Promise.all(
      [pad, other].map(async (page) => {
        await chooseInMenu(page, 'Текст')
        const view = page.getByRole('dialog', { name: 'Группа крови' })
        await view.getByText('Am', { exact: true }).first().waitFor()
        return view
      }),
    )
    const [mine, his] = views as [(typeof views)[0], (typeof views)[0]]
    await shows(mine, 'Я сижу и смотрю')
    assert.deepEqual(await axeViolations(pad), [])

    await pressTool(mine, 'Выше на полтона')
    await pressTool(mine, 'Выше на полтона')
    await mine.getByText('Bm', { exact: true }).first().waitFor()
    await his.getByText('Bm', { exact: true }).first().waitFor()

    await other.context().setOffline(true)
    const text = his.getByRole('region', { name: 'Текст песни' })
    const left = () => text.evaluate((box) => box.scrollHeight - box.clientHeight - box.scrollTop)
    assert.ok((await left()) > 100)
    await text.focus()
    for (let page = 0; page < 40 && (await left()) > 1; page++)
      await other.keyboard.press('PageDown')
    await eventually(async () => (await left()) <= 1, true)
    await his.getByRole('heading', { name: 'Группа крови' }).waitFor()
  },
)

journey(
  'each press beside the lists of a desk is soon on the other pad, one during the call before it too',
  async (site) => {
    const { url } = site
    const { pad, musician, concertId } = await enterPad(site, SONGS, {
      screen: { viewport: { width: 1280, height: 800 } },
    })
    const texts = [{ songId: await songId(url, 'Группа крови'), text: `{key: Am}\n${VERSE}` }]
    await ask(url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
    const body = { sessionId: concertId, name: 'Лёша' }
    const { link } = await ask(url, api.artist.addSecondPad, { body }, musician.token)
    await press(pad, 'Следующий Трек')
    await pad.reload()
    await padPlays(pad, 'Группа крови')
    const beside = pad.getByRole('region', { name: 'Текст: Группа крови' })
    await beside.getByText('Am', { exact: true }).waitFor()
    const other = await site.enter('Лёша')
    await other.goto(link)
    await padPlays(other, 'Группа крови')
    await chooseInMenu(other, 'Текст')
    const his = other.getByRole('dialog', { name: 'Группа крови' })
    await his.getByText('Am', { exact: true }).waitFor()

    await pad.route('**/artist/transpose-song', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 500))
      await route.continue()
    })
    const sending = pad.waitForRequest('**/artist/transpose-song')
    await press(pad, 'Выше на полтона')
    await sending
    await press(pad, 'Выше на полтона')
    await his.getByText('Bm', { exact: true }).waitFor({ timeout: 8000 })
    await pressTool(his, 'Ниже на полтона')
    await beside.getByText('Bbm', { exact: true }).waitFor({ timeout: 8000 })
  },
)

journey('the touch that brings the tools of a text does nothing else', async (site) => {
  const { pad, musician } = await enterPad(site, SONGS)
  const id = await songId(site.url, 'Группа крови')
  const texts = [{ songId: id, text: `{key: Am}\n${VERSE}` }]
  await ask(site.url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  await chooseInMenu(pad, 'Текст')
  const view = pad.getByRole('dialog', { name: 'Группа крови' })
  await shows(view, 'Ля минор')
  const areShown = () => view.getAttribute('data-tools')
  for (const name of ['Выше на полтона', 'Закрыть']) {
    await eventually(areShown, 'false')
    await tapAt(view.getByRole('button', { name }))
    await eventually(areShown, 'true')
    await shows(view, 'Ля минор')
  }
  await tapAt(view.getByRole('button', { name: 'Выше на полтона' }))
  await shows(view, 'Си-бемоль минор')
  await tapAt(view.getByRole('button', { name: 'Закрыть' }))
  await showsNoMore(view)
})

journey(
  'lines with labels are transposed with the rest, and a line that stays is marked',
  async (site) => {
    const { url } = site
    const { pad, musician } = await enterPad(site, SONGS)
    const id = await songId(url, 'Группа крови')
    const text =
      '[Куплет 1]\nВступление: Am Dm E7 Am (2 раза)\n\nAm        F\nТихо в зале, гаснет свет\nтут Dm и там F7'
    const body = { songId: id, title: 'Группа крови', artistName: 'Кино', imageUrl: '' }
    await ask(url, api.artist.addFavorite, { body }, musician.token)
    await pad.goto(`${url}/artist/favorite_songs`)
    await openSong(pad, 'Группа крови')
    await press(pad, 'Текст и аккорды')
    const sheet = pad.getByRole('dialog', { name: 'Текст и аккорды' })
    await sheet.getByRole('textbox').fill(text)
    await shows(sheet, 'В одной строке аккорды не распознаны: они останутся в старой тональности')
    await press(pad, 'Сохранить')
    await showsNoMore(sheet)
    await pad.goto(`${url}/artist`)
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await chooseInMenu(pad, 'Текст')
    const view = pad.getByRole('dialog', { name: 'Группа крови' })
    await shows(view, 'Куплет 1')
    await pressTool(view, 'Выше на полтона')
    await pressTool(view, 'Выше на полтона')
    await view.getByText('F#7', { exact: true }).first().waitFor()
    await shows(view, 'не переложили, сыграйте сами')
    assert.deepEqual(await axeViolations(pad), [])
  },
)

const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1024, height: 768 },
]
const FOLK = `{key: Am}
Вступление
Am – Dm и ещё раз (x2)
[Am]Ой, то не вечер, [Dm]то не вечер,
[E7]Мне малым-мало [Am]спалось,
[G]Мне малым-мало [C]спалось,
[E7]Ой, да во сне [Am]привиделось…
`.repeat(3)

for (const screen of SCREENS) {
  const size = `${screen.width}×${screen.height}`
  journey(
    `at ${size} the pedal reads a song to its end and then plays the next one`,
    async (site) => {
      const { url } = site
      const { pad, musician, concertId } = await enterPad(site, SONGS, {
        screen: { viewport: screen },
      })
      const [first = '', second = ''] = await Promise.all(SONGS.map((title) => songId(url, title)))
      const texts = [
        { songId: first, text: FOLK },
        { songId: second, text: '[Em]Я сижу и смотрю' },
      ]
      await ask(url, api.artist.saveSongTexts, { body: { texts } }, musician.token)
      await press(pad, 'Следующий Трек')
      await padPlays(pad, 'Группа крови')
      await chooseInMenu(pad, 'Текст и аккорды')
      const view = pad.getByRole('dialog', { name: 'Группа крови' })
      await view.getByText('Dm', { exact: true }).first().waitFor()
      await shows(view, 'Ля минор')
      await pressTool(view, 'Выше на полтона')
      await pressTool(view, 'Выше на полтона')
      await shows(view, 'Си минор')
      assert.deepEqual(await axeViolations(pad), [])

      await ordersAt(url, musician, concertId, ['Звезда по имени Солнце'])
      await shows(view, '+1 заказ')
      const text = view.getByRole('region', { name: 'Текст песни' })
      const tools = view.getByRole('toolbar', { name: 'Текст' })
      const opacity = () =>
        tools.evaluate((bar) => getComputedStyle(bar.parentElement ?? bar).opacity)
      const left = () =>
        text.evaluate((box) =>
          Math.max(
            box.scrollHeight - box.clientHeight - box.scrollTop,
            box.scrollWidth - box.clientWidth - box.scrollLeft,
          ),
        )
      await eventually(opacity, '0')
      assert.deepEqual(await axeViolations(pad), [])
      for (let page = 0; page < 40 && (await left()) > 2; page++)
        await pad.keyboard.press('PageDown')
      await shows(view, 'Конец песни')
      await text.evaluate((box) => box.scrollTo(0, 0))
      await pad.waitForTimeout(1000)
      const end = await left()
      await pad.keyboard.press('PageDown')
      await eventually(async () => (await left()) < end, true)
      await view.getByRole('heading', { name: 'Группа крови' }).waitFor()
      await eventually(opacity, '0')
      await text.click({ position: { x: 5, y: 5 } })
      await eventually(opacity, '1')
      // Presses of a foot are further apart than echoes of a pedal.
      await eventually(async () => {
        await pad.waitForTimeout(1000)
        await pad.keyboard.press('PageDown')
        return pad.getByRole('dialog', { name: 'Пачка сигарет' }).isVisible()
      }, true)
      await pad.getByRole('button', { name: 'Отменить: «Группа крови» сыграна' }).waitFor()
    },
  )
}

journey('a text is written in the repertoire, and told where it is broken', async (site) => {
  const { url } = site
  site.expectFault(/503 .*artist\/song-texts/u)
  const { pad, musician } = await enterPad(site, SONGS)
  const id = await songId(url, 'Группа крови')
  const body = { songId: id, title: 'Группа крови', artistName: 'Кино', imageUrl: '' }
  await ask(url, api.artist.addFavorite, { body }, musician.token)
  await pad.goto(`${url}/artist/favorite_songs`)
  await openSong(pad, 'Группа крови')
  await press(pad, 'Текст и аккорды')
  const sheet = pad.getByRole('dialog', { name: 'Текст и аккорды' })
  const field = sheet.getByRole('textbox')
  await field.fill('[Am]Тёплое [F место')
  await shows(sheet, 'Строка 1: нет закрывающей скобки ]')
  await field.fill('[Am]Тёплое [F]место')
  await shows(sheet, 'Так будет на пульте')
  const json = { code: 'OVERLOADED', message: 'Сервис ненадолго недоступен.' }
  await pad.route('**/artist/song-texts', (route) => route.fulfill({ status: 503, json }))
  await press(pad, 'Сохранить')
  await shows(pad, 'Сервис ненадолго недоступен.')
  await pad.unroute('**/artist/song-texts')
  await press(pad, 'Сохранить')
  await showsNoMore(sheet)
  await press(pad, 'Текст и аккорды')
  await eventually(() => field.inputValue(), '[Am]Тёплое [F]место')
  await eventually(() => axeViolations(pad), [])
})

journey(
  'three hundred texts come in as a zip and go out the same, each with its name',
  async (site) => {
    const { url } = site
    site.expectFault(/503 .*artist\/song-texts/u)
    const musician = await musicianAt(url)
    const page = await site.enter('Кира')
    await giveToken(page.context(), site.url, musician)
    await page.goto(`${url}/artist/favorite_songs/import`)
    const sheets = Array.from({ length: 300 }, (_, n) => ({
      title: `Куплет ${n + 1}?`,
      artistName: n % 2 === 0 ? 'AC/DC' : 'Мы',
      text: `{key: Am}\r\n${VERSE.repeat(1 + (n % 20))}№ ${n}`,
    }))
    const files = [
      { name: 'тексты.zip', mimeType: 'application/zip', buffer: Buffer.from(await zipOf(sheets)) },
      { name: 'обложка.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('x') },
    ]
    const field = page.getByLabel('Файлы с текстами и аккордами')
    await field.setInputFiles(files.slice(1))
    await shows(page, 'Здесь нет текстов песен. обложка.jpg: это не ChordPro')
    await field.setInputFiles(files)
    await shows(page, '300 текстов. Ничего ещё не добавлено.')
    await shows(page, 'обложка.jpg: это не ChordPro')
    let calls = 0
    const json = { code: 'OVERLOADED', message: 'Сервис ненадолго недоступен.' }
    await page.route('**/artist/song-texts', (route) =>
      ++calls === 3 ? route.fulfill({ status: 503, json }) : route.continue(),
    )
    await press(page, 'Добавить 300 песен')
    await shows(page, 'Не сохранили 260 текстов.')
    await shows(page, 'Добавлено 300 песен')
    await press(page, 'Сохранить тексты ещё раз')
    await shows(page, 'Тексты с аккордами сохранены.')

    await page.goto(`${url}/artist/favorite_songs`)
    const loading = page.waitForEvent('download')
    await chooseInMenu(page, 'Скачать тексты ChordPro', 'Ещё о репертуаре')
    const saved = await (await loading).path()
    const read = await readSheetFiles([new File([await readFile(saved)], 'Тексты.zip')])
    const byTitle = (all: typeof sheets) =>
      all.toSorted((a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0))
    const readBack = read.sheets.map(({ title, artistName, text }) => ({ title, artistName, text }))
    const named = sheets.map((one) => ({
      ...one,
      text: `{title: ${one.title}}\n{artist: ${one.artistName}}\n${one.text}`,
    }))
    assert.deepEqual(byTitle(readBack), byTitle(named))
  },
)
