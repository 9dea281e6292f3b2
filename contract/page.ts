import type { Static } from '@sinclair/typebox'
import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import {
  ArtistCard,
  ArtistInfo,
  Id,
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
  }),
  socialMediaList: Type.Array(SocialMedia),
})
export type ArtistPage = Static<typeof ArtistPage>

export const page = {
  getInfo: endpoint({
    method: 'GET',
    path: '/page/get-info',
    access: 'anyone',
    priority: 'read',
    rates: [],
    sharedAnswer: 'everyone',
    summary: 'Страница музыканта',
    query: { artistUsername: Username },
    answer: ArtistPage,
    refusals: ['NOT_FOUND'],
  }),
  getCurrentSessionInfo: endpoint({
    method: 'GET',
    path: '/page/get-current-session-info',
    access: 'anyone',
    priority: 'read',
    rates: [],
    sharedAnswer: 'everyone',
    summary: 'Концерт, который идёт сейчас',
    query: { artistUsername: Username, pass: Type.Optional(Id) },
    answer: Type.Union([Session, NoSession]),
    refusals: ['NOT_FOUND'],
  }),
  getNextSession: endpoint({
    method: 'GET',
    path: '/page/get-next-session',
    access: 'anyone',
    priority: 'read',
    rates: [],
    sharedAnswer: 'everyone',
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
    priority: 'read',
    rates: [],
    summary: 'Настройки музыканта',
    answer: Settings,
  }),
}
