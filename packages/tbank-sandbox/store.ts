/** One document of the bank, as a store keeps it; `body` is JSON. */
export type StoredDocument = { readonly kind: string; readonly id: string; readonly body: string }

/** Where the bank keeps everything: the newest body of each document. */
export type Store = {
  /**
   * Runs `work` while no other process does, with the documents that were kept after `revision`, and keeps those that it
   * returns, all or none. Resolves with the revision that includes them. `work` may be run again after a failure.
   */
  exclusively(
    revision: number,
    work: (newer: readonly StoredDocument[]) => readonly StoredDocument[],
  ): Promise<number>
}

/** A store that ends with its process; banks that share it are as processes that share a durable one. */
export function memoryStore(): Store {
  const kept = new Map<string, StoredDocument & { revision: number }>()
  let newest = 0
  return {
    async exclusively(revision, work) {
      const newer =
        revision === newest
          ? []
          : [...kept.values()].filter((document) => document.revision > revision)
      const changed = work(newer)
      if (changed.length > 0) newest += 1
      for (const document of changed)
        kept.set(`${document.kind} ${document.id}`, { ...document, revision: newest })
      return newest
    },
  }
}

/** Adds all documents of one store to another. */
export async function copyStore(from: Store, to: Store): Promise<void> {
  let all: readonly StoredDocument[] = []
  await from.exclusively(0, (documents) => {
    all = documents
    return []
  })
  await to.exclusively(0, () => all.map(({ kind, id, body }) => ({ kind, id, body })))
}
