import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type NameOf = Extract<
  NonNullable<Splitting['groups']>[number]['name'],
  (...input: never) => unknown
>
type Graph = Parameters<NameOf>[1]

const EVERY_PAGE = ['entry.client.tsx', 'root.tsx']
/** What a listener's phone opens by the code in the hall; what this page loads by a tap is not among it. */
const ARTIST = ['pages/artist/artist.tsx']
/** What everybody else begins with. */
const HOME = ['pages/home/home.tsx']

function everythingUnder(graph: Graph, files: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = files.map((file) => fileURLToPath(new URL(`../web/${file}`, import.meta.url)))
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * Two files of scripts and of styles at most for what a listener needs at first: what any first page
 * needs, and what the artist's page adds. Cut by who shares what, the same scripts were 76 files, a
 * fifth heavier to send, and each named once more in the HTML.
 */
export function inFewFiles(): Splitting {
  let first: ReadonlySet<string> | undefined
  let artist: ReadonlySet<string> | undefined
  return {
    groups: [
      {
        priority: 2,
        name(id, graph) {
          first ??= everythingUnder(graph, EVERY_PAGE).union(
            everythingUnder(graph, HOME).intersection(everythingUnder(graph, ARTIST)),
          )
          return first.has(id) ? 'first' : null
        },
      },
      {
        priority: 1,
        name(id, graph) {
          artist ??= everythingUnder(graph, ARTIST)
          return artist.has(id) ? 'artist' : null
        },
      },
    ],
  }
}
