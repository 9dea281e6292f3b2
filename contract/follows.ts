import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { WISHES_SHOWN_FROM } from '#domain/follows.ts'
import { MESSENGERS } from '#domain/messengers.ts'
import { SONG_STATES } from '#domain/songs/repertoire.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, nullable, PushTarget, Username } from './shapes.ts'

/** An artist, a concert, a song in a town, or a town. */
export const followed = {
  artistUsername: Type.Optional(Username),
  /** Of a concert who follows it is reminded. */
  sessionId: Type.Optional(Id),
  songId: Type.Optional(Id),
  /** «Казань» or «Казань, Татарстан». */
  town: Type.Optional(Type.String({ maxLength: 200 })),
}
/** IANA name of the device's time zone. */
export const timeZone = Type.Optional(Type.String({ maxLength: 100 }))
const Token = Type.String({ pattern: '^[\\w-]{43}$' })

/** The follow that a link of an e-mail belongs to. */
const FollowOfLink = Type.Object({
  artist: nullable(Type.Object({ username: Type.String(), name: Type.String() })),
  song: nullable(
    Type.Object({
      songId: Id,
      title: Type.String(),
      artistName: Type.String(),
      town: Type.String(),
    }),
  ),
  /** Of which the follower is reminded. */
  session: nullable(Type.Object({ id: Id, title: Type.String() })),
  /** Followed with all its concerts. */
  town: nullable(Type.String()),
  confirmed: Type.Boolean(),
})

export const follows = {
  byPush: endpoint({
    method: 'POST',
    path: '/follows/push',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary:
      'Подписаться на артиста, концерт, город или песню в городе уведомлениями на этом устройстве',
    body: { ...followed, timeZone, subscription: PushTarget },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  byEmail: endpoint({
    method: 'POST',
    path: '/follows/email',
    access: 'anyone',
    priority: 'low',
    rates: ['mailToAddress'],
    summary:
      'Подписаться по почте: приходит письмо со ссылкой, без ответа на него ничего не шлётся',
    body: {
      ...followed,
      timeZone,
      email: Type.String({ maxLength: 500 }),
      /** To the processing of the address. */
      consent: Type.Boolean(),
    },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP', 'MAIL_DOWN'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/follows/own',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary: 'Подписано ли это устройство и как',
    query: followed,
    /** `asked`: a confirmation e-mail is not answered yet. */
    answer: Type.Object({
      push: Type.Boolean(),
      email: Type.Boolean(),
      /** The one that tells it. */
      messenger: nullable(literals(MESSENGERS)),
      asked: Type.Boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/follows/end',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary: 'Отписаться на этом устройстве, и по почте, которую на нём подтвердили',
    body: followed,
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  ofLink: endpoint({
    method: 'GET',
    path: '/follows/of-link',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary: 'На что подписаны по ссылке из письма',
    query: { token: Token },
    answer: FollowOfLink,
    refusals: ['NOT_FOUND'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/follows/confirm',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary: 'Подтвердить адрес по ссылке из письма',
    body: { token: Token, timeZone },
    answer: FollowOfLink,
    refusals: ['NOT_FOUND'],
  }),
  endByLink: endpoint({
    method: 'POST',
    path: '/follows/end-by-link',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary: 'Больше не писать, по ссылке из письма',
    body: { token: Token },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  wish: endpoint({
    method: 'POST',
    path: '/follows/wish',
    access: 'anyone',
    priority: 'low',
    rates: ['wishOfAddress', 'wishOfAddressADay'],
    summary: '«Хочу услышать» песню в городе, один раз с устройства, и назад',
    body: { songId: Id, town: Type.String({ maxLength: 200 }), wished: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
}

/** The last row of the previous page; the page begins after it. */
const WishCursor = {
  persons: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  town: Type.Optional(Type.String({ maxLength: 200 })),
  songId: Type.Optional(Id),
}

export const TownWishes = Type.Object({
  songs: Type.Array(
    Type.Object({
      songId: Id,
      title: Type.String(),
      artistName: Type.String(),
      town: Type.String(),
      persons: Type.Integer({ minimum: WISHES_SHOWN_FROM }),
      /** The song's state in the artist's own repertoire; null: not in it. */
      state: nullable(literals(SONG_STATES)),
    }),
  ),
  more: Type.Boolean(),
  /** Where the artist plays, or played within a year. */
  towns: Type.Array(Type.String()),
})

export type TownWishes = Static<typeof TownWishes>

export const townWishes = {
  townWishes: endpoint({
    method: 'GET',
    path: '/artist/town-wishes',
    access: 'artist',
    summary:
      'Чего ждут в городах: песни, которых ждут хотя бы трое, сначала те, которых ждут больше',
    query: {
      inTown: Type.Optional(Type.String({ maxLength: 200 })),
      ownOnly: Type.Optional(Type.Boolean()),
      ...WishCursor,
    },
    answer: TownWishes,
  }),
}
