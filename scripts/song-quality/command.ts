import { readCatalogue } from '#server/modules/songs/catalogue.ts'
import { songKey } from '#packages/song-search/song-text.ts'
import { songWorld } from '../../bench/song-world.ts'
import { stop } from '../own-database.ts'
import type { Half } from './half.ts'
import { HALVES } from './half.ts'
import type { QueryVerdict } from './judge.ts'
import { queriesOf, searchOver, verdictsOn } from './quality.ts'
import type { HandKind, Kind } from './query.ts'
import { HAND_KINDS, KINDS, LABELS, TARGETS } from './query.ts'
import { ratesOf } from './rates.ts'

const USAGE =
  'Как мерить: npm run songs -- quality [--songs ЧИСЛО] [--half apart|tuning|all] [--misses]'
const PLACES = { first: 'первая буква', middle: 'в середине', last: 'последняя буква' } as const

type Asked = { songs: number | null; half: Half; misses: boolean }

/** Prints how often the song search finds the wanted song, by kinds of query. */
export async function quality(args: readonly string[]): Promise<void> {
  const { songs, half, misses } = asked(args)
  const catalogue = await readCatalogue()
  const queries = await queriesOf(catalogue, half)
  const lines =
    songs === null
      ? catalogue.map(({ title, artistName }) => ({ key: songKey(title, artistName), orders: 0 }))
      : songWorld(Math.max(songs, catalogue.length))
  const over = await searchOver(lines)
  const verdicts = verdictsOn(queries, over)
  process.stdout.write(
    `\n${queries.length} запросов, песен в поиске: ${over.songs.length}; половина каталога: ${half}\n`,
  )
  console.log('\nПо правилам')
  printKinds(
    KINDS,
    verdicts.filter(({ query }) => !query.byHand),
  )
  console.log('\nОт руки')
  printKinds(
    HAND_KINDS,
    verdicts.filter(({ query }) => query.byHand),
  )
  console.log('\nНеверная буква по месту в слове')
  printPlaces(verdicts)
  if (misses) printMisses(verdicts)
}

function asked(args: readonly string[]): Asked {
  const answer: Asked = { songs: null, half: 'apart', misses: false }
  const left = [...args]
  while (left.length > 0) {
    const word = left.shift()
    if (word === '--misses') answer.misses = true
    else if (word === '--songs') answer.songs = count(left.shift())
    else if (word === '--half') answer.half = halfNamed(left.shift())
    else stop(USAGE)
  }
  return answer
}

function count(word: string | undefined): number {
  if (word === undefined || !/^[1-9]\d{0,6}$/u.test(word)) stop(USAGE)
  return Number(word)
}

function halfNamed(word: string | undefined): Half {
  return HALVES.find((half) => half === word) ?? stop(USAGE)
}

function row(verdicts: readonly QueryVerdict[], target: number | null) {
  const { queries, first, five, outranked, clearFive } = ratesOf(verdicts)
  return {
    запросов: queries,
    'на 1-м, %': percent(first),
    'в первых 5, %': percent(five),
    'уступили по правилу': outranked,
    'в 5 без них, %': percent(clearFive),
    'цель, %': target === null ? '' : percent(target),
    ' ': target !== null && clearFive < target ? '✗' : '',
  }
}

function printKinds(kinds: readonly (Kind | HandKind)[], verdicts: readonly QueryVerdict[]): void {
  const rows = kinds.map((kind) => {
    const own = verdicts.filter(({ query }) => query.kind === kind)
    return [LABELS[kind], row(own, TARGETS[kind])] as const
  })
  const promised = verdicts.filter(({ query }) => TARGETS[query.kind] !== null)
  console.table(Object.fromEntries([...rows, ['всего обещанного', row(promised, null)]]))
}

function printPlaces(verdicts: readonly QueryVerdict[]): void {
  const rows = Object.entries(PLACES).map(([place, label]) => {
    const own = verdicts.filter(({ query }) => query.place === place)
    return [label, row(own, null)] as const
  })
  console.table(Object.fromEntries(rows))
}

function printMisses(verdicts: readonly QueryVerdict[]): void {
  console.log('\nНе нашлись')
  for (const { query, place, outranked, found } of verdicts) {
    if (place !== null) continue
    const instead = found.map(({ key, orders }) => `${key.replace('\n', ' / ')} (${orders})`)
    const { title, artistName } = query.wanted
    console.log(
      `${outranked ? '~' : '✗'} ${LABELS[query.kind]}: «${query.typed}» → ${title}, ${artistName}; вместо неё: ${instead.join('; ') || 'ничего'}`,
    )
  }
}

const percent = (share: number) => Number((share * 100).toFixed(1))
