import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Goal } from './goals.ts'
import {
  Amount,
  ArtistCard,
  ArtistInfo,
  Count,
  Id,
  Moment,
  NoSession,
  nullable,
  SearchInput,
  Session,
  Settings,
  SocialMedia,
  Username,
} from './shapes.ts'

export const ArtistPage = Type.Object({
  /** The two `…Html` texts are the formatted, sanitised form of the two descriptions. */
  artistInfoDTO: Type.Composite([
    ArtistInfo,
    Type.Object({ shortDescriptionHtml: Type.String(), descriptionHtml: Type.String() }),
  ]),
  paymentPublicDTO: Type.Object({
    donationEnabled: Type.Boolean(),
    description: Type.String(),
    paidSongsEnabled: Type.Boolean(),
    /** Rubles. */
    minSongAmount: Type.Integer(),
    /** What is being collected for. */
    goal: Type.Optional(Goal),
  }),
  socialMediaList: Type.Array(SocialMedia),
  /** Listeners order songs of the repertoire only, where a concert has no rule of its own. */
  repertoireOnly: Type.Optional(Type.Literal(true)),
})
export type ArtistPage = Static<typeof ArtistPage>

/** The 50th and the 99th percentile in milliseconds; null where too few were measured. */
const speed = {
  p50Ms: nullable(Type.Number({ minimum: 0 })),
  p99Ms: nullable(Type.Number({ minimum: 0 })),
}

/**
 * The service's own measurements: today in Moscow, and the last 30 days. Of concerts that several networks have heard;
 * in a demo of all.
 */
export const ServiceNumbers = Type.Object({
  at: Moment,
  demo: Type.Boolean(),
  concerts: Type.Object({ running: Count, today: Count, month: Count }),
  /** Orders of these concerts. */
  orders: Type.Object({ today: Count, month: Count }),
  /** From the arrival of free orders to the pad: of the medians of concerts. */
  taps: Type.Object({ count: Count, concerts: Count, ...speed }),
  /** Kopecks whose return the bank confirmed; the time from the cause to the confirmation. */
  refunds: Type.Object({ count: Count, amount: Amount, ...speed }),
})
export type ServiceNumbers = Static<typeof ServiceNumbers>

export const page = {
  numbers: endpoint({
    method: 'GET',
    path: '/page/numbers',
    access: 'anyone',
    priority: 'low',
    summary: 'Открытые цифры сервиса',
    answer: ServiceNumbers,
  }),
  getInfo: endpoint({
    method: 'GET',
    path: '/page/get-info',
    access: 'anyone',
    summary: 'Страница музыканта',
    query: { artistUsername: Username },
    answer: ArtistPage,
    refusals: ['NOT_FOUND'],
  }),
  getCurrentSessionInfo: endpoint({
    method: 'GET',
    path: '/page/get-current-session-info',
    access: 'anyone',
    summary: 'Концерт, который идёт сейчас',
    query: { artistUsername: Username, pass: Type.Optional(Id) },
    answer: Type.Union([Session, NoSession]),
    refusals: ['NOT_FOUND'],
  }),
  getNextSession: endpoint({
    method: 'GET',
    path: '/page/get-next-session',
    access: 'anyone',
    summary: 'Ближайший концерт музыканта',
    query: { artistUsername: Username },
    answer: nullable(Session),
    refusals: ['NOT_FOUND'],
  }),
  searchByName: endpoint({
    method: 'GET',
    path: '/page/search-by-name',
    access: 'anyone',
    priority: 'low',
    rates: ['searchOfAddress'],
    summary: 'Поиск музыканта или группы по имени',
    query: { input: SearchInput },
    answer: Type.Array(ArtistCard),
  }),
  getAccountInfo: endpoint({
    method: 'GET',
    path: '/page/get-account-info',
    access: 'artist',
    summary: 'Настройки музыканта',
    answer: Settings,
  }),
}
