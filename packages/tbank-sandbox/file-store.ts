import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { memoryStore } from './store.ts'
import type { Store, StoredDocument } from './store.ts'

/** A store of one process in a file that grows by a line for each change, and shrinks when it is opened. */
export async function fileStore(path: string): Promise<Store> {
  const memory = memoryStore()
  const known = existsSync(path) ? readFileSync(path, 'utf8').split('\n').flatMap(readLine) : []
  const newest = new Map(known.map((document) => [`${document.kind} ${document.id}`, document]))
  await memory.exclusively(0, () => [...newest.values()])
  writeFileSync(`${path}.new`, lineOf([...newest.values()]))
  renameSync(`${path}.new`, path)
  return {
    exclusively: (revision, work) =>
      memory.exclusively(revision, (newer) => {
        const changed = work(newer)
        if (changed.length > 0) appendFileSync(path, lineOf(changed))
        return changed
      }),
  }
}

function lineOf(documents: readonly StoredDocument[]): string {
  return `${JSON.stringify(documents)}\n`
}

/** A line that a killed process left unfinished is a change that was never answered. */
function readLine(line: string): StoredDocument[] {
  try {
    return JSON.parse(line) as StoredDocument[]
  } catch {
    return []
  }
}
