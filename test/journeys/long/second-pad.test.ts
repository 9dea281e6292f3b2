import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, giveToken, songId } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import {
  chooseInMenu,
  enterPad,
  padPlays,
  padRests,
  press,
  pressBeside,
} from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет']

journey('a second pad presses beside the first, and is called back at once', async (site) => {
  const screen = { permissions: ['clipboard-read', 'clipboard-write'] }
  const { pad, musician, concertId, queue } = await enterPad(site, SONGS, { screen })

  site.expectFault(/400 .*\/artist\/add-second-pad/u)
  await chooseInMenu(pad, 'Второй пульт')
  const sheet = pad.getByRole('dialog', { name: 'Второй пульт' })
  await press(pad, 'Сделать ссылку')
  await sheet.getByText('Напишите, у кого будет второй пульт').waitFor()
  await sheet.getByLabel('У кого будет пульт').fill('Лёша')
  await press(pad, 'Сделать ссылку')
  await sheet.getByRole('img', { name: 'QR-код второго пульта' }).waitFor()
  await press(pad, 'Скопировать')
  await pad.getByText('Ссылка скопирована').waitFor()
  const link = await pad.evaluate(() => navigator.clipboard.readText())
  await sheet.getByText('Ещё не открыт').waitFor()

  const second = await site.enter('Лёша')
  await second.goto(link)
  await second.getByText('Второй пульт: Лёша').waitFor()
  assert.equal(new URL(second.url()).hash, '', 'the token is not left in the address bar')
  await showsList(second, 'Заказы', SONGS)
  await sheet.getByText('Пульт открыт: Лёша').waitFor()
  await sheet.getByText('Открыт', { exact: true }).waitFor()
  assert.equal(await sheet.getByRole('img', { name: 'QR-код второго пульта' }).count(), 0)
  await pad.keyboard.press('Escape')
  await showsNoMore(sheet)
  await press(second, 'Следующий Трек')
  await padPlays(second, 'Группа крови')
  await padPlays(pad, 'Группа крови')
  await pad.getByText(/^Лёша, \d\d:\d\d: следующая песня$/u).waitFor()

  await pressBeside(pad, 'Пачка сигарет', 'В очередь')
  await showsList(second, 'Очередь', ['Пачка сигарет'])
  await second.getByText(/^Артист, \d\d:\d\d: «Пачка сигарет», песня в очередь$/u).waitFor()
  await eventually(queue, [
    'Группа крови NOW ×1',
    'Пачка сигарет QUEUED ×1',
    'Восьмиклассница SCHEDULED ×1',
  ])

  await second.getByRole('button', { name: 'Меню концерта' }).click()
  const menu = second.getByRole('dialog', { name: /^(?:Концерт|Ещё)$/u })
  for (const name of ['Приём', 'Дольше'])
    assert.equal(await menu.getByRole('button', { name }).count(), 0, name)
  await menu.getByRole('button', { name: 'Ещё' }).click()
  await menu.getByRole('button', { name: 'Сыграно' }).waitFor()
  for (const name of ['Завершить концерт', 'Правила вечера', 'Второй пульт', 'Взять сет'])
    assert.equal(await menu.getByRole('button', { name }).count(), 0, name)
  await second.keyboard.press('Escape')
  await chooseInMenu(second, 'Пауза')
  await second.getByRole('button', { name: / 15\sмин$/u }).click()
  for (const page of [second, pad]) await padRests(page)
  await second.route('**/artist/continue', (route) =>
    route.fulfill({ status: 403, json: { code: 'NOT_YOURS', message: 'Этого нельзя' } }),
  )
  site.expectFault(/403 .*\/artist\/continue|authorization failure/u)
  await chooseInMenu(second, 'Продолжить концерт')
  await second.getByText('Этого нельзя').waitFor()
  await padRests(second)
  const song = {
    songId: await songId(site.url, 'Кукушка'),
    title: '',
    artistName: '',
    imageUrl: '',
  }
  await ask(site.url, api.artist.addFavorite, { body: song }, musician.token)
  await chooseInMenu(second, 'Битва песен')
  const battle = second.getByRole('dialog', { name: 'Битва песен' })
  await battle.getByRole('button', { name: /^Кукушка/u }).waitFor()
  const copies = await second.evaluate(() => Object.keys(localStorage))
  assert.ok(copies.includes('copy second songs'))
  assert.ok(!copies.includes('copy artist songs'), 'the artist has his own copy on this phone')
  await second.reload()
  await showsList(second, 'Очередь', ['Пачка сигарет'])

  await chooseInMenu(pad, 'Второй пульт')
  await sheet.getByText('Открыт', { exact: true }).waitFor()
  await sheet.getByText(/^Лёша, \d\d:\d\d: следующая песня$/u).waitFor()
  await press(pad, 'Отозвать: Лёша')
  await showsNoMore(sheet.getByRole('button', { name: /^Отозвать/u }))
  site.expectFault(/401 .*\/artist\//u)
  await second.getByText(/^Эта ссылка больше не действует/u).waitFor()
  await eventually(queue, [
    'Группа крови NOW ×1',
    'Пачка сигарет QUEUED ×1',
    'Восьмиклассница SCHEDULED ×1',
  ])

  await sheet.getByLabel('У кого будет пульт').fill('Саша')
  await press(pad, 'Сделать ссылку')
  await press(pad, 'Скопировать')
  await pad.getByText('Ссылка скопирована').waitFor()
  await second.goto('about:blank')
  await second.goto(await pad.evaluate(() => navigator.clipboard.readText()))
  await second.getByText('Второй пульт: Саша').waitFor()
  await second.evaluate(() => {
    const look = () => {
      const words = document.body.innerText
      if (words.includes('ещё не начался')) sessionStorage.setItem('said', words)
    }
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true })
  })
  const body = { sessionId: concertId, sessionStatus: 'PLAYED' } as const
  await ask(site.url, api.artist.updateSessionStatus, { body }, musician.token)
  for (const at of ['the end', 'a reload']) {
    await second.getByRole('heading', { name: 'Второй пульт', exact: true }).waitFor()
    await second.getByText('Спасибо! Этот пульт больше ничем не управляет.').waitFor()
    assert.equal(await second.evaluate(() => sessionStorage.getItem('said')), null, at)
    await second.reload()
  }
})

