import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { MESSENGERS } from '#domain/messengers.ts'
import { endpoint } from './endpoint.ts'
import { followed, timeZone } from './follows.ts'
import { Id, literals, Moment, nullable } from './shapes.ts'

const Channels = Type.Object({
  /** Where a channel can be connected, with the bot's name there; none without a configured messenger. */
  messengers: Type.Array(Type.Object({ name: literals(MESSENGERS), bot: Type.String() })),
  channels: Type.Array(
    Type.Object({
      id: Id,
      messenger: literals(MESSENGERS),
      title: Type.String(),
      /** The last month's last. */
      post: nullable(Type.Object({ title: Type.String(), line: Type.String(), at: Moment })),
    }),
  ),
})

export type Channels = Static<typeof Channels>

export const messengers = {
  link: endpoint({
    method: 'POST',
    path: '/messengers/link',
    access: 'anyone',
    priority: 'low',
    rates: ['followOfAddress'],
    summary:
      'Ссылка на чат с нашим ботом: там скажут, что подошла очередь заказа, или о том, на что подписались',
    body: {
      messenger: literals(MESSENGERS),
      /** Of this device; without it something is followed. */
      orderId: Type.Optional(Id),
      ...followed,
      timeZone,
    },
    answer: Type.Object({ url: Type.String() }),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  channels: endpoint({
    method: 'GET',
    path: '/artist/channels',
    access: 'artist',
    summary: 'Каналы и группы музыканта в мессенджерах, и что там сказано в последний раз',
    answer: Channels,
  }),
  code: endpoint({
    method: 'POST',
    path: '/artist/channels/code',
    access: 'artist',
    summary: 'Код на полчаса: кто отправит его в свой канал с нашим ботом, подключит канал',
    body: {},
    answer: Type.Object({ code: Type.String(), until: Moment }),
    refusals: ['NOT_FOUND', 'ILLEGAL_STEP'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/artist/channels/end',
    access: 'artist',
    summary: 'Больше не писать в канал',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
