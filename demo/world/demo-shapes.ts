import type { SocialType } from '#domain/accounts/profile.ts'

export interface DemoSong {
  readonly title: string
  readonly artistName: string
  /** Tags in the repertoire. */
  readonly tags?: readonly string[]
}

interface DemoSocial {
  readonly type: SocialType
  readonly url: string
}

export interface DemoProfile {
  readonly username: string
  readonly name: string
  readonly accountType: 'ARTIST' | 'GROUP'
  /** At most 140 characters. */
  readonly shortDescription: string
  /** Markdown. */
  readonly description: string
  /** A town of the gazetteer. */
  readonly city: string
  readonly imageUrls: readonly string[]
  readonly socials: readonly DemoSocial[]
  /** If absent, songs are free. */
  readonly payments?: DemoPayments
  readonly admin?: true
}

/** An artist who takes money for songs, with a verified number. */
interface DemoPayments {
  readonly phone: string
  readonly sbpBankId: string
  /** The name that the demo bank returns, already confirmed by the artist. */
  readonly recipient: string
  /** Rubles. */
  readonly minSong: number
}

export interface DemoArtist extends DemoProfile {
  readonly repertoire: readonly DemoSong[]
}

export interface DemoVenue {
  /** The name by which concerts refer to the venue. */
  readonly key: string
  readonly name: string
  /** The address and the way to the entrance, for people. */
  readonly description: string
  readonly country: string
  readonly city: string
  readonly street: string
  readonly houseNumber: string
  readonly latitude: number
  readonly longitude: number
  readonly timeZone: string
}

export interface DemoConcert {
  /** Username of the artist. */
  readonly artist: string
  /** Key of the venue. */
  readonly venue: string
  readonly title: string
  /** Counted from the day the demo data is created. */
  readonly daysFromNow: number
  /** HH:MM in the venue's time zone. */
  readonly localTime: string
  readonly durationHours: number
  readonly durationMinutes: number
  readonly age: 0 | 14 | 16 | 18
  readonly description: string
  /** Empty if the entrance is free. */
  readonly ticketLink: string
  readonly ableGetSongs: boolean
  readonly showSongsOnPoster: boolean
  readonly closedSession: boolean
  /** Songs already ordered; all from the artist's repertoire. */
  readonly preorders: readonly DemoSong[]
}

/** The concert that runs while a visitor views the demo. */
export interface DemoLive {
  readonly artist: string
  readonly venue: string
  readonly title: string
  readonly description: string
  readonly age: 0 | 14 | 16 | 18
  readonly durationHours: number
  readonly durationMinutes: number
  readonly now: DemoSong
  readonly queued: readonly DemoSong[]
  readonly ordered: readonly DemoSong[]
  /** The songs that the audience orders next, in this order. */
  readonly audienceSongs: readonly DemoSong[]
}

/** A song of an evening, with the amount of each of its orders (rubles). */
export interface DemoPaidSong extends DemoSong {
  readonly rubles: readonly number[]
}

/** What a guest adds to an order: a name, a message, both or nothing. */
export interface DemoGuest {
  readonly name?: string
  readonly words?: string
}

export interface DemoTip {
  readonly rubles: number
  readonly message: string
}

/** A past or current evening with money: the product's own services play it. */
export interface DemoEvening {
  /** Key of the venue. */
  readonly venue: string
  readonly title: string
  readonly description: string
  readonly durationHours: number
  /** In their order; the next one begins every few minutes. */
  readonly played: readonly DemoPaidSong[]
  /** Ordered and not played. */
  readonly waiting: readonly DemoPaidSong[]
  /** Given one by one, each during another song. */
  readonly tips: readonly DemoTip[]
}

export interface DemoPastEvening extends DemoEvening {
  readonly daysAgo: number
  /** HH:MM in the venue's time zone. */
  readonly localTime: string
}
