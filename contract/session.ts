import { Type } from '@sinclair/typebox'
import { ended } from './ended.ts'
import { endpoint } from './endpoint.ts'
import { evenings } from './evenings.ts'
import { Report } from './report.ts'
import {
  AdvancedSession,
  ConcertStatus,
  Id,
  Limit,
  nullable,
  QueueEntry,
  RecommendedSession,
  SearchInput,
  Session,
  UsernameOrEmpty,
} from './shapes.ts'

const Coordinate = nullable(Type.Number())
/** Empty, null or left out: unknown. */
const MaybeEmpty = Type.Optional(Type.Union([Coordinate, Type.Literal('')]))
const Day = Type.String({ maxLength: 40 })

const Place = Type.Object({
  city: Type.String(),
  county: Type.String(),
  address: Type.String(),
  description: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
})

/** Applies also to the later concerts of its series that have not begun. */
const Following = Type.Optional(Type.Boolean())

/** Longer ones are refused with their limit. */
const Words = Type.Optional(Type.String({ maxLength: 1000 }))

const Announcement = {
  durationHours: Type.Integer(),
  durationMinutes: Type.Integer(),
  dateTimeStart: Type.String({ maxLength: 40 }),
  description: Type.String({ maxLength: 1000 }),
  location: Type.Object({
    name: Type.String({ maxLength: 1000 }),
    description: Type.String({ maxLength: 1000 }),
    longitude: Coordinate,
    latitude: Coordinate,
  }),
}

/** Left out: unchanged. */
const AdvancedChange = Type.Partial(
  Type.Composite([
    Type.Omit(AdvancedSession, ['privacy']),
    Type.Object({ privacy: Type.Partial(AdvancedSession.properties.privacy) }),
  ]),
)

