import { Refusal } from '#domain/refusal.ts'

export type DrawnCard = { readonly version: string; readonly bytes: Uint8Array }

/** Cards that wait to be drawn; the next one is told to come again. */
const WAITING_MOST = 60
const MOST_PICTURES = 200
const MOST_BYTES = 50 * 1024 * 1024

/** Draws one card at a time, keeps what was drawn lately, and draws a card once for all who ask meanwhile. */
export function makeDrawingLine() {
  const kept = new Map<string, DrawnCard>()
  const drawn = new Map<string, Promise<DrawnCard>>()
  let bytes = 0
  let last: Promise<unknown> = Promise.resolve()

  function drop(key: string, picture: DrawnCard): void {
    kept.delete(key)
    bytes -= picture.bytes.length
  }

  function keep(key: string, picture: DrawnCard): void {
    const before = kept.get(key)
    if (before !== undefined) drop(key, before)
    kept.set(key, picture)
    bytes += picture.bytes.length
    for (const [oldest, old] of kept) {
      if (kept.size <= MOST_PICTURES && bytes <= MOST_BYTES) return
      drop(oldest, old)
    }
  }

  async function inTurn(draw: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const mine = last.then(draw)
    last = mine.catch(() => null)
    return mine
  }

  return {
    /** The picture of `version` of what `key` names. Refuses OVERLOADED where too many wait already. */
    async take(key: string, version: string, draw: () => Promise<Uint8Array>): Promise<DrawnCard> {
      const known = kept.get(key)
      if (known?.version === version) {
        // Whoever was asked for lately is the last to go.
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const turn = `${key} ${version}`
      const under = drawn.get(turn)
      if (under !== undefined) return under
      if (drawn.size >= WAITING_MOST)
        throw new Refusal(
          'OVERLOADED',
          'Картинка ещё рисуется. Зайдите за ней чуть позже.',
          undefined,
          {
            retryAfterSeconds: 5,
          },
        )
      const soon = inTurn(draw).then((made) => ({ version, bytes: made }))
      drawn.set(turn, soon)
      try {
        const picture = await soon
        keep(key, picture)
        return picture
      } finally {
        drawn.delete(turn)
      }
    },
    /** How much is kept. */
    size: () => ({ pictures: kept.size, bytes }),
  }
}
