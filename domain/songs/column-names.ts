import type { ColumnKind } from './song-cells.ts'
import { ARTIST_NAMES, nameSets, TITLE_NAMES, TITLES_ALONE } from './song-table.ts'
import type { ColumnNames } from './song-table.ts'
import { foldSong } from '#packages/song-search/song-text.ts'

/** Column names. Kinds that say more of a song than its name come first: «song key» is a key. */
const NAMES: Readonly<Partial<Record<ColumnKind, ColumnNames>>> = {
  key: {
    whole: 'тон, tone, tono',
    words: 'key, тональность, танальнасць, тональність, tonart, tonacja, tonalidad, tónina',
  },
  capo: { whole: 'лад', words: 'capo, капо, каподастр, kapodaster, cejilla' },
  tempo: { whole: 'ударов в минуту', words: 'tempo, bpm, темп' },
  seconds: {
    whole: 'time, song time, время, мин сек, playtime, czas, tiempo, čas',
    words: `duration, length, songlength, длительность, продолжительность, хронометраж, длина,
      тривалість, працягласць, dauer, länge, trwania, duración, délka`,
  },
  tags: {
    whole: 'topics, keywords, category, категория, стиль, style, styles, theme, теги, estilo, stil',
    words: 'tags, tag, genre, genres, метки, метка, тег, теги, жанр, жанры, gatunek, género, žánr',
  },
  notes: {
    whole: 'note, description, описание, remarks, пометки, nota, uwagi, notizen',
    words: `notes, comment, comments, заметка, заметки, комментарий, комментарии, примечание, примітка, заўвагі,
      bemerkung, kommentar, notatki, notas, comentario, poznámka`,
  },
  musicBy: {
    whole:
      'автор музыки, авторы музыки, музыка, music by, composed by, komponist, compositor, kompozytor, skladatel',
    words: 'composer, composers, композитор, композиторы, композитори, кампазітар',
  },
  wordsBy: {
    whole: `автор слов, авторы слов, автор текста, авторы текста, автор стихов, авторы стихов, стихи, words by,
      lyrics by, text by, автор слів, автор тексту, textdichter`,
    words: 'lyricist, lyricists, поэт, поэты, поет',
  },
  state: { whole: 'state', words: 'status, статус, состояние' },
  minSongAmount: {
    whole: 'min price, price, цена, стоимость',
    words: 'minimum, минимум, минималка',
  },
  text: {
    whole: 'chords, аккорды, content, song text, letra, liedtext',
    words: 'lyrics, lyric, текст, слова, chordpro',
  },
  title: TITLE_NAMES,
  artistName: ARTIST_NAMES,
}
const NAME_SETS = (Object.keys(NAMES) as ColumnKind[]).flatMap((kind) => {
  const names = NAMES[kind]
  return names === undefined ? [] : [{ kind, ...nameSets(names) }]
})
/** Other columns of such tools, whose names have words like those. */
const OTHER =
  /\b(?:album|signature|ur[il]s?|links?|id|isrc|index|number|added|date|tagtime|counts?|plays|year|rating|playlist|popularity)\b|альбом|дата|номер|ссылк|год|рейтинг/u

/** Finds a column for every kind by the names, and counts those found by their whole name. */
function kindsByNames(names: readonly string[]) {
  const kinds: (ColumnKind | null)[] = names.map(() => null)
  const folded = names.map((name) => foldSong(name.slice(0, 200)))
  const take = (kind: ColumnKind, fits: (name: string) => boolean) => {
    if (kinds.includes(kind)) return false
    const at = folded.findIndex((name, n) => kinds[n] === null && fits(name))
    if (at >= 0) kinds[at] = kind
    return at >= 0
  }
  const whole = NAME_SETS.filter((set) => take(set.kind, (name) => set.whole.has(name))).length
  for (const { kind, words } of NAME_SETS)
    take(kind, (name) => !OTHER.test(name) && name.split(' ').some((word) => words.has(word)))
  const others = folded.filter((name, at) => kinds[at] === null && OTHER.test(name)).length
  return { kinds, whole, known: kinds.filter((kind) => kind !== null).length, others }
}

type NamedColumns = {
  kinds: readonly (ColumnKind | null)[]
  /** How many of them the names tell. */
  known: number
}

/** Returns the kinds that the cells of a row name; null where it names no columns: «Песня о друге, группа» is a song. */
export function columnsNamed(cells: readonly string[]): NamedColumns | null {
  const names = cells.slice(0, 200)
  const { kinds, whole, known, others } = kindsByNames(names)
  const hasTitle = kinds.includes('title')
  const isHeader =
    names.length === 1
      ? TITLES_ALONE.has(foldSong(names[0]?.slice(0, 200) ?? ''))
      : whole > 1 || (whole > 0 && hasTitle && (known > 2 || others > 0))
  return isHeader ? { kinds, known } : null
}
