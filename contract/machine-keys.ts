import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { KEY_RIGHTS } from '#domain/machine-keys.ts'
import { endpoint } from './endpoint.ts'
import { Id, literals, Moment, nullable } from './shapes.ts'

const Right = literals(KEY_RIGHTS)

const MachineKey = Type.Object({
  id: Id,
  name: Type.String(),
  rights: Type.Array(Right),
  madeAt: Moment,
  /** To the minute; null where it was never used. */
  usedAt: nullable(Moment),
})
export type MachineKey = Static<typeof MachineKey>

/** «Доступ для устройств»: keys for buttons and programs, which act as a second pad in whatever concert runs. */
export const machineKeys = {
  list: endpoint({
    method: 'GET',
    path: '/artist/machine-keys',
    access: 'artist',
    summary: 'Ключи для устройств: имена, права и когда ими пользовались',
    /** The newest first. */
    answer: Type.Array(MachineKey),
  }),
  add: endpoint({
    method: 'POST',
    path: '/artist/machine-keys',
    access: 'artist',
    created: true,
    summary: 'Новый ключ для устройства; он виден только в этом ответе',
    body: {
      name: Type.String({ maxLength: 1000 }),
      rights: Type.Array(Right, { maxItems: KEY_RIGHTS.length }),
    },
    answer: Type.Object({ id: Id, key: Type.String() }),
    refusals: ['ILLEGAL_STEP'],
  }),
  end: endpoint({
    method: 'POST',
    path: '/artist/machine-keys/end',
    access: 'artist',
    summary: 'Отключить ключ',
    body: { id: Id },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
