import type { WebhookEvent, WebhookEventType } from '#domain/webhooks.ts'

const SONG = {
  entryId: '019abf3e-7f5a-7c11-9d0a-5f0f6f3f7c02',
  songId: '019abf3e-11aa-7d57-8a51-0b6d4f0a9e77',
  title: 'Группа крови',
  artistName: 'Кино',
}

/** The body of each event, as it would be sent from the site at `publicUrl`. */
export function eventSamples(publicUrl: string): Readonly<Record<WebhookEventType, WebhookEvent>> {
  const concertId = '019abf3d-2f60-7a43-b2a4-4a0d5c6b7e01'
  const concert = {
    id: concertId,
    title: 'Тихий концерт',
    startsAt: '2026-11-28T16:00:00.000Z',
    endsAt: '2026-11-28T18:00:00.000Z',
    timeZone: 'Europe/Moscow',
    place: 'Подвал',
    url: `${publicUrl}/user/lada/${concertId}`,
  }
  const base = {
    id: '019abf3e-8c01-7b64-a1c5-2d9e8f1a3b03',
    at: '2026-11-28T16:21:07.412Z',
    artist: 'lada',
    concert,
  }
  return {
    ping: { ...base, type: 'ping', concert: null },
    order: { ...base, type: 'order', song: SONG, amount: 50_000 },
    'song.started': { ...base, type: 'song.started', song: SONG },
    'song.ended': { ...base, type: 'song.ended', song: SONG, status: 'PLAYED' },
    tip: { ...base, type: 'tip', amount: 30_000 },
    'concert.announced': { ...base, type: 'concert.announced' },
    'concert.moved': { ...base, type: 'concert.moved' },
    'concert.cancelled': { ...base, type: 'concert.cancelled' },
    'concert.started': { ...base, type: 'concert.started' },
    'concert.ended': { ...base, type: 'concert.ended' },
  }
}