export const session = {
  ...ended,
  ...evenings,
  byId: endpoint({
    method: 'GET',
    path: '/session',
    access: 'anyone',
    summary: 'Концерт',
    query: { sessionId: Id, pass: Type.Optional(Id) },
    answer: Session,
    refusals: ['NOT_FOUND'],
  }),
  songs: endpoint({
    method: 'POST',
    path: '/session/songs',
    access: 'anyone',
    priority: 'read',
    summary: 'Песни концерта, если музыкант их показывает',
    query: { sessionId: Id, limit: Type.Optional(Limit) },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND'],
  }),
  enter: endpoint({
    method: 'POST',
    path: '/session/enter',
    access: 'anyone',
    summary: 'Войти на закрытый вечер по кодовому слову',
    body: {
      sessionId: Id,
      word: Type.String({ maxLength: 100 }),
      /** The pass that this device has: while it is right, no word is needed or counted. */
      pass: Type.Optional(Id),
    },
    answer: Type.Object({ pass: Id }),
    refusals: ['NOT_FOUND', 'TOO_MANY'],
  }),
  getSessions: endpoint({
    method: 'POST',
    path: '/session/get-sessions',
    access: 'anyone',
    priority: 'low',
    summary: 'Концерты по музыканту, городу, датам и песням',
    body: {
      artistUsername: Type.Optional(UsernameOrEmpty),
      city: Type.Optional(Type.String({ maxLength: 120 })),
      dateStart: Type.Optional(Day),
      dateEnd: Type.Optional(Day),
      allData: Type.Optional(Type.Boolean()),
      songIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      limit: Type.Optional(Limit),
      /** The id of the last session of the previous page. */
      cursor: Type.Optional(Id),
    },
    answer: Type.Array(Session),
  }),
  searchRecommended: endpoint({
    method: 'POST',
    path: '/session/search-recommended-sessions',
    access: 'anyone',
    priority: 'low',
    rates: ['findOfAddress'],
    summary: 'Рекомендованные концерты',
    body: {
      coords: Type.Object({ longitude: MaybeEmpty, latitude: MaybeEmpty }),
      songs: Type.Array(Id, { maxItems: 100 }),
      city: Type.Optional(Type.String({ maxLength: 120 })),
      dateStart: Type.Optional(Day),
      dateEnd: Type.Optional(Day),
    },
    answer: Type.Array(RecommendedSession),
  }),
  searchLocations: endpoint({
    method: 'POST',
    path: '/session/search-locations',
    access: 'anyone',
    priority: 'low',
    rates: ['findOfAddress'],
    summary: 'Концерты для карты',
    body: {
      city: Type.Optional(Type.String({ maxLength: 120 })),
      dateStart: Type.Optional(Day),
      dateEnd: Type.Optional(Day),
      bounds: Type.Optional(
        Type.Object({
          west: Type.Number(),
          south: Type.Number(),
          east: Type.Number(),
          north: Type.Number(),
        }),
      ),
    },
    answer: Type.Array(
      Type.Object({
        sessionId: Id,
        artistUsername: Type.String(),
        artistName: Type.String(),
        imageUrl: Type.String(),
        title: Type.String(),
        age: AdvancedSession.properties.age,
        dateTimeStart: Type.String(),
        sessionStatus: ConcertStatus,
        ableGetSongs: Type.Boolean(),
        placeName: Type.String(),
        city: Type.String(),
        timeZone: Type.String(),
        latitude: Type.Number(),
        longitude: Type.Number(),
      }),
    ),
  }),
  cities: endpoint({
    method: 'GET',
    path: '/session/cities',
    access: 'anyone',
    priority: 'low',
    rates: ['searchOfAddress'],
    summary: 'Города по началу названия',
    query: { input: SearchInput },
    answer: Type.Array(
      Type.Object({
        name: Type.String(),
        region: Type.String(),
        latitude: Type.Number(),
        longitude: Type.Number(),
        timeZone: Type.String(),
      }),
    ),
  }),
  locationByInput: endpoint({
    method: 'POST',
    path: '/session/location-by-input',
    access: 'artist',
    rates: ['addressOfArtist', 'addressOfArtistADay'],
    summary: 'Адреса по набранному тексту',
    body: { longitude: Coordinate, latitude: Coordinate, address: SearchInput },
    answer: Type.Array(Place),
  }),
  locationByCoords: endpoint({
    method: 'POST',
    path: '/session/location-by-coords',
    access: 'artist',
    rates: ['addressOfArtist', 'addressOfArtistADay'],
    summary: 'Адрес точки на карте',
    body: { longitude: Type.Number(), latitude: Type.Number() },
    answer: Place,
    refusals: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/session/create-session',
    access: 'artist',
    rates: ['announceOfArtist'],
    summary: 'Объявить концерт',
    created: true,
    idempotent: true,
    body: {
      ...Announcement,
      /** More concerts at the same hour of the venue; the answer is the first of them. */
      repeat: Type.Optional(
        Type.Object({
          /** 1 is Monday. */
          weekdays: Type.Array(Type.Integer(), { maxItems: 7 }),
          until: Day,
        }),
      ),
      /** When everybody sees it; without it at once. */
      publishAt: Type.Optional(Day),
      /** Closed from the first moment, as `privacy.closedSession`. */
      closedSession: Type.Optional(Type.Boolean()),
    },
    answer: Type.Object({ id: Id }),
    refusals: ['ILLEGAL_STEP', 'IDEMPOTENCY_CONFLICT'],
  }),
  playHere: endpoint({
    method: 'POST',
    path: '/session/play-here',
    access: 'artist',
    rates: ['announceOfArtist'],
    summary: 'Начать концерт на улице',
    created: true,
    idempotent: true,
    body: {
      longitude: Type.Number(),
      latitude: Type.Number(),
      /** The address as text, as in an announcement. */
      description: Type.Optional(Type.String({ maxLength: 1000 })),
    },
    answer: Type.Object({ id: Id }),
    refusals: ['ILLEGAL_STEP', 'ANOTHER_CONCERT_IS_ON', 'IDEMPOTENCY_CONFLICT'],
  }),
  publish: endpoint({
    method: 'PUT',
    path: '/session/publish-session',
    access: 'artist',
    summary: 'Опубликовать концерт сейчас (`publishAt` — null) или в другое время',
    body: { sessionId: Id, publishAt: nullable(Day), following: Following },
    answer: Session,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/session/update-session',
    access: 'artist',
    summary: 'Изменить концерт',
    /** In the following concerts, only the fields that differ from before are changed. */
    body: { sessionId: Id, advancedSessionDTO: AdvancedChange, following: Following },
    answer: Session,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  correct: endpoint({
    method: 'PUT',
    path: '/session/correct-session',
    access: 'artist',
    rates: ['announceOfArtist'],
    summary: 'Исправить название, время и место концерта',
    body: {
      sessionId: Id,
      /**
       * In the following concerts, only the fields that differ from before are changed; they move by the same number of
       * days, to the same hour.
       */
      following: Following,
      /** What the artist says to those who were coming; omitted: as before. */
      words: Words,
      /** Omitted, as `location`: as before. */
      description: Type.Optional(Announcement.description),
      location: Type.Optional(Announcement.location),
      /** Without it the concert keeps its time. */
      time: Type.Optional(
        Type.Object({
          dateTimeStart: Announcement.dateTimeStart,
          durationHours: Announcement.durationHours,
          durationMinutes: Announcement.durationMinutes,
        }),
      ),
    },
    answer: Session,
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/session/delete-session',
    access: 'artist',
    summary: 'Удалить концерт; тем, кто собирался, музыкант говорит `words`',
    query: { sessionId: Id, following: Following, words: Words },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  going: endpoint({
    method: 'POST',
    path: '/session/going',
    access: 'anyone',
    rates: ['goingOfAddress'],
    summary: '«Я пойду» с этого устройства',
    body: { sessionId: Id, going: Type.Boolean() },
    answer: Type.Object({ goingCount: Type.Integer({ minimum: 0 }) }),
    refusals: ['NOT_FOUND', 'SESSION_NOT_OPEN'],
  }),
  past: endpoint({
    method: 'GET',
    path: '/session/past',
    access: 'artist',
    summary: 'Свои прошедшие концерты, новые сначала',
    query: {
      limit: Type.Optional(Limit),
      /** The id of the last session of the previous page. */
      cursor: Type.Optional(Id),
    },
    answer: Type.Array(Session),
  }),
  report: endpoint({
    method: 'GET',
    path: '/session/report',
    access: 'artist',
    summary: 'Отчёт о своём концерте',
    query: { sessionId: Id },
    answer: Report,
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
  reportCsv: endpoint({
    method: 'GET',
    path: '/session/report-csv',
    access: 'artist',
    summary: 'Отчёт о своём концерте в CSV',
    kind: 'blob',
    query: { sessionId: Id },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}
