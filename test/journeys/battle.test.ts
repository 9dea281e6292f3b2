import { concertAt, giveToken, musicianAt, queueAt } from '#test/support/product/product-calls.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { openConcertPage, orderSong } from '#test/support/steps/listener-page.ts'
import { chooseInMenu } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey(
  'a battle of three songs: put up on the pad, voted for on two phones, won on the screen, first in the queue',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const queue = () => queueAt(url, sessionId)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const screen = await site.enter('экран', { viewport: { width: 1920, height: 1080 } })
    await screen.goto(`${url}/user/${musician.username}/screen`)
    const [anya, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    for (const phone of [anya, oleg]) await openConcertPage(phone, url, musician.username)
    await orderSong(anya, 'Печаль', 'печаль')
    await orderSong(oleg, 'Восьмиклассница', 'восьм')
    await showsList(pad, 'Заказы', ['Печаль', 'Восьмиклассница'])

    const sheet = pad.getByRole('dialog', { name: 'Битва песен' })
    const putUp = async (minutes: string) => {
      await chooseInMenu(pad, 'Битва песен')
      const choose = (title: string) =>
        sheet.getByRole('button', { name: new RegExp(`^${title}`, 'u') }).click()
      // What waits is offered at once, the rest is found.
      await choose('Восьмиклассница')
      for (const [typed, title] of [
        ['груп', 'Группа крови'],
        ['перем', 'Перемен'],
      ] as const) {
        await sheet.getByRole('searchbox', { name: 'Найти песню' }).fill(typed)
        await choose(title)
      }
      await sheet.getByRole('button', { name: minutes }).click()
      await sheet.getByRole('button', { name: 'Начать: 3 песни' }).click()
      await showsNoMore(sheet)
    }
    await putUp('2 минуты')

    const card = (phone: typeof anya) => phone.getByRole('region', { name: 'Что спеть?' })
    const song = (phone: typeof anya, title: string) =>
      card(phone).getByRole('button', { name: new RegExp(`^${title}`, 'u') })
    const votes = async () =>
      (await screen.getByRole('listitem').allInnerTexts()).map((line) =>
        line.split(/\s*\n+\s*/u).at(-1),
      )
    await shows(screen, 'Голосуйте с телефона, один голос у каждого')
    await screen.getByRole('timer', { name: /^Остал/u }).waitFor()
    await song(anya, 'Группа крови').click()
    await shows(card(anya), 'ваш голос')
    await eventually(votes, ['0', '1', '0'], SOON_MS)
    await song(oleg, 'Восьмиклассница').click()
    await eventually(votes, ['1', '1', '0'], SOON_MS)
    // Equal: nobody leads.
    await shows(pad, 'Пока поровну')
    await song(anya, 'Восьмиклассница').click()
    await eventually(votes, ['2', '0', '0'], SOON_MS)
    await shows(pad, 'Впереди «Восьмиклассница», 2 голоса')
    // A phone that comes back knows its vote.
    await anya.reload()
    await shows(card(anya), 'ваш голос')

    await pad.getByRole('button', { name: /^Битва\./u }).click()
    await sheet.getByRole('button', { name: 'Закончить' }).click()
    await shows(screen, 'Победила песня')
    await eventually(queue, ['Восьмиклассница QUEUED ×1', 'Печаль SCHEDULED ×1'], SOON_MS)
    await shows(pad, 'стоит первой в очереди')
    for (const phone of [anya, oleg]) await shows(phone, '2 голоса. Споём её следующей')
    // Then the usual screen again.
    await shows(screen, 'Дальше')
    await showsNoMore(screen.getByText('Победила песня'))

    // Who is far down in the songs is told of it.
    await oleg.setViewportSize({ width: 390, height: 320 })
    await oleg.mouse.wheel(0, 600)
    await putUp('1 минута')
    await oleg.getByRole('button', { name: 'К песням' }).click()
    await song(oleg, 'Группа крови').click()
    await shows(card(oleg), 'ваш голос')
    await pad.getByRole('button', { name: /^Битва\./u }).click()
    await sheet.getByRole('button', { name: 'Отменить' }).click()
    await showsNoMore(card(oleg))
    await showsNoMore(screen.getByText('Что спеть?'))
    await eventually(queue, ['Восьмиклассница QUEUED ×1', 'Печаль SCHEDULED ×1'], SOON_MS)
  },
)
