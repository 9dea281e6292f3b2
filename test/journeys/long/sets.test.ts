import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { evening } from '#test/support/steps/evening.ts'
import { expectNow, orderSong } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, padPlays, press } from '#test/support/steps/pad.ts'
import { eventually } from '#test/support/eventually.ts'
import { isFocused, shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

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
    const sets = pad.getByRole('dialog', { name: 'Взять сет' })
    await shows(sets, /^Сетов пока нет/u)
    await sets.getByRole('button', { name: 'Своя песня' }).click()
    await pad.getByRole('dialog', { name: 'Добавить песню' }).waitFor()
    await pad.goto(`${url}/artist/favorite_songs?tab=sets`)
    await press(pad, 'Новый сет')
    const part = (name: string | RegExp) =>
      pad.getByRole('group', { name: 'Сет', exact: true }).getByRole('button', { name })
    for (const [at, [title, typed]] of SONGS.entries()) {
      if (at === 2 || at === 4) {
        await part(/^В сете/u).click()
        await press(pad, 'Перерыв')
      }
      if (at === 2) {
        await press(pad, 'Заметка')
        await pad.getByLabel('Заметка, видна на пульте').fill('Поблагодарить бар')
        await press(pad, 'Готово')
      }
      await part('Выбрать').click()
      await pad.getByRole('searchbox', { name: 'Найти песню' }).fill(typed)
      await pad.getByRole('checkbox', { name: new RegExp(`^${title} `, 'u') }).click()
    }
    await part('В сете 6').click()
    await press(pad, 'Название и цель')
    await pad.getByRole('textbox', { name: 'Название' }).fill('Вечер в трёх частях')
    await pad.getByLabel('Сколько минут музыки').fill('20')
    await press(pad, 'Готово')
    await shows(pad, 'цель 20 мин, на 4 мин больше')
    await shows(pad, /^перерывы 30 минут · без длины 6/u)
    // A song is moved by the keyboard too, and keeps the focus.
    const row = pad.getByRole('button', { name: /^Группа крови/u })
    await row.focus()
    await pad.keyboard.press('Alt+ArrowDown')
    await shows(pad, 'Группа крови: место 2 из 9')
    await eventually(() => isFocused(row), true)
    await pad.keyboard.press('Alt+ArrowUp')
    await shows(pad, 'Группа крови: место 1 из 9')
    site.expectFault(/net::ERR_CONNECTION_RESET.*artist\/set/u)
    // The answer to the first request is lost, and the set is changed before it is saved again.
    await pad.route('**/artist/set', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    await press(pad, 'Сохранить сет')
    await shows(pad, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    await pad.unroute('**/artist/set')
    await press(pad, 'Название и цель')
    await pad.getByRole('textbox', { name: 'Название' }).fill('Вечер из трёх частей')
    await press(pad, 'Готово')
    await press(pad, 'Сохранить сет')
    await shows(pad, 'Сет сохранён')
    // The evening runs: the way back leads to its pad.
    await pad.getByRole('link', { name: 'Назад: Концерт' }).click()
    await chooseInMenu(pad, 'Взять сет')
    await press(pad, 'Добавить сет в очередь: Вечер из трёх частей')
    await showsList(
      pad,
      'Дальше',
      SONGS.map(([title]) => title),
    )

    await press(pad, 'Следующий Трек')
    await padPlays(pad, first ?? '')
    await orderSong(anya, 'Восьмиклассница', 'восьмикл')
    await shows(anya, 'После каждой второй песни артиста — заказ')
    await shows(anya, /2-я в очереди/u)
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
    await press(pad, 'Продолжить')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, third ?? '')
    await showsNoMore(before)
    await expectNow(boris, third ?? '')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, fourth ?? '')
    await before.getByRole('button', { name: 'Перерыв 15 минут' }).click()
    await shows(boris, /^Перерыв, продолжим в/u)
    await press(pad, 'Продолжить')
    for (const title of [fifth ?? '', sixth ?? '']) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
      await expectNow(boris, title)
    }
    await showsList(pad, 'Очередь', [])
  },
)

journey('a set is copied, deleted and brought back with all that it holds', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const own = { songId: null, title: 'Печаль', artistName: 'Кино', imageUrl: '' }
  await ask(url, api.artist.addFavorite, { body: own }, musician.token)
  const repertoire = await ask(url, api.artist.repertoire, { query: {} }, musician.token)
  const items = [
    { kind: 'song' as const, songId: repertoire[0]?.songId ?? '' },
    { kind: 'break' as const, minutes: 15 },
    { kind: 'note' as const, text: 'тихо' },
  ]
  const body = { id: null, title: 'Вечер', targetMinutes: 45, items }
  await ask(url, api.artist.saveSet, { body }, musician.token)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/favorite_songs?tab=sets`)
  await chooseInMenu(page, 'Дублировать', 'Ещё: Вечер')
  await shows(page, '«Вечер, копия»: добавили')
  await chooseInMenu(page, 'Удалить', 'Ещё: Вечер')
  await press(page, 'Вернуть')
  await page.getByRole('link', { name: /^Вечер ?1 песня/u }).waitFor()
  const sets = await ask(url, api.artist.sets, {}, musician.token)
  assert.deepEqual(
    sets.map(({ title }) => title),
    ['Вечер', 'Вечер, копия'],
  )
  for (const { id } of sets) {
    const whole = await ask(url, api.artist.set, { query: { id } }, musician.token)
    assert.equal(whole.targetMinutes, 45)
    assert.deepEqual(whole.items.slice(1), items.slice(1))
    assert.equal(whole.items.length, items.length)
  }
})
