/**
 * Runs works of one key one after another, in the order they came. A hall that orders at once then
 * waits here, and not on one database connection each until the pool is empty. Only a courtesy
 * inside this process: what must not happen twice is guarded by the database.
 */
export function makeTurns() {
  const last = new Map<string, Promise<void>>()
  return function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = after(last.get(key), work)
    const over = settled(mine)
    last.set(key, over)
    void forgetAfter(over, key)
    return mine
  }

  async function forgetAfter(over: Promise<void>, key: string): Promise<void> {
    await over
    if (last.get(key) === over) last.delete(key)
  }
}

async function after<T>(before: Promise<void> | undefined, work: () => Promise<T>): Promise<T> {
  await before
  return work()
}

async function settled(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work])
}
