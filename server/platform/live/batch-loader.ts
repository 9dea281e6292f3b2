/** Concerts in one question: a few milliseconds of the database, and of this process with the answer. */
const MOST = 50
/** So a slow question does not keep all the others waiting, and the answer of one is read while the next is found. */
const AT_ONCE = 2

/**
 * Makes one question of what many ask at one moment. A thousand cellars that change together cost the database twenty
 * questions and not a thousand; while two are under way the next one gathers. Nobody is answered by a question that was
 * begun before he asked, so what he was told of is in it. Undefined for what is not found.
 */
export function readTogether<T>(
  readMany: (ids: string[]) => Promise<ReadonlyMap<string, T>>,
): (id: string) => Promise<T | undefined> {
  const waiting = new Map<string, PromiseWithResolvers<T | undefined>>()
  let underway = 0
  let begun = false

  function begin() {
    begun = false
    while (underway < AT_ONCE && waiting.size > 0) {
      const some = [...waiting.entries().take(MOST)]
      for (const [id] of some) waiting.delete(id)
      underway += 1
      void read(some)
    }
  }

  async function read(some: readonly [string, PromiseWithResolvers<T | undefined>][]) {
    try {
      const found = await readMany(some.map(([id]) => id))
      for (const [id, { resolve }] of some) resolve(found.get(id))
    } catch (error) {
      for (const [, { reject }] of some) reject(error)
    }
    underway -= 1
    begin()
  }

  return (id) => {
    const asked = waiting.get(id)
    if (asked !== undefined) return asked.promise
    const asking = Promise.withResolvers<T | undefined>()
    waiting.set(id, asking)
    // Once all who were told in this moment have asked.
    if (!begun) queueMicrotask(begin)
    begun = true
    return asking.promise
  }
}