journey(
  'words that one pad opens are open on the other, and a muted guest is muted',
  async (site) => {
    const { url } = site
    const { pad, musician, concertId: sessionId } = await enterPad(site, ['Кукушка'])
    const song = {
      songId: await songId(url, 'Перемен'),
      title: '',
      artistName: '',
      imageUrl: '',
      words: 'пошли нахуй',
    }
    const order = { ...song, artistUsername: musician.username, sessionId }
    await ask(url, api.songs.orderSong, { body: order })
    const other = await site.enter('планшет музыканта')
    await giveToken(other.context(), url, musician)
    await other.clock.install()
    await other.goto(`${url}/artist?tab=concert`)
    await shows(other, 'скрыто')

    await pad.getByRole('button', { name: /^Перемен/u }).click()
    const sheet = pad.getByRole('dialog', { name: 'Перемен' })
    await sheet.getByRole('button', { name: 'Показать', exact: true }).click()
    await shows(sheet, 'пошли нахуй')
    await other.clock.fastForward(15_000)
    await shows(other, 'пошли нахуй')
    await press(pad, 'Не принимать заказы этого гостя до конца вечера')
    await shows(sheet, 'Снова принимать заказы этого гостя')
    await other.clock.fastForward(15_000)
    await other.getByRole('button', { name: /^Перемен/u }).click()
    await shows(other, 'Снова принимать заказы этого гостя')
  },
)
