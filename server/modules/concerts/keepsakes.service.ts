import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import type { StoryCard } from '#domain/concerts/preview-card.ts'
import { storyCard } from '#domain/concerts/preview-card.ts'
import type { KeepsakeState } from '#domain/queue/keepsake.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ConcertSummary } from './concert-views.service.ts'
import { uuidOf } from '#domain/uuid.ts'

/** An order on its listener's keepsake page. */
type KeepsakeOrder = {
  readonly songId: string
  readonly title: string
  readonly artistName: string
  readonly state: KeepsakeState
  /** Null when it was not played. */
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
    /** The outcome of this device's orders, except the cancelled ones. */
    keepsakeOrders(concertId: string, deviceId: string): Promise<readonly KeepsakeOrder[]>
    ofDevice(concertId: string, deviceId: string): Promise<readonly { state: string }[]>
  }
  /** Draws the picture of this story under the name `key`. Refuses OVERLOADED. */
  readonly draw: (key: string, card: StoryCard) => Promise<{ readonly bytes: Uint8Array }>
}

type KeepsakeConcert = {
  readonly concert: ConcertSummary
  readonly orders: readonly KeepsakeOrder[]
  readonly next: ConcertSummary | null
}

const noKeepsake = () => new Refusal('NOT_FOUND', 'Такой страницы на память нет')

export type Keepsakes = ReturnType<typeof makeKeepsakes>

/** Keepsakes: a listener's page about a concert, which opens by its link alone. Nothing is stored for it. */
export function makeKeepsakes({ secret, publicUrl, concerts, myOrders, draw }: KeepsakesDeps) {
  const ofConcert = (id: string) => createHmac('sha256', secret).update(`keepsake ${id}`).digest()

  /** A device id is one block of the cipher, so a made-up key decrypts to an id that no device has. */
  function keyOf(concertId: string, deviceId: string): string {
    const cipher = createCipheriv('aes-256-ecb', ofConcert(concertId), null).setAutoPadding(false)
    return cipher.update(deviceId.replaceAll('-', ''), 'hex').toString('base64url')
  }

  function deviceOf(concertId: string, key: string): string {
    const cipher = createDecipheriv('aes-256-ecb', ofConcert(concertId), null)
    return uuidOf(cipher.setAutoPadding(false).update(key, 'base64url').toString('hex'))
  }

  /** Refuses NOT_FOUND when this device ordered nothing there, or cancelled all of it. */
  async function ordersOf({ id, status }: ConcertSummary, deviceId: string) {
    const keepsakeOrders = status === 'PLAYED' ? await myOrders.keepsakeOrders(id, deviceId) : []
    const orders = status === 'PLAYED' ? keepsakeOrders : await myOrders.ofDevice(id, deviceId)
    if (orders.every(({ state }) => state === 'CANCELLED')) throw noKeepsake()
    return keepsakeOrders
  }

  /** Refuses NOT_FOUND. */
  async function of(sessionId: string, key: string): Promise<KeepsakeConcert> {
    const concert = await concerts.byId(sessionId)
    const orders = await ordersOf(concert, deviceOf(concert.id, key))
    const next = orders.length > 0 ? await concerts.nextOf(concert.artistUsername, null) : null
    return { concert, orders, next }
  }

  return {
    of,

    /** The key of this device's page. Refuses NOT_FOUND when it ordered nothing there, or cancelled all of it. */
    async keyOf(sessionId: string, deviceId: string | null): Promise<string> {
      if (deviceId === null) throw noKeepsake()
      const concert = await concerts.byId(sessionId)
      await ordersOf(concert, deviceId)
      return keyOf(concert.id, deviceId)
    },

    /** A JPEG. Refuses NOT_FOUND, also before the end of the concert, and OVERLOADED. */
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

/** Hides the place of a closed concert: anybody with the link sees the page. */
export function placeShown(concert: ConcertSummary): ConcertSummary {
  return concert.closedSession ? { ...concert, placeName: '', city: '' } : concert
}
