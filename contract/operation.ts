import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, QueueEntry, Username } from './shapes.ts'

/** Calls for tests and test pages. */
export const test = {
  getQueueBySession: endpoint({
    method: 'POST',
    path: '/test/get-queue-by-session',
    access: 'anyone',
    testOnly: true,
    summary: 'Очередь концерта',
    body: { sessionId: Id },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND'],
  }),
  getQueueByArtist: endpoint({
    method: 'GET',
    path: '/test/get-queue-by-artist',
    access: 'anyone',
    testOnly: true,
    summary: 'Очередь концерта, который идёт у музыканта',
    query: { artistUsername: Username },
    answer: Type.Array(QueueEntry),
    refusals: ['NOT_FOUND'],
  }),
  getLocationByIp: endpoint({
    method: 'GET',
    path: '/test/get-location-by-ip',
    access: 'anyone',
    testOnly: true,
    summary: 'Где находится адрес, с которого пришёл вызов',
    answer: Type.String(),
  }),
}

export const operation = {
  health: endpoint({
    method: 'GET',
    path: '/healthz',
    absolute: true,
    access: 'anyone',
    priority: 'critical',
    summary: 'Сервер жив',
    kind: 'text',
    answer: Type.String(),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/readyz',
    absolute: true,
    access: 'anyone',
    priority: 'critical',
    summary: 'Сервер готов: база на связи, и процесс не останавливается',
    kind: 'text',
    answer: Type.String(),
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/metrics',
    absolute: true,
    access: 'anyone',
    priority: 'critical',
    ownPlugin: true,
    summary: 'Показатели для Prometheus',
    kind: 'text',
    answer: Type.String(),
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    absolute: true,
    access: 'anyone',
    priority: 'low',
    ownPlugin: true,
    summary: 'Эта документация',
    kind: 'text',
    answer: Type.String(),
  }),
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    absolute: true,
    access: 'anyone',
    priority: 'low',
    ownPlugin: true,
    summary: 'Договор в виде OpenAPI',
    kind: 'raw',
    answer: Type.Unknown(),
  }),
}
