import { makeAccounts } from './areas/accounts/accounts.service.ts'
import { makeArtists } from './areas/artists/artists.service.ts'
import { makeConcerts } from './areas/concerts/concerts.service.ts'
import { makeFeatures } from './areas/features/features.service.ts'
import { makePlaces } from './areas/places/places.service.ts'
import { makeQueue } from './areas/queue/queue.service.ts'
import { makeRepertoire } from './areas/repertoire/repertoire.service.ts'
import { makeSongs } from './areas/songs/songs.service.ts'
import type { Sql } from './db/open.ts'
import type { Bus, LiveLog } from './live/bus.ts'
import { makeHub } from './live/hub.ts'
import type { Mail } from './outside/mail.ts'

export type ServiceDeps = {
  sql: Sql
  bus: Bus
  mail: Mail
  now: () => Date
  endGraceMinutes: number
  codeSecret: string
  log: LiveLog
}

export type Services = ReturnType<typeof makeServices>

/** Who takes what from whom: areas point one way, concerts → queue → songs. */
export function makeServices({
  sql,
  bus,
  mail,
  now,
  endGraceMinutes,
  codeSecret,
  log,
}: ServiceDeps) {
  const hub = makeHub({
    bus,
    log,
    readQueue: (concertId) => queue.frameOf(concertId),
    readSession: (concertId) => concerts.statusOf(concertId),
  })
  const changed = (concertId: string) => hub.changed(concertId)
  const accounts = makeAccounts({ sql, now, mail, codeSecret })
  const artists = makeArtists({ sql, takesTips: true })
  const features = makeFeatures({ sql, now, bus })
  const places = makePlaces()
  const songs = makeSongs({ sql, now })
  const repertoire = makeRepertoire({ sql, now, songs })
  const queue = makeQueue({ sql, now, songs, repertoire, changed })
  const concerts = makeConcerts({ sql, now, places, queue, changed, endGraceMinutes })
  return { hub, accounts, artists, features, places, songs, repertoire, queue, concerts }
}
