import { describe } from 'node:test'
import {
  codeFromMailbox,
  comingConcertAt,
  concertAt,
  musicianAt,
  newcomer,
  ordersAt,
  PASSWORD,
  queueAt,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { DESK } from '#test/support/browsers/browser.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import type { OtherEngine, OtherPerson } from '#test/support/browsers/other-browser.ts'
import { openOther } from '#test/support/browsers/other-browser.ts'
import { TOKEN_COOKIE } from '#web/lib/calls/token.ts'

const ENGINES: readonly OtherEngine[] = ['webkit', 'firefox']
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет']
const journey = onSite({ demo: true })
// The TCP proxy has another origin than the site.
const throughCable = onSite({ variables: { PUBLIC_URL: '' } })

async function musicianWithConcert(url: string) {
  const musician = await musicianAt(url)
  return { musician, concert: await concertAt(url, musician) }
}

async function come(person: OtherPerson, url: string, username: string) {
  await person.goto(`${url}/user/${username}`)
  await person.press('Понятно')
}

async function choose(person: OtherPerson, title: string) {
  await person.fill('Найти песню', title)
  await person.press(title, { exact: false, kind: 'li a' })
}

/** The bank's page, in a tab of its own. */
async function pay(person: OtherPerson) {
  await eventually(async () => {
    if (!(await person.url()).includes('/sandbox-bank/pay/')) await person.toOtherTab()
    return (await person.url()).includes('/sandbox-bank/pay/')
  }, true)
  await person.press('Оплатить')
}

const enterArea = (person: OtherPerson, url: string, { token }: { token: string }) =>
  person.cookie(url, TOKEN_COOKIE, token)

for (const engine of ENGINES)
  describe(`in ${engine}`, () => {
    const play = (
      sentence: string,
      walk: (site: TestSite, person: OtherPerson) => Promise<void>,
      by = journey,
    ) =>
      by(sentence, async (site) => {
        await using person = await openOther(engine)
        try {
          await walk(site, person)
        } finally {
          await person.picture(`${engine} ${sentence}`)
        }
      })

    play('a listener orders for free', async ({ url }, person) => {
      const { musician, concert } = await musicianWithConcert(url)
      await come(person, url, musician.username)
      await choose(person, 'Группа крови')
      await person.shows('Вы хотите добавить этот трек?')
      await person.press('Да')
      await person.shows('1-я в очереди')
      await eventually(() => queueAt(url, concert), ['Группа крови SCHEDULED ×1'])
    })

    play('a listener pays for an order', async ({ url }, person) => {
      const { musician, concert } = await musicianWithConcert(url)
      await takesMoney(url, musician, 50)
      await come(person, url, musician.username)
      await choose(person, 'Группа крови')
      await person.fill('Сумма заказа ₽', '120')
      await person.press('Заказать')
      await pay(person)
      await eventually(() => queueAt(url, concert), ['Группа крови SCHEDULED ×1'])
      // The tab of the payment ends with it.
      await person.toOtherTab()
      await person.shows('Деньги удержаны')
    })

    play('a listener gives a tip', async ({ url }, person) => {
      const musician = await musicianAt(url)
      await takesMoney(url, musician, 50)
      await person.goto(`${url}/user/${musician.username}`)
      await person.press('Поблагодарить')
      await person.press('200 ₽')
      await person.press('Отправить')
      await pay(person)
      await person.shows('Спасибо')
    })

    play('a listener finds a concert by its artist, and on the map', async ({ url }, person) => {
      await person.goto(`${url}/find-location?city=Казань`)
      await person.shows('Концерты в Казани')
      await person.press('Показать на карте: Джаз для соседей')
      await person.press('Перейти', { exact: false, kind: 'article a' })
      await eventually(async () => (await person.url()).includes('/user/'), true)
      await person.shows('Полтора соседа')
      await person.goto(`${url}/find-artist`)
      await person.fill('', 'третья', { kind: 'input[type=search]' })
      await person.shows('Третья парадная')
    })

    play('a musician signs up and announces a concert', async ({ url }, person) => {
      const { username, name, email } = newcomer()
      await person.goto(`${url}/signup`)
      await person.fill('Никнейм', username)
      await person.fill('Пароль', PASSWORD)
      await person.press('Далее')
      await person.press('Группа', { exact: false })
      await person.fill('Имя или название группы', name)
      await person.press('Далее')
      await person.fill('Почта', email)
      await person.run(
        `for (const box of document.querySelectorAll('input[type=checkbox]')) if (!box.checked) box.click()
        return null`,
      )
      await person.press('Отправить код')
      await person.shows('Код подтверждения')
      await person.fill('Код подтверждения', await codeFromMailbox(url, email))
      await person.shows('Сегодня')
      await person.press('Создать')
      await person.fill('Название концерта', 'Тихий вечер')
      const start = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 16)
      await person.set('Дата и время начала', start)
      await person.fill('Название площадки', 'Чердак')
      await person.fill('Адрес', 'Москва')
      await person.press('Далее')
      await eventually(async () => (await person.url()).includes('/advanced/'), true)
      await person.shows('Тихий вечер')
    })

    play('a musician plays an evening from the pad', async ({ url }, person) => {
      const { musician, concert } = await musicianWithConcert(url)
      await ordersAt(url, musician, concert, SONGS)
      await enterArea(person, url, musician)
      await person.goto(`${url}/artist`)
      await person.shows('Концерт идёт')
      await person.press('В очередь: Пачка сигарет')
      await person.press('Следующий Трек')
      await eventually(async () => (await queueAt(url, concert))[0], 'Пачка сигарет NOW ×1')
      await person.press('Удалить: Восьмиклассница')
      await person.press('Концерт идёт')
      await person.press('Приостановить концерт')
      await person.shows('Концерт на паузе')
      await person.press('Продолжить')
      await person.shows('Концерт идёт')
      await person.press('Следующий Трек')
      await eventually(async () => (await queueAt(url, concert))[0], 'Группа крови NOW ×1')
      await person.press('Отменить')
      await eventually(async () => (await queueAt(url, concert))[0], 'Пачка сигарет NOW ×1')
      await person.press('Меню концерта')
      await person.press('Ещё')
      await person.press('Завершить концерт')
      await person.press('Завершить')
      await person.shows('Отчёт о концерте')
    })

    play('a musician edits the queue of a concert', async ({ url }, person) => {
      const musician = await musicianAt(url)
      const concert = await comingConcertAt(url, musician)
      await ordersAt(url, musician, concert, SONGS)
      await person.resize(DESK)
      await enterArea(person, url, musician)
      await person.goto(`${url}/artist/session/manage/${concert}`)
      await person.press('Режим редактирования очереди')
      await person.press('В начало: Пачка сигарет')
      await person.press('Удалить: Восьмиклассница')
      await person.press('Сохранить')
      await eventually(
        () => queueAt(url, concert),
        ['Пачка сигарет SCHEDULED ×1', 'Группа крови SCHEDULED ×1'],
      )
    })

    play(
      'a page without its network says so, and is right again once it is back',
      async ({ url }, person) => {
        const proxy = await openTcpProxy(url)
        await using _ = { [Symbol.asyncDispose]: proxy.remove }
        const { musician, concert } = await musicianWithConcert(url)
        await come(person, proxy.url, musician.username)
        await person.shows('Ждём ваших заказов')
        proxy.cut()
        await person.shows('Связь прервалась')
        await ordersAt(url, musician, concert, ['Перемен'])
        proxy.restore()
        await person.shows('Перемен')
        await person.showsNoMore('Связь прервалась')
      },
      throughCable,
    )
  })
