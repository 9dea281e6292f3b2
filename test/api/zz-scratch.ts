import { openEmbedded, openPostgres } from '#server/db/open.ts'
import { migrate } from '#server/db/migrate.ts'
import { makeSongs } from '#server/areas/songs/songs.service.ts'
import { makeRepertoire } from '#server/areas/repertoire/repertoire.service.ts'
import { makePlaces } from '#server/areas/places/places.service.ts'
import { randomUUIDv7 } from 'node:crypto'
const db = await openEmbedded()
await migrate(db)
const songs = makeSongs({ sql: db.sql, now: () => new Date() })
const rep = makeRepertoire({ sql: db.sql, now: () => new Date(), songs })
const s = await Promise.all(
  Array.from({ length: 5 }, () =>
    songs.addSuggestion(db.sql, { title: 'Белые розы "a", {b}\\', artistName: 'Ласковый май' }),
  ),
)
console.log(s)
const a = randomUUIDv7()
await db.sql
  .insertInto('artists')
  .values({
    id: a,
    username: 'Foo',
    username_key: 'foo',
    email: 'a@b.ru',
    password_hash: '',
    account_type: 'ARTIST',
    name: 'x',
    created_at: new Date(),
    phone_number: null,
    sbp_number_id: null,
    partner_id: null,
    socials: '[]',
  })
  .execute()
console.log(
  await rep.add(a, { songId: null, title: 'Ёлки', artistName: '' }),
  await rep.listOf(a),
  await rep.has(db.sql, a, s[0]!.id),
)
console.log(
  await songs.search('роз май'),
  await songs.search('елк', { favouritesOf: a }),
  await songs.search('б %'),
  await songs.search('розы май лас бел', { favouritesOf: a, onlyFavourites: true }),
)
const words = Array.from(
  { length: 400 },
  (_, i) => 'слово' + i.toString(36) + Math.random().toString(36).slice(2, 5),
)
const rows = Array.from({ length: Number(process.argv[2] ?? 800) }, () => ({
  title: Array.from({ length: 3 }, () => words[(Math.random() * 400) | 0]).join(' '),
  artistName: words[(Math.random() * 400) | 0] + ' ' + words[(Math.random() * 400) | 0],
}))
let t = performance.now()
console.log('import', await songs.importRows(db.sql, rows, 'x'), performance.now() - t)
const q = async (...args: Parameters<typeof songs.search>) => {
  const one = async () => {
    const t = performance.now()
    const r = await songs.search(...args)
    return [r.length, Math.round((performance.now() - t) * 10) / 10]
  }
  console.log(args[0].slice(0, 20), await one(), await one())
}
await q('с')
await q('слово')
await q('слово1 слово2 сл')
await q(words[3]!)
await q(rows[5]!.title)
await q('а б в г '.repeat(25))
await q('слово', { favouritesOf: a, onlyFavourites: true })
const ex = async (t: string) => {
  try {
    await songs.addSuggestion(db.sql, { title: t, artistName: t })
    console.log('ok', Buffer.byteLength(t.normalize('NFKD')))
  } catch (e) {
    console.log('FAIL', String(e).slice(0, 200))
  }
}
const rnd = (from: number, to: number) =>
  Array.from({ length: 120 }, () =>
    String.fromCodePoint(from + Math.floor(Math.random() * (to - from))),
  ).join('')
await ex(rnd(0x3300, 0x3357))
await ex('\uFDFA'.repeat(120))
await ex(rnd(0xfdf0, 0xfdfb))
await ex(rnd(0x1f170, 0x1f6ff))
await ex(rnd(0x20000, 0x2a000))
await ex('?\u{1F600}')
await ex(rnd(0x3300, 0x33ff))
await ex(rnd(0xfb50, 0xfdff))
const p = makePlaces()
console.log(
  p.cities('НИЖНИЙ-н'),
  p.cities('орел'),
  p.cities('  ').length,
  p.cityNear(55.7, 37.6)?.name,
  p.cityNear(70, 0),
  p.timeZoneOf(43.1, 131.9),
)
t = performance.now()
for (let i = 0; i < 1000; i++) p.cityNear(55.9, 37.7)
console.log('1000 near', performance.now() - t)
for (const c of [...p.cities('')])
  if (p.timeZoneOf(c.latitude, c.longitude) !== c.timeZone)
    console.log(c.name, c.timeZone, p.timeZoneOf(c.latitude, c.longitude))
await db.close()
