import { api } from '#contract/index.ts'
import { ask, concertAt, giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { findSong, leaveOwnSong, openConcertPage } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey(
  'thanks go from the phone to the pad and the hall, and the answer comes back',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const rules = { namesShown: true }
    await ask(url, api.artist.changeRules, { body: { sessionId, rules } }, musician.token)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const screen = await site.enter('экран зала', { viewport: { width: 1280, height: 720 } })
    await screen.goto(`${url}/user/${musician.username}/screen`)
    const [anna, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    await openConcertPage(anna, url, musician.username)
    await openConcertPage(oleg, url, musician.username)

    const order = async (page: typeof anna, title: string, typed: string, name?: string) => {
      const sheet = await findSong(page, title, typed)
      if (name !== undefined) {
        await sheet.getByText('Добавить слова').click()
        await sheet.getByLabel('Ваше имя').fill(name)
      }
      await sheet.getByRole('button', { name: 'Да', exact: true }).click()
      await sheet.waitFor({ state: 'hidden' })
    }
    await order(anna, 'Группа крови', 'груп', 'Аня')
    await order(oleg, 'Перемен', 'перем')
    const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, musician.token)
    await next()
    await shows(anna, 'Это ваша песня')
    await showsNoMore(anna.getByRole('button', { name: /спасибо/u }))
    await next()

    await shows(anna, 'Это была ваша песня')
    await leaveOwnSong(anna)
    await anna.getByRole('button', { name: /^Просто сказать спасибо/u }).click()
    await shows(anna, 'Вы сказали спасибо')
    await shows(screen, 'Аня: спасибо за песню «Группа крови»')
    const card = pad.getByRole('region', { name: 'Благодарят' })
    await shows(card, 'Аня')
    await shows(card, /Спасибо за\s«Группа крови»/u)
    await press(pad, 'Спасибо, Аня!')
    await shows(anna, '«Спасибо, Аня!»')
    await shows(screen, 'Спасибо, Аня!')
    await pad
      .getByRole('button', { name: / сыграно/u })
      .first()
      .click()
    await shows(pad, 'Вы ответили')
    await pad.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click()

    await next()
    await leaveOwnSong(oleg)
    await oleg.getByRole('button', { name: /^Просто сказать спасибо/u }).click()
    await shows(screen, 'Спасибо за песню «Перемен»')
    await shows(card, /Спасибо за\s«Перемен»/u)
    await chooseInMenu(pad, 'Завершить концерт')
    await pad.getByRole('alertdialog').getByRole('button', { name: 'Да', exact: true }).click()
    const end = pad.getByRole('region', { name: 'Концерт завершён' })
    await shows(end, 'Вы сыграли')
    await shows(end, '2 песни')
    await shows(oleg, 'Спасибо, что заказывали песни.')
    await press(pad, 'Ответить всем «Спасибо!»')
    await shows(end, /^Ответили$/u)
    await shows(oleg, '«Спасибо!»')
    await anna.reload()
    await shows(anna, '«Спасибо, Аня!»')
    await showsNoMore(anna.getByRole('button', { name: /^Просто сказать спасибо/u }))
  },
)
