import assert from 'node:assert/strict'
import { concertAt, giveToken, musicianAt, ordersAt, queueAt } from '#test/support/backstage.ts'
import { eventually } from '#test/support/eventually.ts'
import { inHouse } from '#test/support/house.ts'
import { chooseInMenu, padPlays, press, pressBeside } from '#test/support/pad.ts'
import { showsList, showsNoMore } from '#test/support/screen.ts'

const journey = inHouse()
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет']

journey('a second pad presses beside the first, and is called back at once', async (house) => {
  const musician = await musicianAt(house.url)
  const concertId = await concertAt(house.url, musician)
  await ordersAt(house.url, musician, concertId, SONGS)
  const pad = await house.enter('музыкант', {
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await giveToken(pad.context(), house.url, musician)
  await pad.goto(`${house.url}/artist`)
  await showsList(pad, 'Заказы', SONGS)

  house.expectFault(/400 .*\/artist\/add-second-pad/u)
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
  await pad.keyboard.press('Escape')
  await showsNoMore(sheet)

  const second = await house.enter('Лёша')
  await second.goto(link)
  await second.getByText('Второй пульт: Лёша').waitFor()
  assert.equal(new URL(second.url()).hash, '', 'the token is not left in the address bar')
  await showsList(second, 'Заказы', SONGS)
  await press(second, 'Следующий Трек')
  await padPlays(second, 'Группа крови')
  await padPlays(pad, 'Группа крови')
  await pad.getByText(/^Лёша, \d\d:\d\d: следующая песня$/u).waitFor()

  await pressBeside(pad, 'Пачка сигарет', 'В очередь')
  await showsList(second, 'Очередь', ['Пачка сигарет'])
  await second.getByText(/^Артист, \d\d:\d\d: «Пачка сигарет», песня в очередь$/u).waitFor()
  await eventually(
    () => queueAt(house.url, concertId),
    ['Группа крови NOW ×1', 'Пачка сигарет QUEUED ×1', 'Восьмиклассница SCHEDULED ×1'],
  )

  await second.getByRole('button', { name: 'Меню концерта' }).click()
  await second.getByRole('menuitem', { name: 'Приостановить концерт' }).waitFor()
  for (const name of ['Завершить концерт', 'Правила вечера', 'Играем дольше', 'Второй пульт'])
    assert.equal(await second.getByRole('menuitem', { name }).count(), 0, name)
  await second.keyboard.press('Escape')
  await second.reload()
  await showsList(second, 'Очередь', ['Пачка сигарет'])

  await chooseInMenu(pad, 'Второй пульт')
  await sheet.getByText('Открыт', { exact: true }).waitFor()
  await sheet.getByText(/^Лёша, \d\d:\d\d: следующая песня$/u).waitFor()
  await press(pad, 'Отозвать')
  await showsNoMore(sheet.getByRole('button', { name: 'Отозвать' }))
  house.expectFault(/401 .*\/artist\//u)
  await second.getByText(/^Эта ссылка больше не действует/u).waitFor()
  await eventually(
    () => queueAt(house.url, concertId),
    ['Группа крови NOW ×1', 'Пачка сигарет QUEUED ×1', 'Восьмиклассница SCHEDULED ×1'],
  )
})
