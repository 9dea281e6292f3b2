import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
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
} from './shapes.ts'

const Coordinate = nullable(Type.Number())
const Day = Type.String({ maxLength: 40 })

const Place = Type.Object({
  city: Type.String(),
  county: Type.String(),
  address: Type.String(),
  description: Type.String(),
  latitude: Type.Number(),
  longitude: Type.Number(),
})

export const session = {
  byId: endpoint({
    method: 'GET',
    path: '/session',
    summary: 'Концерт',
    query: { sessionId: Id },
    answer: Session,
    refusals: ['NOT_FOUND'],
  }),
  songs: endpoint({
    method: 'POST',
    path: '/session/songs',
    summary: 'Песни концерта, если артист их показывает',
    query: { sessionId: Id, limit: Type.Optional(Limit) },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND'],
  }),
  getSessions: endpoint({
    method: 'POST',
    path: '/session/get-sessions',
    summary: 'Концерты по артисту, городу, датам и песням',
    body: {
      artistUsername: Type.Optional(Type.String({ maxLength: 64 })),
      city: Type.Optional(Type.String({ maxLength: 120 })),
      dateStart: Type.Optional(Day),
      dateEnd: Type.Optional(Day),
      allData: Type.Optional(Type.Boolean()),
      songIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      limit: Type.Optional(Limit),
      /** The id of the last session of the part before. */
      cursor: Type.Optional(Id),
    },
    answer: Type.Array(Session),
  }),
  searchRecommended: endpoint({
    method: 'POST',
    path: '/session/search-recommended-sessions',
    summary: 'Рекомендованные концерты',
    body: {
      coords: Type.Object({ longitude: Coordinate, latitude: Coordinate }),
      songs: Type.Array(Id, { maxItems: 100 }),
    },
    answer: Type.Array(RecommendedSession),
  }),
  searchLocations: endpoint({
    method: 'POST',
    path: '/session/search-locations',
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
    summary: 'Адреса по набранному тексту',
    body: { longitude: Coordinate, latitude: Coordinate, address: SearchInput },
    answer: Type.Array(Place),
  }),
  locationByCoords: endpoint({
    method: 'POST',
    path: '/session/location-by-coords',
    access: 'artist',
    summary: 'Адрес точки на карте',
    body: { longitude: Type.Number(), latitude: Type.Number() },
    answer: Place,
    refusals: ['NOT_FOUND'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/session/create-session',
    access: 'artist',
    summary: 'Объявить концерт',
    created: true,
    idempotent: true,
    body: {
      dateTimeStart: Type.String({ maxLength: 40 }),
      durationHours: Type.Integer(),
      durationMinutes: Type.Integer(),
      description: Type.String({ maxLength: 1000 }),
      location: Type.Object({
        name: Type.String({ maxLength: 1000 }),
        description: Type.String({ maxLength: 1000 }),
        longitude: Coordinate,
        latitude: Coordinate,
      }),
    },
    answer: Type.Object({ id: Id }),
    refusals: ['VALIDATION', 'ILLEGAL_STEP', 'IDEMPOTENCY_CONFLICT'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/session/update-session',
    access: 'artist',
    summary: 'Изменить концерт',
    body: { sessionId: Id, advancedSessionDTO: AdvancedSession },
    answer: Session,
    refusals: ['VALIDATION', 'NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/session/delete-session',
    access: 'artist',
    summary: 'Удалить концерт',
    query: { sessionId: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
  going: endpoint({
    method: 'POST',
    path: '/session/going',
    summary: '«Я пойду» с этого устройства',
    body: { sessionId: Id, going: Type.Boolean() },
    answer: Type.Object({ goingCount: Type.Integer({ minimum: 0 }) }),
    refusals: ['NOT_FOUND', 'SESSION_NOT_OPEN', 'TOO_MANY'],
  }),
  past: endpoint({
    method: 'GET',
    path: '/session/past',
    access: 'artist',
    summary: 'Свои прошедшие концерты, новые сначала',
    query: {
      limit: Type.Optional(Limit),
      /** The id of the last session of the part before. */
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
