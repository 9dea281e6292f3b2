import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
} from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { padPlays, withoutGrace } from '#test/support/steps/pad.ts'
import { shows, showsList } from '#test/support/browsers/screen.ts'

const journey = onSite()
const SONGS = [
  'Группа крови',
  'Восьмиклассница',
  'Пачка сигарет',
  'Перемен',
  'Кукушка',
  'Апрель',
  'Бездельник',
  'Видели ночь',
  'Дерево',
  'Печаль',
]
const MOST = 2
/** Longer than the time in which the pad takes a second press for the same one. */
const APART_MS = 1100

/** Counts the taps of each action. */
function makeTapCounter(pad: Page) {
  const taps = new Map<string, number[]>()
  let now: number[] = []
  const button = (name: string | RegExp) => pad.getByRole('button', { name, exact: true }).first()
  const tap = async (what: Locator) => {
    now.push(1)
    await what.click()
  }
  return {
    taps,
    tap: (name: string | RegExp) => tap(button(name)),
    choose: async (...actions: (string | RegExp)[]) => {
      await tap(button('Меню концерта'))
      for (const action of actions)
        await tap(pad.getByRole('dialog').getByRole('button', { name: action }))
    },
    /** The badge of the state leads to the pause and the break. */
    pause: async (action: string | RegExp) => {
      await tap(button('Концерт идёт'))
      await tap(pad.getByRole('dialog').getByRole('button', { name: action }))
    },
    row: (title: string) =>
      tap(pad.getByRole('listitem').filter({ hasText: title }).getByRole('button').first()),
    /** An action, and what the pad shows after it. */
    async countTaps(name: string, does: () => Promise<void>, shown: () => Promise<void>) {
      now = []
      await does()
      await shown()
      taps.set(name, [...(taps.get(name) ?? []), now.length])
      await pad.waitForTimeout(APART_MS)
    },
  }
}

journey('an evening of twenty songs takes two taps for an action at most', async (site) => {
  const musician = await musicianAt(site.url)
  const sessionId = await concertAt(site.url, musician)
  const order = (titles: readonly string[]) => ordersAt(site.url, musician, sessionId, titles)
  const favorite = {
    songId: null,
    title: 'Звезда по имени Солнце',
    artistName: 'Кино',
    imageUrl: '',
  }
  await ask(site.url, api.artist.addFavorite, { body: favorite }, musician.token)
  await order(SONGS)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  await withoutGrace(pad)
  await pad.goto(`${site.url}/artist`)
  await showsList(pad, 'Заказы', SONGS)
  const { taps, tap, choose, pause, row, countTaps } = makeTapCounter(pad)
  const next = (title: string) =>
    countTaps(
      'Следующая',
      () => tap('Следующий Трек'),
      () => padPlays(pad, title),
    )
  const chosen = (name: string, press: () => Promise<void>, text: string | RegExp) =>
    countTaps(name, press, () => shows(pad, text))
  const queueIs =
    (...titles: string[]) =>
    () =>
      showsList(pad, 'Очередь', titles)

  await next('Группа крови')
  await countTaps('В очередь', () => tap('В очередь: Перемен'), queueIs('Перемен'))
  await countTaps('В очередь', () => tap('В очередь: Кукушка'), queueIs('Перемен', 'Кукушка'))
  await countTaps('В начало', () => tap('В начало: Кукушка'), queueIs('Кукушка', 'Перемен'))
  await countTaps('Выше', () => tap('Выше на одну: Перемен'), queueIs('Перемен', 'Кукушка'))
  const back = async () => {
    await row('Кукушка')
    await tap('Обратно в заказы')
  }
  await countTaps('Обратно в заказы', back, queueIs('Перемен'))
  const play = async () => {
    await row('Печаль')
    await tap('Играть')
  }
  await countTaps('Играть', play, () => padPlays(pad, 'Печаль'))
  await countTaps(
    'Отменить',
    () => tap('Отменить'),
    () => padPlays(pad, 'Группа крови'),
  )
  const own = async () => {
    await tap('Своя песня')
    await tap(/^Звезда по имени Солнце/u)
  }
  await countTaps('Своя песня', own, () => shows(pad, 'Добавили «Звезда по имени Солнце»'))
  const goOn = () => chosen('Продолжить', () => tap('Продолжить'), 'Концерт идёт')
  await chosen('Перерыв', () => pause(/ 15\sмин$/u), /Перерыв до/u)
  await goOn()
  await chosen('Другой перерыв', () => pause(/ 10\sмин$/u), /Перерыв до/u)
  await goOn()
  await chosen('Пауза', () => pause('Приостановить концерт'), 'Концерт на паузе')
  await goOn()
  await chosen('Закрыть приём', () => choose(/^Приём/u), 'Приём закрыт')
  await chosen('Открыть приём', () => tap('Открыть'), 'Заказы')
  await chosen('Код', () => tap('Код во весь экран'), 'Закажите песню')
  await pad.keyboard.press('Escape')
  await chosen('Текст', () => choose(/^Текст/u), /текст/iu)
  await pad.keyboard.press('Escape')
  const interrupt = async () => {
    await tap('Группа крови')
    await tap('Прервать')
  }
  await countTaps('Прервать', interrupt, () => shows(pad, 'Зал ждёт песню'))
  await countTaps(
    'Удалить',
    () => tap('Удалить: Апрель'),
    () => shows(pad, 'Удалили «Апрель»'),
  )
  let sounded = 1
  const playOn = async (until: number) => {
    while (sounded < until) {
      const first = (await queueAt(site.url, sessionId)).find((line) => !line.includes(' NOW '))
      if (first === undefined) await order(SONGS)
      else {
        await next(first.replace(/ (QUEUED|SCHEDULED) ×\d+$/u, ''))
        sounded += 1
      }
    }
  }
  await eventually(async () => (await queueAt(site.url, sessionId)).length, SONGS.length - 1)
  await playOn(8)
  const again = async () => {
    await tap(/ сыграно/u)
    await tap('Ещё раз: Перемен')
  }
  await countTaps('Ещё раз', again, () => shows(pad, 'Добавили «Перемен»'))
  await pad.keyboard.press('Escape')
  const list = pad.getByRole('dialog', { name: 'Сыграно' })
  await countTaps(
    'Сыграно',
    () => tap(/ сыграно/u),
    () => list.waitFor(),
  )
  await pad.keyboard.press('Escape')
  await playOn(20)
  for (const [name, counts] of taps)
    assert.ok(Math.max(...counts) <= MOST, `${name}: ${Math.max(...counts)} taps`)
  const all = [...taps.values()].flat().reduce((sum, count) => sum + count, 0)
  const actionCount = [...taps.values()].flat().length
  process.stdout.write(`20 songs, ${actionCount} deeds: ${all} taps\n`)
})
