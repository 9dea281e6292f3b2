import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsList, showsNoMore, tapAt } from '#test/support/browsers/screen.ts'
import {
  ask,
  comingConcertAt,
  giveToken,
  musicianAt,
  ordersAt,
} from '#test/support/product/product-calls.ts'
import { chooseInMenu, padPlays, press } from '#test/support/steps/pad.ts'

const journey = onSite()
const PHONE = { viewport: { width: 390, height: 844 } }

journey(
  'a wedding: the host writes on a phone what must be played, the artist closes the lists and plays it',
  async (site) => {
    const musician = await musicianAt(site.url)
    const concertId = await comingConcertAt(site.url, musician)
    const pad = await site.enter('группа', {
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    await giveToken(pad.context(), site.url, musician)

    await pad.goto(`${site.url}/artist/create-new-session/advanced/${concertId}`)
    await pad.getByRole('link', { name: 'Хозяин вечера' }).click()
    await press(pad, 'Сделать ссылку')
    await press(pad, 'Скопировать')
    await shows(pad, 'Ссылка скопирована')
    await shows(pad, 'Списки открыты')
    const link = await pad.evaluate(() => navigator.clipboard.readText())

    const host = await site.enter('невеста', PHONE)
    await host.goto(link)
    await shows(host, 'Ещё не начался')
    assert.equal(new URL(host.url()).hash, '', 'the token is not left in the address bar')
    const mustPlay = host.getByRole('region', { name: 'Обязательно сыграть' })
    const moments = host.getByRole('region', { name: 'Моменты' })
    const barred = host.getByRole('region', { name: 'Не играть' })
    const saved = () => shows(host, 'Всё записано у артиста')

    await press(host, 'Добавить песню')
    await mustPlay.getByRole('searchbox').fill('Восьмиклассница')
    await mustPlay
      .getByRole('button', { name: /Восьмиклассница/u })
      .first()
      .click()
    await saved()
    await mustPlay.getByRole('searchbox').fill('Наша с Петей песня')
    await press(host, 'Записать «Наша с Петей песня»')
    await saved()

    await press(host, 'Добавить момент')
    await press(host, 'Записать момент')
    await shows(moments, 'Напишите, что это за момент')
    await press(host, 'Первый танец')
    await press(host, 'Записать момент')
    await shows(moments, 'Выберите песню для этого момента')
    await moments.getByRole('searchbox').fill('Кукушка')
    await moments
      .getByRole('button', { name: /Кукушка/u })
      .first()
      .click()
    await moments.getByLabel('Посвящение').fill('Маше и Пете, горько!')
    // A page that the phone reloads meanwhile loses nothing of it, and does not say that it is written.
    await shows(host, 'Момент не дописан')
    await host.reload()
    await shows(host, 'Момент не дописан')
    await press(host, 'Записать момент')
    await shows(moments, 'Маше и Пете, горько!')
    await saved()

    await press(host, 'Добавить в «Не играть»')
    await barred.getByRole('searchbox').fill('Группа крови')
    await barred
      .getByRole('button', { name: /Группа крови/u })
      .first()
      .click()
    await saved()

    // A tap beside an open menu closes it and presses nothing under it.
    const order = host.getByRole('button', { name: 'Порядок: Наша с Петей песня' })
    await order.click()
    await tapAt(host.getByRole('button', { name: 'Убрать: Наша с Петей песня' }))
    await showsNoMore(host.getByRole('menu'))
    await order.waitFor()

    // The network is gone: what is written stays on the phone, says so, and goes by itself.
    site.expectFault(/ERR_INTERNET_DISCONNECTED/u)
    await host.context().setOffline(true)
    await host.getByRole('button', { name: 'Порядок: Наша с Петей песня' }).click()
    await host.getByRole('menuitem', { name: 'В начало' }).click()
    const alert = host.getByRole('alert').filter({ hasText: 'Нет связи' })
    await shows(alert, 'осталось на этом телефоне')
    await host.context().setOffline(false)
    await showsNoMore(alert)
    await saved()

    await pad.reload()
    await shows(pad, 'Хозяин открывал ссылку')
    await shows(pad, 'Маше и Пете, горько!')
    await press(pad, 'Закрыть списки')
    await shows(pad, 'Списки закрыты')
    // The page of the host may not know it yet: what he writes is refused with a sentence and not lost.
    site.expectFault(/409 .*\/host\/songs/u)
    await host.getByRole('button', { name: 'Порядок: Наша с Петей песня' }).click()
    await host.getByRole('menuitem', { name: 'Ниже' }).click()
    await shows(host, 'остались только на этом телефоне')
    await host.getByText('их можно читать').waitFor()
    // It goes by itself once the lists are open again.
    await press(pad, 'Открыть списки')
    await saved()
    await pad.reload()
    await showsList(pad, 'Обязательно сыграть', ['Восьмиклассница', 'Наша с Петей песня'])

    await press(pad, 'Закрыть списки')
    await shows(pad, 'Списки закрыты')
    await host.getByRole('button', { name: 'Убрать: Наша с Петей песня' }).click()
    await shows(host, 'Артист закрыл списки')
    await shows(host, 'остались только на этом телефоне')
    await press(host, 'Вернуть, как у артиста')
    await showsNoMore(host.getByRole('button', { name: 'Добавить момент' }))
    await showsList(host, 'Обязательно сыграть', ['Восьмиклассница', 'Наша с Петей песня'])

    const start = { sessionId: concertId, sessionStatus: 'NOW' as const }
    await ask(site.url, api.artist.updateSessionStatus, { body: start }, musician.token)
    await ordersAt(site.url, musician, concertId, ['Пачка сигарет'])
    await pad.goto(`${site.url}/artist`)
    await shows(pad, 'Концерт идёт')
    const laid = ['Восьмиклассница', 'Наша с Петей песня', 'Кукушка']
    await showsList(pad, 'Очередь', laid)
    await shows(pad, 'Для: Первый танец')
    await showsList(host, 'В очереди', laid)
    await showsList(host, 'Заказы', ['Пачка сигарет'])

    for (const title of laid) {
      await press(pad, 'Следующий Трек')
      await padPlays(pad, title)
    }
    await shows(pad, 'Для: Первый танец. Маше и Пете, горько!')
    await moments.getByText('звучит').waitFor({ timeout: SOON_MS })
    await mustPlay.getByText('прозвучала').first().waitFor({ timeout: SOON_MS })

    // He writes once more while the concert runs, and the song is first at once.
    await chooseInMenu(pad, 'Хозяин вечера')
    const sheet = pad.getByRole('dialog', { name: 'Хозяин вечера' })
    await sheet.getByRole('button', { name: 'Открыть списки' }).click()
    await shows(sheet, 'Списки открыты')
    await press(host, 'Добавить песню')
    await mustPlay.getByRole('searchbox').fill('Звезда по имени Солнце')
    await mustPlay
      .getByRole('button', { name: /Звезда по имени Солнце/u })
      .first()
      .click()
    await showsList(host, 'В очереди', ['Звезда по имени Солнце'])
    await sheet.getByRole('button', { name: 'Отозвать ссылку' }).click()
    site.expectFault(/401 .*\/host/u)
    await shows(host, 'Эта ссылка больше не действует')
    await pad.keyboard.press('Escape')
    await showsList(pad, 'Очередь', ['Звезда по имени Солнце'])
  },
)

journey('an open page of the host follows an evening that is closed with a word', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await comingConcertAt(site.url, musician)
  const { token } = musician
  const { link } = await ask(site.url, api.artist.makeHostLink, { body: { sessionId } }, token)
  const host = await site.enter('невеста', PHONE)
  await host.goto(link)
  await shows(host, 'Ещё не начался')
  const closed = { sessionId, rules: {}, codeWord: 'Горько' }
  await ask(site.url, api.artist.changeRules, { body: closed }, token)
  const start = { sessionId, sessionStatus: 'NOW' as const }
  await ask(site.url, api.artist.updateSessionStatus, { body: start }, token)
  await shows(host, 'Идёт')
  await press(host, 'Добавить песню')
  const mustPlay = host.getByRole('region', { name: 'Обязательно сыграть' })
  await mustPlay.getByRole('searchbox').fill('Кукушка')
  await mustPlay
    .getByRole('button', { name: /Кукушка/u })
    .first()
    .click()
  await showsList(host, 'В очереди', ['Кукушка'])
  await showsNoMore(host.getByText('Связь прервалась'))
})
