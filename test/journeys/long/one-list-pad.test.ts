import { concertAt, giveToken, musicianAt, ordersAt } from '#test/support/product/product-calls.ts'
import { SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { padPlays, press } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'
import type { Page } from 'playwright-core'

const journey = onSite({
  async prepare(sql) {
    const off = { name: 'active-session-pad-v2', artistId: null, enabled: false }
    await sql.insertInto('featureFlags').values(off).execute()
  },
})

/** A musician before the running pad, with these songs ordered. */
async function padWith(site: TestSite, titles: readonly string[]): Promise<Page> {
  const musician = await musicianAt(site.url)
  const concertId = await concertAt(site.url, musician)
  await ordersAt(site.url, musician, concertId, titles)
  const pad = await site.enter('музыкант')
  await giveToken(pad.context(), site.url, musician)
  await pad.goto(`${site.url}/artist`)
  await showsList(pad, 'В очереди', titles)
  return pad
}

/** Taps a song of the list and an answer of its sheet. */
async function decide(pad: Page, title: string, answer: 'Играть' | 'В начало' | 'Удалить') {
  const list = pad.getByRole('region', { name: 'В очереди', exact: true })
  await list.getByRole('button', { name: new RegExp(`^${title}`, 'u') }).click()
  const sheet = pad.getByRole('dialog', { name: title })
  await sheet.getByRole('button', { name: answer, exact: true }).click()
  await showsNoMore(sheet)
}

journey('pad with one list: next, pause, and the sheet of a song', async (site) => {
  const pad = await padWith(site, ['Группа крови', 'Восьмиклассница', 'Пачка сигарет', 'Перемен'])
  await pad.getByLabel(/^До конца \d+ час/).waitFor()

  await press(pad, 'Следующая песня')
  await padPlays(pad, 'Группа крови')
  await showsList(pad, 'В очереди', ['Восьмиклассница', 'Пачка сигарет', 'Перемен'])

  await decide(pad, 'Перемен', 'В начало')
  await showsList(pad, 'В очереди', ['Перемен', 'Восьмиклассница', 'Пачка сигарет'])
  await decide(pad, 'Восьмиклассница', 'Удалить')
  await showsList(pad, 'В очереди', ['Перемен', 'Пачка сигарет'])
  await decide(pad, 'Пачка сигарет', 'Играть')
  await padPlays(pad, 'Пачка сигарет')
  await showsList(pad, 'В очереди', ['Перемен'])

  await press(pad, 'Приостановить концерт')
  await shows(pad, 'Концерт на паузе')
  await showsNoMore(pad.getByRole('button', { name: 'Следующая песня' }))
  await press(pad, 'Продолжить концерт')
  await padPlays(pad, 'Пачка сигарет')
})

journey(
  'pad with one list: the end with songs left names them, the end without any asks plainly',
  async (site) => {
    const pad = await padWith(site, ['Группа крови', 'Восьмиклассница'])
    await press(pad, 'Следующая песня')
    await padPlays(pad, 'Группа крови')
    await press(pad, 'Приостановить концерт')
    await press(pad, 'Завершить концерт')
    const grave = pad.getByRole('alertdialog', { name: 'Есть недоигранные песни:' })
    for (const title of ['Группа крови', 'Восьмиклассница'])
      await grave.getByRole('listitem').filter({ hasText: title }).waitFor()
    await grave.getByText('Завершить концерт и не доигрывать эти песни?').waitFor()
    await grave.getByRole('button', { name: 'Завершить', exact: true }).waitFor()
    await grave.getByRole('button', { name: 'Продолжить концерт' }).click()
    await showsNoMore(grave)

    await press(pad, 'Продолжить концерт')
    await padPlays(pad, 'Группа крови')
    await press(pad, 'Следующая песня')
    await padPlays(pad, 'Восьмиклассница')
    await press(pad, 'Следующая песня')
    await showsNoMore(pad.getByRole('heading', { name: 'Восьмиклассница' }))

    await press(pad, 'Приостановить концерт')
    await press(pad, 'Завершить концерт')
    const plain = pad.getByRole('alertdialog', { name: 'Завершить концерт?' })
    await plain.getByRole('button', { name: 'Нет', exact: true }).click()
    await showsNoMore(plain)
    await press(pad, 'Завершить концерт')
    await plain.getByRole('button', { name: 'Да', exact: true }).click()
    await pad.getByText('Ваше следующее выступление').waitFor({ timeout: SOON_MS })
  },
)
