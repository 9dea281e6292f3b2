import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, ordersAt } from '#test/support/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { findSong, expectNow, orderSong } from '#test/support/listener-page.ts'
import { onSite } from '#test/support/journey.ts'
import { evening } from '#test/support/evening.ts'
import { chooseInMenu, padPlays, press } from '#test/support/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/screen.ts'

const journey = onSite()

journey(
  'the artist switches the evening to a circle, and each phone is told its place',
  async (site) => {
    const { url } = site
    const { pad, anya, boris, change } = await evening(site)
    await orderSong(anya, 'Группа крови', 'груп')
    await orderSong(anya, 'Пачка сигарет', 'пачк')
    await orderSong(boris, 'Восьмиклассница', 'восьмикл')

    await pad.goto(`${url}/artist?tab=concert`)
    await chooseInMenu(pad, 'Правила вечера')
    await pad.getByRole('radio', { name: /^По кругу/u }).check()
    await pad.getByText('Подробнее').click()
    await pad.getByLabel('Сколько первых песен не переставлять').selectOption('0')
    const inCircle = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет']
    await showsList(pad, 'Так встала бы очередь', inCircle)
    await press(pad, 'Сохранить')
    await shows(pad, 'Правила сохранены')

    for (const page of [anya, boris]) {
      await shows(page, 'По кругу: сначала по одной песне у каждого')
      await showsList(page, 'В очереди', inCircle)
    }
    await shows(anya, 'Вы закажете вторую: сначала по одной у всех')
    await shows(boris, 'Перед вами 1 песня: одну заказали раньше')
    // His place stays, its reason does not.
    await change({ turn: 'circle', lock: 2 })
    await shows(boris, 'Перед вами одна')
  },
)

journey('a song that sounded is marked in the search and refused until it opens', async (site) => {
  const { url } = site
  const { musician, sessionId, pad, anya, change, refused } = await evening(site)
  site.expectFault(/409/u)
  await change({ repeats: 'after', repeatAfter: 2 })
  await ordersAt(url, musician, sessionId, ['Группа крови', 'Перемен', 'Печаль'])
  await pad.goto(`${url}/artist?tab=concert`)
  await press(pad, 'Следующий Трек')
  await expectNow(anya, 'Группа крови')
  const again = await findSong(anya, 'Группа крови', 'груп')
  await shows(anya, 'уже звучала, можно заказать через 2 песни')
  await again.getByRole('button', { name: 'Да', exact: true }).click()
  await refused(anya, 'Эта песня уже звучала. Её можно заказать через 2 песни.')
  for (const nth of ['Перемен', 'Печаль']) {
    const body = { songId: null, sessionId }
    const queue = await ask(url, api.artist.nextSong, { body }, musician.token)
    assert.equal(queue[0]?.title, nth)
  }
  await orderSong(anya, 'Группа крови', 'груп')
  await showsList(anya, 'В очереди', ['Группа крови'])
})

journey(
  'the reception closes from the pad and opens again, and «Играем дольше» moves the end for all',
  async (site) => {
    const { url } = site
    const { pad, anya, calendar } = await evening(site)
    await pad.goto(`${url}/artist?tab=concert`)
    await chooseInMenu(pad, 'Закрыть приём заказов')
    await shows(anya, 'Приём заказов закрыт')
    assert.equal(await anya.getByText('Приём заказов закрыт').count(), 1)
    await chooseInMenu(pad, 'Открыть приём заказов')
    await anya.getByRole('searchbox', { name: 'Найти песню' }).waitFor()

    assert.equal((await calendar()).sequence, '0')
    await chooseInMenu(pad, 'Играем дольше: +15 минут')
    await shows(anya, /Играем дольше, до \d\d:\d\d/u)
    await eventually(async () => (await calendar()).sequence, '1')
  },
)

journey(
  'a break is told with the time at which it ends, and a song that is played ends it',
  async (site) => {
    const { musician, sessionId, pad, anya } = await evening(site)
    await ordersAt(site.url, musician, sessionId, ['Группа крови', 'Перемен'])
    await pad.goto(`${site.url}/artist?tab=concert`)
    await press(pad, 'Следующий Трек')
    await shows(anya, 'Сейчас играет')
    await chooseInMenu(pad, 'Перерыв 15 минут')
    await shows(pad, /Перерыв до \d\d:\d\d/u)
    await shows(pad, 'Звучала до перерыва')
    await showsNoMore(pad.getByText('Вы исполняете'))
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    for (const page of [pad, anya])
      await page.locator('output.sr', { hasText: /^Перерыв, продолжим в/u }).waitFor()
    await pad.waitForTimeout(1200)
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Перемен')
    await shows(pad, 'Концерт идёт')
    await shows(anya, 'Сейчас играет')
    await chooseInMenu(pad, 'Приостановить концерт')
    await shows(pad, 'Звучала до паузы')
    await chooseInMenu(pad, 'Продолжить концерт')
    await padPlays(pad, 'Перемен')
    await chooseInMenu(pad, 'Перерыв 30 минут')
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    await anya.reload()
    await shows(anya, /Перерыв, продолжим в \d\d:\d\d/u)
    await pad.keyboard.press('b')
    await shows(pad, 'Концерт идёт')
    await shows(anya, 'Сейчас играет')
  },
)
