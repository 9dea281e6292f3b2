import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { promoWeek } from '#domain/concerts/promo-week.ts'
import { plural } from '#domain/russian.ts'
import { readConfig } from '#server/config/config.ts'
import { webBuild } from '#test/support/browsers/web-build.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { promoOf } from '#web/content/home-texts.ts'

let world: World
before(async () => {
  world = await makeWorld({ web: await webBuild(), site: readConfig({ DEMO: 'on' }).site })
})
after(() => world.close())

const htmlOf = async (url: string) => (await world.app.http.inject(url)).body

/** What the server has drawn of a page, without its scripts. */
async function textOf(url: string): Promise<string> {
  const html = await htmlOf(url)
  return html
    .replaceAll(/<script[^]*?<\/script>|<[^>]+>/gu, '')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/gu, ' ')
}

async function says(url: string, ...sentences: string[]): Promise<void> {
  const text = await textOf(url)
  for (const sentence of sentences) assert.ok(text.includes(sentence), `${url}: ${sentence}`)
}

test('the first page says what is withheld, and when the money is the musician’s', async () => {
  await says('/', '5%', 'С благодарностей', '10%', 'С заказов песен')
  await says('/', 'МИР', 'VISA', 'Mastercard', 'СБП', 'деньги вернутся слушателю')
  await says('/', '«Следующий Трек» перед исполнением и ещё раз после него')
  assert.match(await htmlOf('/'), /<a [^>]*href="\/pricing"[^>]*>Как проходит оплата/u)
})

test('it shows the promo of this week and the days that are left of it', async () => {
  const { variant, daysLeft } = promoWeek(new Date())
  const left = `${daysLeft} ${plural(daysLeft, 'день', 'дня', 'дней')} до конца недели`
  await says('/', 'Акция недели', promoOf(variant).title.replaceAll(/\s+/gu, ' '), left)
})

test('that of a demo marks each of its reviews as an example', async () => {
  assert.equal((await textOf('/')).split('Пример отзыва').length, 4)
})

test('its query string goes along to the login and to the sign-up', async () => {
  const query = '?utm_source=vk&from=%D0%B1%D0%B0%D1%80+1'
  const html = (await htmlOf(`/${query}`)).replaceAll('&amp;', '&')
  for (const door of ['login', 'signup']) assert.ok(html.includes(`href="/${door}${query}"`), door)
})

test('where nothing is announced and nothing wished, each page of the search says what to do', async () => {
  const nobody = 'Пока никто не объявил концерт.'
  await says('/s', 'Поиск концерта', 'Желаемые песни', 'К концертам')
  await says('/s', 'Пока ни одной. Найдите песню, которую хотите услышать вживую.')
  await says('/search/result', 'Рекомендации для вас', nobody)
  await says('/search', 'Найти концерт', 'Ближайшие концерты', nobody)
  assert.equal((await textOf('/search')).includes('с вашими песнями'), false)
})
