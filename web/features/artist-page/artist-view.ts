import type { Goal } from '#contract/goals.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import type { AccountType } from '#domain/accounts/account.ts'
import type { PublicAccount, RulesOfSession } from '#web/features/ordering/index.ts'
import type { OrderView } from '#web/features/ordering/load.ts'
import type { LaterConcert } from '#web/parts/concerts/found-concert.ts'
import type { PosterSession } from '#web/parts/concerts/poster.tsx'
import type { SocialLink } from '#web/parts/artist/social-links.tsx'

/** What every tab of the page shows of its artist. */
export type ArtistHead = PublicAccount & {
  username: string
  /** The name, or the nickname where there is none. */
  name: string
  accountType: AccountType
  imageUrls: readonly string[]
  shortDescriptionHtml: string
  /** The artist's pages elsewhere. */
  links: readonly string[]
  takesTips: boolean
  /** What is collected for. */
  goal?: Goal | undefined
}

/** A coming concert, or one that would be. */
export type AfishaSession = PosterSession & {
  later: readonly LaterConcert[]
  cancelled?: true
}

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
  /** The queue requires the code word. */
  locked?: true
  /** The pass, when the code word was given before hydration. */
  pass?: string
  /** The rules that the concert publishes. */
  sessionRules?: RulesOfSession
}

/** How the page asks for a tip. */
export type ThanksView = {
  /** The artist's own text, or the default one. */
  words: string
  newButton: boolean
  newSheet: boolean
  /** The idempotency key of the form that is sent without scripts; empty when the URL does not open it. */
  formKey: string
}

export type ProfileView = {
  descriptionHtml: string
  links: readonly SocialLink[]
  tint: 'ink' | 'brand' | 'filled'
  linksAbove: boolean
  /** The first songs, or all of them when the URL asks for all. */
  repertoire: readonly Song[]
  /** How many more songs there are. */
  songsLeft: number
  /** Null: this artist takes no tips. */
  thanks: ThanksView | null
}

/** The page. A tab's part is null until that tab was opened. */
export type ArtistView = {
  head: ArtistHead
  current: CurrentConcert | null
  next: NextConcert | null
  profile: ProfileView | null
  afisha: readonly AfishaSession[] | null
  order: OrderView | null
}
