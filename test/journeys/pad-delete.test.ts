import assert from 'node:assert/strict'
import { TABLET } from '#test/support/browsers/browser.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, enterPad, padPlays, press, pressBeside } from '#test/support/steps/pad.ts'
import { showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import { UNDO_WINDOW_MS } from '#web/features/pad/commands/command-outbox.ts'

const journey = onSite()
const SONGS = ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен']

journey('a song is back before the server hears that it was deleted', async (site) => {
  const { pad, queue } = await enterPad(site, SONGS)
  const sentChanges: unknown[] = []
  pad.on('request', (asked) => {
    if (asked.url().endsWith('/artist/change-song-status')) sentChanges.push(asked.postDataJSON())
  })
  const toast = pad.getByRole('region').getByText('Удалили «Восьмиклассница»')
  await pressBeside(pad, 'Восьмиклассница', 'Удалить')
  await showsList(pad, 'Заказы', ['Группа крови', 'Пачка сигарет', 'Перемен'])
  await toast.waitFor()
  await press(pad, 'Оставить')
  await showsNoMore(toast)
  await showsList(pad, 'Заказы', SONGS)
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  const played = ['Группа крови NOW ×1', ...SONGS.slice(1).map((one) => `${one} SCHEDULED ×1`)]
  await eventually(queue, played)
  assert.deepEqual(sentChanges, [])

  await pressBeside(pad, 'Восьмиклассница', 'Удалить')
  await toast.waitFor()
  assert.deepEqual(await queue(), played)
  const left = played.filter((one) => !one.startsWith('Восьмиклассница'))
  await eventually(queue, left, UNDO_WINDOW_MS + SOON_MS)
  await showsNoMore(toast)
})

journey('the last thing done is taken back first, and nothing in its stead', async (site) => {
  const { pad, queue } = await enterPad(site, SONGS, {
    screen: { viewport: { width: 844, height: 390 } },
  })
  const bar = pad.getByRole('region', { name: 'Последнее действие' })
  await press(pad, 'Следующий Трек')
  await padPlays(pad, 'Группа крови')
  await pad.waitForTimeout(1100)
  await press(pad, 'Следующий Трек')
  await bar.getByText('«Группа крови» сыграна').waitFor()
  await pressBeside(pad, 'Перемен', 'Удалить')
  await bar.getByText('Удалили «Перемен»').waitFor()
  assert.equal(await pad.getByRole('button', { name: /^(?:Отменить|Оставить)$/u }).count(), 1)
  await bar.getByRole('button', { name: 'Оставить' }).click()
  await showsList(pad, 'Заказы', ['Пачка сигарет', 'Перемен'])

  await pressBeside(pad, 'Перемен', 'Удалить')
  await bar.getByText('Удалили «Перемен»').waitFor()
  await pad.keyboard.press('u')
  await showsList(pad, 'Заказы', ['Пачка сигарет', 'Перемен'])
  await bar.getByText('«Группа крови» сыграна').waitFor()
  // Sooner it would be the echo of a pedal.
  await pad.waitForTimeout(800)
  await pad.keyboard.press('u')
  await padPlays(pad, 'Группа крови')
  await eventually(queue, [
    'Группа крови NOW ×1',
    'Восьмиклассница QUEUED ×1',
    'Пачка сигарет SCHEDULED ×1',
    'Перемен SCHEDULED ×1',
  ])
})

journey('any song is taken out by a tap on it: queued, ordered, or sounding', async (site) => {
  for (const screen of [{}, TABLET]) {
    const { pad, queue } = await enterPad(site, SONGS, { screen })
    const takeOut = async (row: string | RegExp, what: string) => {
      await pad.getByRole('button', { name: row, exact: true }).click()
      await press(pad, what)
    }
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    await pressBeside(pad, 'Перемен', 'В очередь')
    await showsList(pad, 'Очередь', ['Перемен'])
    await takeOut('Группа крови', 'Прервать')
    await pad.getByRole('region').getByText('Прервали «Группа крови»').waitFor()
    await press(pad, 'Оставить')
    await padPlays(pad, 'Группа крови')
    await takeOut('Группа крови', 'Прервать')
    await pad.getByText('Зал ждёт песню').waitFor()
    await takeOut(/^1?\s*Перемен\s/u, 'Удалить')
    await showsList(pad, 'Очередь', [])
    await takeOut(/^Пачка сигарет\s/u, 'Удалить')
    await showsList(pad, 'Заказы', ['Восьмиклассница'])
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Восьмиклассница')
    await eventually(queue, ['Восьмиклассница NOW ×1'])
    await pad.context().close()
  }
})

journey(
  'a deleted song is gone with the next press, the page that is hidden or loaded anew, and the end',
  async (site) => {
    const { pad, queue } = await enterPad(site, SONGS, { screen: TABLET })
    const expectDeleted = (count: number) =>
      eventually(
        queue,
        SONGS.slice(count).map((title) => `${title} SCHEDULED ×1`),
      )
    // The page's clock stands still, so that no hold ends by itself.
    await pad.clock.setFixedTime(new Date())
    await pressBeside(pad, 'Группа крови', 'Удалить')
    await pressBeside(pad, 'Восьмиклассница', 'Удалить')
    await showsNoMore(pad.getByRole('region').getByText('Удалили «Группа крови»'))
    await expectDeleted(1)
    await pad.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expectDeleted(2)

    await pressBeside(pad, 'Пачка сигарет', 'Удалить')
    await pad.getByRole('region').getByText('Удалили «Пачка сигарет»').waitFor()
    await pad.reload()
    await showsList(pad, 'Заказы', ['Перемен'])
    await expectDeleted(3)

    await pressBeside(pad, 'Перемен', 'Удалить')
    await chooseInMenu(pad, 'Завершить концерт')
    await press(pad, 'Да')
    await pad.getByRole('link', { name: 'Отчёт о концерте' }).waitFor()
    await expectDeleted(4)
  },
)
