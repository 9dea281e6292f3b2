import type { TaxStatus } from '#domain/payments/tax-status.ts'
import type { ColumnType, Generated } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { NewsAbout } from '#domain/follows.ts'
import type { PushAbout } from '#domain/push.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { PadAction } from '#domain/queue/second-pad.ts'
import type { SetItem } from '#domain/songs/song-set.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Json, MoneySchema } from './schema-money.ts'
import type { SandboxSchema } from './schema-sandbox.ts'

type PhotoState = 'LOADING' | 'KEPT' | 'REMOVED'

export type Social = { type: string; url: string }

/** The tables as migrations leave them. */
export type Schema = MoneySchema &
  SandboxSchema & {
    artists: {
      id: string
      username: string
      usernameKey: string
      email: string
      passwordHash: string
      accountType: AccountType
      role: Generated<'ARTIST' | 'ADMIN'>
      name: string
      imageUrls: Generated<string[]>
      shortDescription: Generated<string>
      shortDescriptionHtml: Generated<string>
      description: Generated<string>
      descriptionHtml: Generated<string>
      socials: ColumnType<Social[], string | undefined, string>
      requestFavoritesOnly: Generated<boolean>
      phoneNumber: string | null
      sbpNumberId: string | null
      paymentDescription: Generated<string>
      paidSongsEnabled: Generated<boolean>
      minSongRubles: Generated<number>
      numberCheckedAt: Date | null
      taxStatus: TaxStatus | null
      taxName: Generated<string>
      taxInn: Generated<string>
      payoutRecipient: string | null
      payoutRecipientConfirmed: string | null
      partnerId: string | null
      createdAt: Date
    }
    photos: {
      id: string
      artistId: string
      state: PhotoState
      bytes: number
      createdAt: Date
      changedAt: Date
    }
    loginTokens: { tokenHash: string; artistId: string; createdAt: Date; expiresAt: Date }
    orderWords: {
      id: Generated<string>
      orderId: string
      concertId: string
      name: string
      words: string
      held: boolean
      openedAt: Generated<Date | null>
    }
    thanks: {
      id: Generated<string>
      concertId: string
      orderId: string | null
      paymentId: Generated<string | null>
      thankedAt: Date
      answeredAt: Generated<Date | null>
    }
    pushSubscriptions: { orderId: string; endpoint: string; p256dh: string; auth: string }
    pushMessages: {
      id: Generated<string>
      orderId: string
      about: PushAbout
      madeAt: Date
      dueAt: Date | null
      tries: Generated<number>
    }
    followers: {
      id: string
      email: string | null
      endpoint: string | null
      p256dh: string | null
      auth: string | null
      timeZone: string | null
      deviceId: string | null
      since: Date
    }
    follows: {
      id: string
      followerId: string
      artistId: string | null
      songId: string | null
      town: string | null
      deviceId: string | null
      askedAt: Date
      confirmedAt: Date | null
      consentEdition: string | null
    }
    followNews: {
      id: Generated<string>
      artistId: string
      concertId: string | null
      songId: string | null
      about: NewsAbout
      madeAt: Date
      dueAt: Date | null
      toWaiting: Generated<boolean>
      afterId: string | null
    }
    followNotices: {
      followerId: string
      artistId: string
      subjectId: string
      about: NewsAbout
      followId: string
      madeAt: Date
      dueAt: Date | null
      toldAt: Date | null
      tries: Generated<number>
      messageId: string | null
    }
    townWishes: { town: string; songId: string; deviceId: string; wishedAt: Date }
    townWishCounts: { town: string; songId: string; persons: number }
    seats: { concertId: string; deviceId: string; number: number }
    mutedDevices: { concertId: string; deviceId: string }
    secondPads: {
      id: string
      concertId: string
      tokenHash: string
      name: string
      createdAt: Date
      openedAt: Generated<Date | null>
    }
    padLog: {
      id: string
      concertId: string
      doneAt: Date
      doneBy: string | null
      action: PadAction
      songId: string | null
    }
    knownDevices: { artistId: string; deviceHash: string; seenAt: Date }
    loginTries: {
      account: string
      network: string
      real: boolean
      wrong: Generated<number>
      waitUntil: Date | null
      rightAt: Date | null
      triedAt: Date
    }
    emailCodes: {
      id: string
      email: string
      purpose: 'signup' | 'reset'
      codeHash: string
      issuedAt: Date
      tries: Generated<number>
      usedAt: Date | null
    }
    consents: {
      id: string
      email: string
      artistId: string | null
      document: 'privacy' | 'notifications'
      version: string
      givenAt: Date
    }
    songs: {
      id: string
      title: string
      artistName: string
      imageUrl: Generated<string>
      source: string
      verified: boolean
      songKey: string
      orderCount: Generated<number>
      createdAt: Date
    }
    songWords: { word: string; songId: string }
    catalogueImports: {
      name: string
      size: number | null
      headHash: string
      position: number
      line: number
      counts: Json<unknown>
      at: Date
    }
    repertoire: {
      artistId: string
      songId: string
      addedAt: Date
      tags: Generated<string[]>
      minRubles: number | null
      musicKey: Generated<string>
      capo: number | null
      tempo: number | null
      seconds: number | null
      notes: Generated<string>
      state: Generated<SongState>
    }
    oldUsernames: { usernameKey: string; artistId: string; leftAt: Date }
    songWishes: { artistId: string; songId: string; deviceId: string; wishedAt: Date }
    songTexts: {
      artistId: string
      songId: string
      text: string
      transpose: Generated<number>
      updatedAt: Date
    }
    tagMinimums: { artistId: string; tag: string; rubles: number }
    concerts: {
      id: string
      artistId: string
      title: string
      startsAt: Date
      endsAt: Date
      status: Generated<ConcertStatus>
      active: Generated<boolean>
      age: Generated<number>
      description: Generated<string>
      ticketLink: Generated<string>
      ableGetSongs: Generated<boolean>
      closedSession: Generated<boolean>
      codeWord: Generated<string | null>
      pass: Generated<string | null>
      commandedAt: Generated<Date | null>
      showSongsOnPoster: Generated<boolean>
      autoRun: Generated<boolean>
      placeName: string
      country: Generated<string>
      city: Generated<string>
      street: Generated<string>
      houseNumber: Generated<string>
      address: Generated<string>
      placeDescription: Generated<string>
      longitude: number | null
      latitude: number | null
      timeZone: string
      revision: Generated<number>
      createdAt: Date
      startedAt: Date | null
      finishedAt: Date | null
      sequence: Generated<number>
      changedAt: Generated<Date | null>
      rules: ColumnType<Partial<EveningRules>, string | undefined, string>
      longerMinutes: Generated<number>
      corrections: Generated<number>
      startWas: Generated<Date | null>
      venueWas: Generated<string | null>
      breakUntil: Generated<Date | null>
      ownRun: Generated<number>
      seriesId: Generated<string | null>
    }
    sets: {
      id: string
      artistId: string
      title: string
      targetMinutes: number | null
      items: Json<readonly SetItem[]>
      updatedAt: Date
    }
    defaultRules: { artistId: string; rules: Json<Partial<EveningRules>> }
    openSongs: { concertId: string; songId: string }
    goneConcerts: {
      id: string
      artistId: string
      title: string
      startsAt: Date
      endsAt: Date
      place: string
      closedSession: boolean
      sequence: number
      goneAt: Date
    }
    queueEntries: {
      id: string
      concertId: string
      songId: string
      status: SongStatus
      position: number | null
      createdAt: Date
      nowAt: Date | null
      closedAt: Date | null
      own: Generated<boolean>
      forWhom: Generated<string>
      inCash: Generated<boolean>
      noted: Generated<boolean>
      goal: Generated<number | null>
      beforeNote: Generated<string>
      beforeBreak: Generated<number>
      breakAt: Generated<Date | null>
    }
    orders: {
      id: string
      concertId: string
      entryId: string
      deviceId: string
      kind: 'free' | 'paid'
      createdAt: Date
      paymentId: string | null
      droppedAt: Date | null
      amount: Generated<number>
      takenOff: Generated<boolean>
      joined: Generated<boolean>
      share: Generated<boolean>
    }
    going: { concertId: string; deviceId: string; since: Date }
    idempotencyKeys: {
      call: string
      key: string
      bodyHash: string
      answer: Json<unknown>
      createdAt: Date
    }
    featureFlags: { name: string; artistId: string | null; enabled: boolean }
    feedbackMessages: { id: string; message: string; createdAt: Date }
    supportRequests: {
      id: string
      name: string
      email: string
      topic: string
      message: string
      createdAt: Date
      doneAt: Date | null
      doneBy: string | null
    }
    mailboxLetters: { id: string; recipient: string; subject: string; body: string; sentAt: Date }
    instanceSecrets: { name: string; value: string }
    installation: { singleton: Generated<boolean>; demo: boolean }
    tapTimes: { day: string; upToMs: number; count: number }
    spentLimits: { key: string; spent: number; until: Date }
  }
