import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { StoryCard } from '#domain/concerts/preview-card.ts'
import { storyCard } from '#domain/concerts/preview-card.ts'
import type { KeptState } from '#domain/queue/keepsake.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ConcertSummary } from './concert-views.service.ts'

/** An order as its listener keeps it. */
type KeptOrder = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly state: KeptState
  /** Null where it did not sound. */
  readonly startedAt: Date | null
  readonly share?: true
  readonly name?: string
  readonly words?: string
  readonly answer?: string
}

type KeepsakesDeps = {
  readonly secret: string
  readonly publicUrl: string
  readonly concerts: {
    byId(id: string): Promise<ConcertSummary>
    nextOf(artistUsername: string, viewer: null): Promise<ConcertSummary | null>
  }
  readonly myOrders: {
    /** What became of what this device ordered and did not take off. */
    kept(concertId: string, deviceId: string): Promise<readonly KeptOrder[]>
    ofDevice(concertId: string, deviceId: string): Promise<readonly { state: string }[]>
  }
  /** The picture of this story, of which `key` is the name. Refuses OVERLOADED. */
  readonly draw: (key: string, card: StoryCard) => Promise<{ readonly bytes: Uint8Array }>
}

type KeptConcert = {
  readonly concert: ConcertSummary
  readonly orders: readonly KeptOrder[]
  readonly next: ConcertSummary | null
}

const noKeepsake = () => new Refusal('NOT_FOUND', 'Такой страницы на память нет')

export type Keepsakes = ReturnType<typeof makeKeepsakes>

/** What listeners keep of a concert: pages that open by their links alone. Nothing is stored for them. */
export function makeKeepsakes({ secret, publicUrl, concerts, myOrders, draw }: KeepsakesDeps) {
  const ofConcert = (id: string) => createHmac('sha256', secret).update(`keepsake ${id}`).digest()

  /** The id of a device is one block of the cipher, so a key made up leads to a device that never was. */
  function keyOf(concertId: string, deviceId: string): string {
    const cipher = createCipheriv('aes-256-ecb', ofConcert(concertId), null).setAutoPadding(false)
    return cipher.update(deviceId.replaceAll('-', ''), 'hex').toString('base64url')
  }

  function deviceOf(concertId: string, key: string): string {
    const cipher = createDecipheriv('aes-256-ecb', ofConcert(concertId), null)
    const hex = cipher.setAutoPadding(false).update(key, 'base64url').toString('hex')
    return hex.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/u, '$1-$2-$3-$4-$5')
  }

  /** Refuses NOT_FOUND where this device ordered nothing there, or took all of it off. */
  async function ordersOf({ id, status }: ConcertSummary, deviceId: string) {
    const kept = status === 'PLAYED' ? await myOrders.kept(id, deviceId) : []
    const orders = status === 'PLAYED' ? kept : await myOrders.ofDevice(id, deviceId)
    if (orders.every(({ state }) => state === 'CANCELLED')) throw noKeepsake()
    return kept
  }

  /** Refuses NOT_FOUND. */
  async function of(sessionId: string, key: string): Promise<KeptConcert> {
    const concert = await concerts.byId(sessionId)
    const orders = await ordersOf(concert, deviceOf(concert.id, key))
    const next = orders.length > 0 ? await concerts.nextOf(concert.artistUsername, null) : null
    return { concert, orders, next }
  }

  return {
    of,

    /** The key of this device's page. Refuses NOT_FOUND where it ordered nothing there, or took all of it off. */
    async keyOf(sessionId: string, deviceId: string | null): Promise<string> {
      if (deviceId === null) throw noKeepsake()
      const concert = await concerts.byId(sessionId)
      await ordersOf(concert, deviceId)
      return keyOf(concert.id, deviceId)
    },

    /** A JPEG. Refuses NOT_FOUND, before the end of the concert too, and OVERLOADED. */
    async picture(sessionId: string, key: string): Promise<Uint8Array> {
      const keepsake = await of(sessionId, key)
      if (keepsake.orders.length === 0) throw noKeepsake()
      const { concert, orders, next } = keepsake
      const artist = {
        username: concert.artistUsername,
        name: concert.artistName,
        imageUrl: concert.artistImageUrl,
      }
      const address = `${publicUrl.replace(/^https?:\/\//u, '')}/user/${artist.username}`
      const card = storyCard({ concert: placeShown(concert), artist, orders, next, address })
      return (await draw(`keepsake ${concert.id} ${key}`, card)).bytes
    },
  }
}

/** Where a closed concert is played is not told to whoever has a link. */
export function placeShown(concert: ConcertSummary): ConcertSummary {
  return concert.closedSession ? { ...concert, placeName: '', city: '' } : concert
}
