import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Amount, Id, nullable, SearchInput, Song, Url, Username } from './shapes.ts'

export const songs = {
  findSong: endpoint({
    method: 'GET',
    path: '/songs/find-song',
    summary: 'Поиск песни; с именем артиста сначала его репертуар',
    query: { input: SearchInput, username: Type.Optional(Type.String({ maxLength: 64 })) },
    answer: Type.Array(Song),
  }),
  findSongOfArtist: endpoint({
    method: 'GET',
    path: '/songs/find-song-artist',
    access: 'artist',
    summary: 'Поиск песни для пульта и репертуара',
    query: { input: SearchInput, username: Username },
    answer: Type.Array(Song),
    refusals: ['NOT_YOURS'],
  }),
  getFavoriteSongs: endpoint({
    method: 'GET',
    path: '/songs/get-favorite-songs',
    summary: 'Репертуар артиста',
    query: { artistUsername: Username },
    answer: Type.Array(Song),
    refusals: ['NOT_FOUND'],
  }),
  orderSong: endpoint({
    method: 'POST',
    path: '/songs/order-song',
    summary: 'Заказать песню на концерте',
    idempotent: true,
    body: {
      songId: nullable(Id),
      artistUsername: Username,
      sessionId: Id,
      title: Type.String({ maxLength: 1000 }),
      artistName: Type.String({ maxLength: 1000 }),
      imageUrl: Url,
      amount: Type.Optional(Amount),
    },
    answer: Type.Object({ orderId: Id, paymentURL: Type.Optional(Type.String()) }),
    refusals: [
      'VALIDATION',
      'NOT_FOUND',
      'SESSION_NOT_OPEN',
      'SONG_NOT_ACCEPTED',
      'FREE_LIMIT',
      'AMOUNT_TOO_SMALL',
      'AMOUNT_TOO_LARGE',
      'IDEMPOTENCY_CONFLICT',
      'PAYMENTS_DOWN',
      'TOO_MANY',
    ],
  }),
}
