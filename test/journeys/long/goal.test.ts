import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
} from '#test/support/product/product-calls.ts'
import { PHONE } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { bankTab, payHere } from '#test/support/steps/paying.ts'

const journey = onSite()

journey(
  'a goal is set in «Деньги», grows by a tip whose giver agrees to be named, and ends with the evening',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const { username, token } = musician
    const sessionId = await concertAt(url, musician)
    await ordersAt(url, musician, sessionId, ['Группа крови', 'Кукушка'])
    const next = () => ask(url, api.artist.nextSong, { body: { songId: null } }, token)
    await next()
    const cabinet = await site.enter('музыкант', { viewport: PHONE })
    await giveToken(cabinet.context(), url, musician)
    await cabinet.goto(`${url}/artist/balance`)
    await press(cabinet, 'Поставить цель')
    await press(cabinet, 'Сохранить')
    await shows(cabinet, 'Напишите, на что собираете')
    await cabinet.getByLabel('На что собираете').fill('На новый комбик')
    await cabinet.getByLabel('Сколько, ₽').fill('1000')
    await press(cabinet, 'Сохранить')
    await shows(cabinet, /На новый комбик: 0 из 1\s000\s₽/u)

    const screen = await site.enter('экран зала', { viewport: { width: 1280, height: 720 } })
    await screen.goto(`${url}/user/${username}/screen`)
    const anna = await site.enter('Аня', { viewport: PHONE })
    await anna.goto(`${url}/user/${username}?tab=profile`)
    await shows(anna, /На новый комбик: 0 из 1\s000\s₽/u)
    await press(anna, 'Поблагодарить')
    const sheet = anna.getByRole('dialog', { name: musician.name })
    await sheet.getByRole('button', { name: '1000 ₽' }).click()
    const send = sheet.getByRole('button', { name: 'Отправить', exact: true })
    await sheet.getByText('Показать моё имя в зале').click()
    await send.click()
    await shows(sheet, 'Напишите имя или снимите галочку')
    await sheet.getByLabel('Ваше имя').fill('Аня')
    await sheet.getByText('и сумму').click()
    await payHere(await bankTab(anna, () => send.click()), 'sbp')

    await shows(screen, 'На новый комбик: собрали! Спасибо каждому из вас')
    await shows(screen, /Сегодня благодарят: Аня, 1\s000\s₽/u)
    await anna.goto(`${url}/user/${username}?tab=order`)
    await shows(anna, /На новый комбик: 1\s000 из 1\s000\s₽/u)
    await shows(anna, 'Собрали! Спасибо каждому из вас')
    await shows(anna, /Сегодня благодарят: Аня, 1\s000\s₽/u)
    await cabinet.reload()
    await shows(cabinet, /Цель достигнута/u)
    await press(cabinet, 'Убрать')
    await shows(cabinet, 'Поставить цель')
    await showsNoMore(anna.getByText(/На новый комбик/u))

    await next()
    const over = { sessionId, sessionStatus: 'PLAYED' as const }
    await ask(url, api.artist.updateSessionStatus, { body: over }, token)
    await anna.goto(`${url}/user/${username}/${sessionId}`)
    await shows(anna, 'Что звучало')
    await shows(anna, 'Хочу ещё')
    await anna.getByRole('img', { name: /^Что звучало/u }).scrollIntoViewIfNeeded()
    await shows(anna, 'Картинка для историй')
  },
)
