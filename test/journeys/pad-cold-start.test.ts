import { concertAt, giveToken, musicianAt, ordersAt, queueAt } from '#test/support/backstage.ts'
import { eventually } from '#test/support/eventually.ts'
import { inHouse } from '#test/support/house.ts'
import { chooseInMenu, padPlays, press, pressBeside } from '#test/support/pad.ts'
import { shows, showsList } from '#test/support/screen.ts'

const journey = inHouse()
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

journey(
  'the pad opens without a network as this device saw it last, and each press is sent once',
  async (house) => {
    house.expectFault(/ERR_INTERNET_DISCONNECTED/u)
    const musician = await musicianAt(house.url)
    const concertId = await concertAt(house.url, musician)
    await ordersAt(house.url, musician, concertId, SONGS)
    const pad = await house.enter('музыкант', { serviceWorkers: 'allow' })
    await giveToken(pad.context(), house.url, musician)
    await pad.goto(`${house.url}/artist`)
    await pad.evaluate(() => navigator.serviceWorker.ready)
    await pad.reload()
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await eventually(
      () => queueAt(house.url, concertId),
      ['Группа крови NOW ×1', ...SONGS.slice(1).map((song) => `${song} SCHEDULED ×1`)],
    )

    await pad.context().setOffline(true)
    await pad.reload()
    await padPlays(pad, 'Группа крови')
    await showsList(pad, 'Заказы', SONGS.slice(1))
    await shows(pad, /Связь прервалась, показываем то, что было в \d\d:\d\d/u)
    await pressBeside(pad, 'Перемен', 'В очередь')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Перемен')
    await chooseInMenu(pad, 'Приостановить концерт')
    await shows(pad, /Не отправлено: 3/u)

    await pad.context().setOffline(false)
    await eventually(
      () => queueAt(house.url, concertId),
      ['Перемен NOW ×1', 'Восьмиклассница SCHEDULED ×1', 'Пачка сигарет SCHEDULED ×1'],
    )
    await shows(pad, 'Концерт на паузе')
  },
)
