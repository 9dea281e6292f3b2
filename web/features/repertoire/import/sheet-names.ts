import { songKey } from '#packages/song-search/song-text.ts'

type Sheet = { title: string; artistName: string; text: string }
/** A song's text as it is offered; another text of a song before it is not ticked. */
export type NamedSheet = Sheet & { isVersion: boolean }

/** Folders that hold songs of many: they are named by what is in them. */
const OF_MANY =
  /(?:^|[^\p{L}])(?:песн|аккорд|текст|репертуар|сборник|разн|архив|папк|нов(?:ая|ые|ое)|мо[йия](?!\p{L})|сет(?:ы)?(?!\p{L})|songs?|chords?|chordpro|lyrics|sheets?|setlists?|sets?|repertoire|misc|new|my|texts?|folder|documents?)/iu
const OTHERS = ['вторая', 'третья', 'четвёртая', 'пятая']

const folderOf = (path: string) => path.split(/[/\\]/u).at(-2)?.trim() ?? ''
/** The part of a path before its file. */
const placeOf = (path: string) => path.replace(/[^/\\]*$/u, '')

/**
 * Offers the folder as the performer where the file and its text name none; not where a neighbour in the folder names
 * another.
 */
function withPerformers(found: readonly { path: string; sheet: Sheet }[]): Sheet[] {
  const ofMany = new Set<string>()
  for (const { path, sheet } of found)
    if (sheet.artistName !== '' && songKey(sheet.artistName, '') !== songKey(folderOf(path), ''))
      ofMany.add(placeOf(path))
  return found.map(({ path, sheet }) => {
    const folder = folderOf(path)
    const isPerformer = !ofMany.has(placeOf(path)) && /\p{L}/u.test(folder) && !OF_MANY.test(folder)
    return sheet.artistName === '' && isPerformer ? { ...sheet, artistName: folder } : sheet
  })
}

/** Names the texts by their folders too, and another text of the same song as a version of it. */
export function nameSheets(found: readonly { path: string; sheet: Sheet }[]): NamedSheet[] {
  const known = new Map<string, Set<string>>()
  return withPerformers(found).map((sheet) => {
    const key = songKey(sheet.title, sheet.artistName)
    const texts = known.get(key)
    const isVersion = texts !== undefined && !texts.has(sheet.text)
    if (texts === undefined) known.set(key, new Set([sheet.text]))
    else texts.add(sheet.text)
    if (!isVersion) return { ...sheet, isVersion }
    const n = texts.size
    return { ...sheet, isVersion, title: `${sheet.title} (${OTHERS[n - 2] ?? `${n}-я`} версия)` }
  })
}
