import { api } from '#contract/index.ts'
import { ask } from '#test/support/product/product-calls.ts'
import { evening } from '#test/support/steps/evening.ts'
import { expectNow, orderSong } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, padPlays, press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
const SONGS = [
  ['Группа крови', 'группа'],
  ['Пачка сигарет', 'пачка'],
  ['Перемен', 'перемен'],
  ['Печаль', 'печаль'],
  ['Звезда по имени Солнце', 'звезда по'],
  ['Кукушка', 'кукушка'],
] as const
const [first, second, third, fourth, fifth, sixth] = SONGS.map(([title]) => title)

journey(
  'a set of three parts is made, laid into the evening in one tap, and played with its breaks and with orders in between',
  async (site) => {
    const { url } = site
    const { musician, pad, anya, boris, change } = await evening(site)
    for (const [title] of SONGS) {
      const body = { songId: null, title, artistName: 'Кино', imageUrl: '' }
      await ask(url, api.artist.addFavorite, { body }, musician.token)
    }
    await change({ orderAfter: 2 })
    await pad.goto(`${url}/artist?tab=concert`)
    await chooseInMenu(pad, 'Взять сет')
    await shows(pad, /^Сетов пока нет/u)
    await pad.goto(`${url}/artist/sets`)
    await press(pad, 'Новый сет')
    await pad.getByLabel('Название').fill('Вечер в трёх частях')
    for (const [at, [title, typed]] of SONGS.entries()) {
      if (at === 2 || at === 4) await press(pad, 'Перерыв')
      if (at === 2) {
        await press(pad, 'Заметка')
        await pad.getByLabel('Заметка, видна на пульте').fill('Поблагодарить бар')
      }
      await pad.getByRole('searchbox', { name: 'Найти в репертуаре' }).fill(typed)
      const found = pad.getByRole('list', { name: 'Найдены в репертуаре' })
      await found.getByRole('button', { name: new RegExp(`^${title} `, 'u') }).click()
    }
    await shows(pad, /^6 песен, 24 минуты · перерывы 30 минут · без длины 6/u)
    await press(pad, 'Сохранить')
    await shows(pad, 'Сет сохранён')
    await pad.goto(`${url}/artist?tab=concert`)
    await chooseInMenu(pad, 'Взять сет')
    await press(pad, 'Добавить сет в очередь: Вечер в трёх частях')
    await showsList(
      pad,
      'Дальше',
      SONGS.map(([title]) => title),
    )

    await press(pad, 'Следующий Трек')
    await padPlays(pad, first ?? '')
    await orderSong(anya, 'Восьмиклассница', 'восьмикл')
    await shows(anya, 'После каждой второй песни артиста — заказ')
    await shows(anya, 'Перед вами одна')
    await orderSong(boris, 'Пачка сигарет', 'пачк')
    for (const page of [anya, boris])
      await showsList(page, 'В очереди', [
        second,
        'Восьмиклассница',
        third,
        fourth,
        fifth,
        sixth,
      ] as string[])
    for (const title of [second ?? '', 'Восьмиклассница']) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
      await expectNow(anya, title)
    }

    const before = pad.getByRole('region', { name: 'Перед следующей песней' })
    await shows(before, 'Поблагодарить бар')
    await press(pad, 'Перерыв 15 минут')
    await shows(anya, /^Перерыв, продолжим в/u)
    await showsNoMore(before.getByRole('button'))
    await press(pad, 'Следующий Трек')
    await padPlays(pad, third ?? '')
    await showsNoMore(before)
    await expectNow(boris, third ?? '')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, fourth ?? '')
    await before.getByRole('button', { name: 'Перерыв 15 минут' }).click()
    await shows(boris, /^Перерыв, продолжим в/u)
    for (const title of [fifth ?? '', sixth ?? '']) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
      await expectNow(boris, title)
    }
    await showsList(pad, 'Очередь', [])
  },
)
