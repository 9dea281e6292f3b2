import assert from 'node:assert/strict'
import {
  openConcertPage,
  expectNow,
  orderSong,
  withoutReload,
  rowOf,
} from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { newcomer } from '#test/support/product/product-calls.ts'
import { chooseInMenu, padPlays, pauseOnPad, press, pressBeside } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { announceConcert, signUp, startConcert } from '#test/support/steps/musician-steps.ts'

/** From the musician's sign-up to the last text that listeners read. */
async function wholeConcert(site: TestSite): Promise<void> {
  const { url } = site
  const musician = newcomer()
  const pad = await site.enter('музыкант')
  await signUp(pad, url, musician)
  await announceConcert(pad, { title: 'Тихий концерт', place: 'Подвал', town: 'Тверь' })
  await startConcert(pad)

  const lera = await site.enter('Лера')
  const oleg = await site.enter('Олег')
  await openConcertPage(lera, url, musician.username)
  await openConcertPage(oleg, url, musician.username)
  const stays = [await withoutReload(lera), await withoutReload(oleg)]
  const listeners = [lera, oleg]

  await orderSong(lera, 'Группа крови', 'груп')
  await orderSong(oleg, 'Пачка сигарет', 'пачк')
  await orderSong(lera, 'Восьмиклассница', 'восьмикл')
  await orderSong(oleg, 'Перемен', 'перем')
  const ordered = ['Группа крови', 'Пачка сигарет', 'Восьмиклассница', 'Перемен']
  await showsList(pad, 'Заказы', ordered)
  for (const listener of listeners) await showsList(listener, 'В очереди', ordered)

  await lera.getByRole('searchbox', { name: 'Найти песню' }).fill('печа')
  await rowOf(lera, 'Печаль').getByRole('link').tap()
  const rejection = lera.getByRole('dialog', {
    name: 'К сожалению песня не может быть добавлена',
  })
  await rejection
    .getByText('Вы уже добавили 2 песни. Дождитесь их исполнения, чтобы добавить новые.')
    .waitFor()
  await rejection.getByText('Понятно').tap()
  await press(lera, 'Очистить поиск')
  // While a phone types, what plays is folded away.
  await lera.getByRole('searchbox', { name: 'Найти песню' }).blur()

  await pressBeside(pad, 'Восьмиклассница', 'В очередь')
  await showsList(pad, 'Очередь', ['Восьмиклассница'])
  await pressBeside(pad, 'Пачка сигарет', 'В очередь')
  await showsList(pad, 'Очередь', ['Восьмиклассница', 'Пачка сигарет'])
  await pressBeside(pad, 'Группа крови', 'В очередь')
  await showsList(pad, 'Очередь', ['Восьмиклассница', 'Пачка сигарет', 'Группа крови'])
  await pressBeside(pad, 'Группа крови', 'В начало')
  await showsList(pad, 'Очередь', ['Группа крови', 'Восьмиклассница', 'Пачка сигарет'])
  await pressBeside(pad, 'Пачка сигарет', 'Выше на одну')
  await showsList(pad, 'Очередь', ['Группа крови', 'Пачка сигарет', 'Восьмиклассница'])
  await showsList(pad, 'Заказы', ['Перемен'])

  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  for (const listener of listeners) {
    await expectNow(listener, 'Группа крови')
    await showsList(listener, 'В очереди', ['Пачка сигарет', 'Восьмиклассница', 'Перемен'])
  }
  assert.equal(await lera.title(), 'Сейчас играет ваша песня — Бис')
  assert.doesNotMatch(await oleg.title(), /ваша песня/u)

  await pressBeside(pad, 'Перемен', 'Удалить')
  await showsList(pad, 'Заказы', [])
  // Listeners get it with the next press.
  await pauseOnPad(pad)
  for (const page of [pad, ...listeners]) await shows(page, 'Концерт на паузе')
  await press(pad, 'Продолжить')
  await shows(pad, 'Концерт идёт')
  for (const listener of listeners) {
    await expectNow(listener, 'Группа крови')
    await showsList(listener, 'В очереди', ['Пачка сигарет', 'Восьмиклассница'])
  }

  await chooseInMenu(pad, 'Завершить концерт')
  const question = pad.getByRole('alertdialog', {
    name: 'Завершить концерт, не доигрывая следующие треки?',
  })
  await question.getByText('Всего 3 незавершенных треков').waitFor()
  assert.ok(await question.getByRole('checkbox', { name: '«Группа крови» доиграна' }).isChecked())
  await question.getByRole('button', { name: 'Завершить', exact: true }).tap()
  await shows(pad, 'Ваше следующее выступление')
  await shows(pad.getByRole('region', { name: 'Концерт завершён' }), '1 песню')
  for (const listener of listeners) {
    await showsNoMore(listener.getByRole('link', { name: 'Заказ песни' }))
    await shows(listener, 'Концерт окончен')
    await listener.getByRole('button', { name: 'Поблагодарить' }).waitFor()
  }
  for (const stayed of stays) assert.ok(await stayed(), 'no page of the hall was loaded anew')

  await lera.goto(`${url}/user/${musician.username}?tab=afisha`)
  await lera.getByText('Прошедшие концерты').tap()
  await lera.getByRole('link', { name: 'Тихий концерт' }).tap()
  await shows(lera, 'Что звучало')
}

// On the database that `npm start` begins with.
const journey = onSite({ engine: 'embedded' })
journey('one whole concert, from sign-up to the last song', wholeConcert)
