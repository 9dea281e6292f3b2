import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { HOUR_MS } from '#domain/time.ts'
import {
  ask,
  giveToken,
  moneyAt,
  musicianAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press, withOneList } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

/** A musician whose repertoire has songs of this band, as a page of his own. */
async function enterWith({ url, enter }: TestSite, titles: readonly string[]) {
  const musician = await musicianAt(url)
  for (const title of titles) {
    const body = { songId: null, title, artistName: 'Кино', imageUrl: '' }
    await ask(url, api.artist.addFavorite, { body }, musician.token)
  }
  const page = await enter('музыкант')
  await giveToken(page.context(), url, musician)
  return { musician, page }
}

journey(
  'a rehearsal is played on the pad, through a lost network, and leaves nothing',
  async (site) => {
    const { url } = site
    const songs = ['Перемен', 'Печаль', 'Группа крови', 'Звезда по имени Солнце']
    const { musician, page } = await enterWith(site, songs)
    const { token, username } = musician
    const traces = async () => ({
      lists: await ask(
        url,
        api.session.getSessions,
        { body: { artistUsername: username, allData: true } },
        token,
      ),
      past: await ask(url, api.session.past, { query: {} }, token),
      money: await moneyAt(url, musician),
      found: await ask(
        url,
        api.songs.findSongOfArtist,
        { query: { input: 'Кино', username } },
        token,
      ),
      stored: await page.evaluate(() => Object.keys(localStorage).toSorted()),
    })
    await page.goto(`${url}/artist?tab=concert`)
    await page.getByRole('link', { name: 'Репетиция' }).waitFor()
    const before = await traces()
    const writes: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') writes.push(request.url())
    })

    await page.getByRole('link', { name: 'Репетиция' }).click()
    await shows(page, /^Репетиция\. Зал придуман/u)
    const next = page.getByRole('button', { name: 'Следующий Трек', disabled: false })
    await next.click()
    await shows(page, 'Вы исполняете')
    await page.getByRole('button', { name: /^0 сыграно/u }).waitFor()

    await page.getByText('Пропала сеть').click()
    await shows(page, /^Нет связи/u)
    // A second press within a second is ignored.
    await page
      .getByRole('button', { name: 'Следующий Трек', disabled: false })
      .and(page.locator(':not([aria-disabled=true])'))
      .click()
    await shows(page, /1 команду отправим сами/u)
    await page.getByText('Пропала сеть').click()
    await showsNoMore(page.getByText(/отправим сами/u))
    await page.getByRole('button', { name: /^1 сыграно/u }).waitFor()

    await chooseInMenu(page, 'Завершить')
    await press(page, 'Завершить')
    await page.getByRole('heading', { name: 'Репетиция окончена' }).waitFor()
    await shows(page, /^Сыграно: /u)
    assert.deepEqual(writes, [])
    await page.goto(`${url}/artist?tab=concert`)
    await page.getByRole('link', { name: 'Репетиция' }).waitFor()
    assert.deepEqual(await traces(), before)
  },
)

journey(
  'a rehearsal of paid orders on the pad with one list returns their money, stands still, and ends by the clock',
  async (site) => {
    const { musician, page } = await enterWith(site, ['Перемен', 'Печаль', 'Группа крови'])
    await takesMoney(site.url, musician, 200)
    await withOneList(page)
    // The clock of this device is three hours fast.
    await page.clock.install({ time: Date.now() + 3 * HOUR_MS })
    await page.goto(`${site.url}/artist/rehearsal`)
    await page.getByRole('timer', { name: /^До конца \d+ минут/u }).waitFor()
    const waits = page.getByRole('region', { name: 'В очереди' }).getByRole('listitem')
    await waits.filter({ hasText: '₽' }).first().getByRole('button').first().click()
    await press(page, 'Удалить')
    await shows(page, /^Удалили «.+»\. Вернём \d+\s₽ слушател/u)

    await page.getByRole('button', { name: 'Следующая песня', disabled: false }).click()
    const song = page.getByRole('region', { name: 'Текущая песня' })
    await song.getByText('Вы исполняете').waitFor()
    await press(page, 'Приостановить концерт')
    await shows(page, 'Концерт на паузе')
    await page.getByRole('button', { name: 'Завершить концерт' }).waitFor()
    await press(page, 'Продолжить концерт')
    await song.getByText('Вы исполняете').waitFor()
    await song.getByRole('button').click()
    await press(page, 'Прервать')
    await page.getByRole('button', { name: /^Прервать и вернуть \d+\s₽$/u }).click()
    await shows(page, /^Прервали «.+»\. Вернём \d+\s₽ слушател/u)

    await page.clock.fastForward('10:00')
    await page.getByRole('heading', { name: 'Репетиция окончена' }).waitFor()
    await shows(page, /^Сыграно: 0 песен\. .*вы собрали бы/u)
  },
)
