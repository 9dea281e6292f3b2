import { api } from '#contract/index.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  queueAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import {
  findSong,
  leaveOwnSong,
  openConcertPage,
  openOwnOrder,
} from '#test/support/steps/listener-page.ts'
import { chooseInMenu, padPlays, press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { UNDO_WINDOW_MS } from '#web/features/pad/commands/command-outbox.ts'

const journey = onSite()

const OTHERS = [
  { title: 'Печаль', name: 'Вера', sings: { with: '', keyShift: -3 } },
  { title: 'Кукушка', name: 'Гриша', sings: { with: 'Даша', keyShift: 0 } },
  { title: 'Звезда по имени Солнце', name: 'Женя', sings: { with: '', keyShift: 0 } },
  { title: 'Спокойная ночь', name: 'Зоя', sings: { with: '', keyShift: 0 } },
  { title: 'Восьмиклассница', name: 'Илья', sings: { with: '', keyShift: 0 } },
]

journey(
  'a karaoke night: singers in a circle, two of them duets, one who lets another pass, and calls to the stage',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const { username } = musician
    const sessionId = await concertAt(url, musician)
    const queue = () => queueAt(url, sessionId)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    await chooseInMenu(pad, 'Правила вечера')
    const rules = pad.getByRole('dialog', { name: 'Правила вечера' })
    await rules.getByText('Спою сам', { exact: true }).click()
    await eventually(() => rules.getByLabel('Спою сам').isChecked(), true, SOON_MS)
    await rules.getByRole('button', { name: 'Закрыть' }).click()
    await showsNoMore(rules)
    const circle = { ...rulesFrom({ turn: 'circle', singing: true }) }
    const body = { sessionId, rules: circle }
    await ask(url, api.artist.changeRules, { body }, musician.token)
    const screen = await site.enter('экран', { viewport: { width: 1280, height: 720 } })
    await screen.goto(`${url}/user/${username}/screen`)
    const [anya, boris] = [await site.enter('Аня'), await site.enter('Борис')]
    for (const phone of [anya, boris]) await openConcertPage(phone, url, username)

    const sing = async (
      phone: typeof anya,
      [title, typed]: readonly [string, string],
      { name, other }: { name?: string; other?: string },
    ) => {
      const sheet = await findSong(phone, title, typed)
      await sheet.getByText('Добавить слова').click()
      await sheet.getByText('Спою сам', { exact: true }).click()
      if (other !== undefined) {
        await sheet.getByLabel('С кем вместе (если не один)').fill(other)
        await sheet.getByLabel('Тональность').selectOption({ label: 'на тон выше' })
      }
      if (name !== undefined) {
        await sheet.getByRole('button', { name: 'Да', exact: true }).click()
        await shows(sheet, 'Напишите имя: по нему вас позовут на сцену')
        await sheet.getByLabel('Ваше имя').fill(name)
      }
      await sheet.getByRole('button', { name: 'Да', exact: true }).click()
      await sheet.waitFor({ state: 'hidden' })
    }
    await sing(anya, ['Группа крови', 'груп'], { name: 'Аня', other: 'Олег' })
    await eventually(queue, ['Группа крови SCHEDULED ×1'], SOON_MS)
    await sing(boris, ['Перемен', 'перем'], { name: 'Борис' })
    await showsList(pad, 'Заказы', ['Группа крови', 'Перемен'])
    await sing(anya, ['Пачка сигарет', 'пачк'], {})
    await showsList(pad, 'Заказы', ['Группа крови', 'Перемен', 'Пачка сигарет'])
    for (const { title, ...more } of OTHERS) {
      const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
      const order = { ...song, ...more, artistUsername: username, sessionId }
      await ask(url, api.songs.orderSong, { body: order })
    }
    const inCircle = ['Печаль', ...OTHERS.slice(1).map(({ title }) => title), 'Пачка сигарет']
    await showsList(pad, 'Заказы', ['Группа крови', 'Перемен', ...inCircle])
    await shows(pad, 'Поют Аня и Олег, на тон выше')
    await shows(pad, 'Поёт Вера, на полтора тона ниже')
    const isCalled = (phone: typeof anya, title: string, words: string) =>
      phone
        .getByRole('region', { name: `Ваша песня: ${title}` })
        .getByText(words)
        .first()
        .waitFor({ timeout: SOON_MS })
    await isCalled(anya, 'Группа крови', 'вас зовут на сцену, ваша песня следующая')
    await isCalled(boris, 'Перемен', 'вас зовут на сцену')

    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await screen.getByText('Поют Аня и Олег, на тон выше').waitFor({ timeout: SOON_MS })
    await shows(screen, 'Поёт Борис')
    await leaveOwnSong(anya)
    const own = await openOwnOrder(boris, 'Перемен')
    await shows(own, 'Вы поёте')
    await own.getByRole('button', { name: 'Пропустить вперёд' }).click()
    await own.waitFor({ state: 'hidden' })
    await eventually(
      async () => (await queue()).slice(1, 3),
      ['Печаль SCHEDULED ×1', 'Перемен SCHEDULED ×1'],
      UNDO_WINDOW_MS + SOON_MS,
    )
    await screen.getByText('Поёт Вера, на полтора тона ниже').waitFor({ timeout: SOON_MS })
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Печаль')
    await isCalled(boris, 'Перемен', 'вас зовут на сцену, ваша песня следующая')
    await showsList(pad, 'Заказы', ['Перемен', ...inCircle.slice(1)])
  },
)
