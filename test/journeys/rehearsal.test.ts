import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, giveToken, moneyAt, musicianAt } from '#test/support/backstage.ts'
import { inHouse } from '#test/support/house.ts'
import { chooseInMenu, press } from '#test/support/pad.ts'
import { shows, showsNoMore } from '#test/support/screen.ts'

const journey = inHouse()

journey(
  'a rehearsal is played on the pad, through a lost network, and leaves nothing',
  async (house) => {
    const { url } = house
    const musician = await musicianAt(url)
    const { token, username } = musician
    const songs = ['Перемен', 'Печаль', 'Группа крови', 'Звезда по имени Солнце']
    for (const title of songs) {
      const body = { songId: null, title, artistName: 'Кино', imageUrl: '' }
      await ask(url, api.artist.addFavorite, { body }, token)
    }
    const page = await house.enter('музыкант')
    await giveToken(page.context(), url, musician)
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
    await shows(page, /^Репетиция\. Зал и деньги ненастоящие/u)
    const next = page.getByRole('button', { name: 'Следующий Трек', disabled: false })
    await next.click()
    await shows(page, 'Вы исполняете')
    await shows(page, /^Собрали 0\s₽|^Сыграно: 0 песен\. Собрали/u)

    await page.getByText('Пропала сеть').click()
    await shows(page, /^Связь прервалась/u)
    // A second press within a second is none.
    await page
      .getByRole('button', { name: 'Следующий Трек', disabled: false })
      .and(page.locator(':not([aria-disabled=true])'))
      .click()
    await shows(page, /^Не отправлено: 1/u)
    await page.getByText('Пропала сеть').click()
    await showsNoMore(page.getByText(/^Не отправлено/u))
    await page.getByRole('button', { name: /^Сыграно: 1 песня/u }).waitFor()

    await chooseInMenu(page, 'Завершить концерт')
    await press(page, 'Завершить')
    await page.getByRole('heading', { name: 'Репетиция окончена' }).waitFor()
    await shows(page, /^Сыграно: /u)
    assert.deepEqual(writes, [])
    await page.goto(`${url}/artist?tab=concert`)
    await page.getByRole('link', { name: 'Репетиция' }).waitFor()
    assert.deepEqual(await traces(), before)
  },
)
