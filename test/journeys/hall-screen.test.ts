import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { payAt } from '#test/support/product/paid-product-calls.ts'
import {
  ask,
  concertAt,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsList } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey(
  'the screen of the hall tells of a concert from its first order to its end',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const { username, token } = musician
    const screen = await site.enter('экран', { viewport: { width: 1280, height: 720 } })
    await screen.goto(`${url}/user/${username}/screen`)
    await shows(screen, 'Концерт ещё не начался')
    const code = screen.locator('main img')
    await eventually(() => code.evaluate((image: HTMLImageElement) => image.naturalWidth > 0), true)
    assert.equal(await screen.getByText('cookie').count(), 0)

    const sessionId = await concertAt(url, musician)
    // The page is rendered once for all who ask within a second or two.
    const reloaded = (words: string) =>
      eventually(async () => {
        await screen.reload()
        return screen.getByText(words).count()
      }, 1)
    await reloaded('Ждём ваших заказов')
    await ordersAt(url, musician, sessionId, [
      'Группа крови',
      'Кукушка',
      'Печаль',
      'Перемен',
      'Пачка сигарет',
    ])
    await showsList(screen, 'Дальше', ['Группа крови', 'Кукушка', 'Печаль'])
    await shows(screen, 'и ещё 2')
    const rules = rulesFrom({ namesShown: true })
    await ask(url, api.artist.changeRules, { body: { sessionId, rules } }, token)
    const song = { songId: await songId(url, 'Группа крови'), title: '', artistName: '' }
    const order = { ...song, imageUrl: '', artistUsername: username, sessionId, name: 'Аня' }
    await ask(url, api.songs.orderSong, { body: order })
    await ask(url, api.artist.nextSong, { body: { songId: null } }, token)
    await screen.getByRole('heading', { name: 'Группа крови' }).waitFor()
    await shows(screen, 'По заказу: Аня')
    await showsList(screen, 'Дальше', ['Кукушка', 'Печаль', 'Перемен'])

    const stream = await site.enter('трансляция', { viewport: { width: 1920, height: 1080 } })
    await stream.goto(`${url}/user/${username}/overlay`)
    await shows(stream, 'Группа крови')
    await shows(stream, 'Кино · по заказу: Аня')
    const ground = (of: 'html' | 'body') =>
      stream.locator(of).evaluate((page) => getComputedStyle(page).backgroundColor)
    assert.deepEqual(
      [await ground('html'), await ground('body')],
      Array(2).fill('rgba(0, 0, 0, 0)'),
    )
    await stream.goto(`${url}/user/${username}/overlay?cards=next`)
    await shows(stream, 'Кукушка')
    assert.equal(await stream.getByText('Группа крови').count(), 0)

    const until = new Date(Date.now() + 15 * MINUTE_MS).toISOString()
    await ask(url, api.artist.takeBreak, { body: { sessionId, until } }, token)
    await shows(screen, /^Перерыв, продолжим в \d\d:\d\d$/u)
    await ask(url, api.artist.resume, {}, token)
    await shows(screen, 'Сейчас играет')
    await ask(url, api.artist.nextSong, { body: { songId: null } }, token)
    await screen.getByRole('heading', { name: 'Кукушка' }).waitFor()

    const pages = /screen\.data/u
    site.expectFault(pages)
    site.expectFault(/ERR_FAILED/u)
    await screen.route(pages, (route) => route.abort(), { times: 1 })
    await ask(
      url,
      api.artist.updateSessionStatus,
      { body: { sessionId, sessionStatus: 'PLAYED' } },
      token,
    )
    const within = { timeout: 15 * SECOND_MS }
    await screen.getByText('Концерт окончен').waitFor(within)
    assert.equal(await screen.getByText(/на паузе|Закажите песню/u).count(), 0)
    await screen.getByText('1 песня за вечер, 1 — по вашим заказам').waitFor(within)
    await shows(screen, 'Песни вечера')
    await screen.reload()
    await shows(screen, 'Спасибо!')

    const wedding = await concertAt(url, musician)
    const closed = { sessionId: wedding, rules: {}, codeWord: 'Горько' }
    const { pass } = await ask(url, api.artist.changeRules, { body: closed }, token)
    await reloaded('Идёт закрытый вечер')
    await shows(screen, '«Экран зала этого вечера»')
    assert.equal(await screen.getByText(/Концерт окончен|Закажите песню/u).count(), 0)
    await screen.goto(`${url}/user/${username}/screen?pass=${pass}`)
    await shows(screen, 'Ждём ваших заказов')
    await shows(screen, 'Закажите песню')
    await screen.goto(`${url}/user/nobody-of-all/screen`)
    await shows(screen, 'траница не найдена')
    site.expectFault(/404/u)
  },
)

journey(
  'the screen of the hall goes by the server’s clock, whatever its own shows',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const sessionId = await concertAt(url, musician)
    const screen = await site.enter('экран', { viewport: { width: 1280, height: 720 } })
    await screen.clock.install({ time: Date.now() + MINUTE_MS })
    const isAnswered = screen.waitForResponse('**/healthz')
    await screen.goto(`${url}/user/${musician.username}/screen`)
    await shows(screen, 'Ждём ваших заказов')
    await isAnswered
    const body = { artistUsername: musician.username, amount: 10_000 }
    await payAt(await ask(url, api.payment.donate, { body }), { method: 'sbp' })
    await shows(screen, 'Спасибо за поддержку!')

    const songIds = [await songId(url, 'Группа крови'), await songId(url, 'Кукушка')]
    const battle = { sessionId, id: crypto.randomUUID(), songIds, minutes: 2 }
    await ask(url, api.artist.startBattle, { body: battle }, musician.token)
    const begunAt = Date.now()
    const timer = screen.getByRole('timer', { name: /^Остал/u })
    const [minutes, seconds] = [...(await timer.innerText()).matchAll(/\d\d/gu)].map(Number)
    const left = 2 * MINUTE_MS - (Date.now() - begunAt)
    const shown = (minutes ?? 0) * MINUTE_MS + (seconds ?? 0) * SECOND_MS
    assert.ok(Math.abs(shown - left) <= 2 * SECOND_MS, `${shown} ms for ${left}`)
  },
)
