import { concertAt, giveToken, musicianAt, queueAt } from '#test/support/product/product-calls.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import {
  findSong,
  openConcertPage,
  openOwnOrder,
  orderSong,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { UNDO_WINDOW_MS } from '#web/features/pad/commands/command-outbox.ts'

const journey = onSite()

journey(
  'a song is closed for the evening, a guest lets another pass, and all that one ordered is taken out',
  async (site) => {
    site.expectFault(/409 .*\/songs\/order-song/u)
    site.expectFault(/ERR_INTERNET_DISCONNECTED|change-rules|ERR_FAILED/u)
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const queue = () => queueAt(url, sessionId)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const [anya, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    for (const phone of [anya, oleg]) await openConcertPage(phone, url, musician.username)

    await chooseInMenu(pad, 'Правила вечера')
    const rules = pad.getByRole('dialog', { name: 'Правила вечера' })
    await rules.getByText('Не играть сегодня').first().click()
    await rules.getByLabel('Какую песню не играть').fill('восьмиклассница')
    await rules.getByLabel('Исполнитель').fill('Кино')
    const bar = rules.getByRole('button', { name: 'Не играть «восьмиклассница»' })
    // Over a lost network nothing has to be typed again.
    await pad.route('**/artist/change-rules', (route) => route.abort(), { times: 1 })
    await bar.click()
    await shows(pad, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
    await bar.click()
    await rules.getByRole('button', { name: 'Снова играть: Восьмиклассница' }).waitFor()
    await rules.getByRole('button', { name: 'Закрыть' }).click()
    await showsNoMore(rules)

    await anya.getByRole('searchbox', { name: 'Найти песню' }).fill('восьм')
    await rowOf(anya, 'Восьмиклассница').getByText('сегодня не играем').waitFor()
    const barred = await findSong(anya, 'Восьмиклассница', 'восьм')
    await barred.getByRole('button', { name: 'Да', exact: true }).click()
    const refused = anya.getByRole('dialog', { name: 'К сожалению песня не может быть добавлена' })
    await shows(refused, 'Эту песню сегодня не играем. Выберите другую.')
    await refused.getByText('Понятно').click()
    await showsNoMore(refused)

    await orderSong(anya, 'Группа крови', 'груп')
    await eventually(queue, ['Группа крови SCHEDULED ×1'])
    await orderSong(oleg, 'Перемен', 'перем')
    await showsList(pad, 'Заказы', ['Группа крови', 'Перемен'])
    const letPass = async () => {
      const own = await openOwnOrder(anya, 'Группа крови')
      await own.getByRole('button', { name: 'Пропустить вперёд' }).click()
      await own.waitFor({ state: 'hidden' })
      await anya.getByText('Пропускаете песню вперёд').waitFor()
    }
    await letPass()
    await press(anya, 'Передумать')
    await showsNoMore(anya.getByText('Пропускаете песню вперёд'))
    await letPass()
    await eventually(
      queue,
      ['Перемен SCHEDULED ×1', 'Группа крови SCHEDULED ×1'],
      UNDO_WINDOW_MS + SOON_MS,
    )
    await showsList(pad, 'Заказы', ['Перемен', 'Группа крови'])
    const own = await openOwnOrder(anya, 'Группа крови')
    await own.getByText('Перед вами одна, её вы пропустили вперёд').waitFor({ timeout: SOON_MS })
    await own.getByRole('button', { name: 'Закрыть' }).click()
    await own.waitFor({ state: 'hidden' })

    await orderSong(anya, 'Пачка сигарет', 'пачк')
    await showsList(pad, 'Заказы', ['Перемен', 'Группа крови', 'Пачка сигарет'])
    const openGuest = async () => {
      await pad
        .getByRole('button', { name: /^Группа крови/u })
        .first()
        .click()
      await press(pad, 'Все заказы гостя')
      const guest = pad.getByRole('dialog', { name: 'Гость без имени' })
      await guest.getByRole('list', { name: 'Заказы гостя' }).getByText('Пачка сигарет').waitFor()
      return guest
    }
    await openGuest()
    await press(pad, 'Убрать 2 заказа')
    await showsList(pad, 'Заказы', ['Перемен'])
    await press(pad, 'Оставить')
    await showsList(pad, 'Заказы', ['Перемен', 'Группа крови', 'Пачка сигарет'])
    // The network goes between the look and the press.
    await openGuest()
    await pad.context().setOffline(true)
    await press(pad, 'Убрать 2 заказа')
    await showsList(pad, 'Заказы', ['Перемен'])
    await pad.waitForTimeout(UNDO_WINDOW_MS)
    await pad.context().setOffline(false)
    await eventually(queue, ['Перемен SCHEDULED ×1'], UNDO_WINDOW_MS + SOON_MS)
    await showsList(pad, 'Заказы', ['Перемен'])
    await anya
      .getByRole('region', { name: 'Ваша песня: Группа крови' })
      .getByText('Заказ отменён')
      .first()
      .waitFor({ timeout: SOON_MS })
  },
)
