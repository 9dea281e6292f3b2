import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

type Splitting = Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>
type NameOf = Extract<
  NonNullable<Splitting['groups']>[number]['name'],
  (...input: never) => unknown
>
type Graph = Parameters<NameOf>[1]

/** What a listener's phone runs at first; what these pages load by a tap is not among it. */
const BEGINNINGS = ['entry.client.tsx', 'root.tsx', 'pages/artist/artist.tsx']

function everythingUnder(graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = BEGINNINGS.map((file) =>
    fileURLToPath(new URL(`../web/${file}`, import.meta.url)),
  )
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

/**
 * One file of scripts and one of styles for all that a listener needs at first. Cut by who shares
 * what, the same scripts were 76 files, a fifth heavier to send, and each named once more in the HTML.
 */
export function inOneFirstLoad(): Splitting {
  let first: ReadonlySet<string> | undefined
  return {
    groups: [
      {
        name(id, graph) {
          first ??= everythingUnder(graph)
          return first.has(id) ? 'first' : null
        },
      },
    ],
  }
}
