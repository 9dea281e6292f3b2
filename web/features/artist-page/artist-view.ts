import type { QueueEntry, Song } from '#contract/shapes.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import type { RulesOfSession } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import type { LaterConcert } from '#web/parts/found-concert.ts'
import type { PosterSession } from '#web/parts/poster.tsx'
import type { SocialLink } from '#web/parts/social-links.tsx'

/** What every tab of the page shows of its artist. */
export type ArtistHead = {
  username: string
  /** The name, or the nickname where there is none. */
  name: string
  accountType: AccountType
  imageUrls: readonly string[]
  shortDescriptionHtml: string
  /** The artist's pages elsewhere. */
  links: readonly string[]
  /** Rubles that an order costs at least in this artist's concerts; null: orders are free. */
  paidFrom: number | null
  /** Rubles that one costs at least where a concert alone takes money. */
  minSongAmount: number
  takesTips: boolean
}

/** The concert to come. */
export type AfishaSession = PosterSession & { later: readonly LaterConcert[] }

export type NextConcert = PosterSession & {
  /** Listeners may order before it begins. */
  open: boolean
  corrections?: number
}

/** The concert that is on. */
export type CurrentConcert = {
  id: string
  title: string
  /** False while it is paused. */
  active: boolean
  /** Listeners may order. */
  open: boolean
  queue: readonly QueueEntry[]
  /** A word opens its queue. */
  locked?: true
  /** The word was told before the scripts came. */
  pass?: string
  /** What it tells of its rules. */
  sessionRules?: RulesOfSession
}

/** How a tip is asked for. */
export type ThanksView = {
  /** The artist's own words, or ours. */
  words: string
  newButton: boolean
  newSheet: boolean
  /** Goes with the form that is sent without scripts; empty where the address does not open it. */
  formKey: string
}

export type ProfileView = {
  descriptionHtml: string
  links: readonly SocialLink[]
  tint: 'ink' | 'brand' | 'filled'
  linksAbove: boolean
  /** The first songs, or all of them where the address asks for all. */
  repertoire: readonly Song[]
  /** How many more there are. */
  songsLeft: number
  /** Null: this artist takes no tips. */
  thanks: ThanksView | null
}

/** The page. The part of a tab is null until that tab was opened. */
export type ArtistView = {
  head: ArtistHead
  current: CurrentConcert | null
  next: NextConcert | null
  profile: ProfileView | null
  afisha: readonly AfishaSession[] | null
  order: OrderView | null
}
