import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { FeatureName, Username, UsernameOrEmpty } from './shapes.ts'

export const features = {
  check: endpoint({
    method: 'GET',
    path: '/features',
    access: 'anyone',
    priority: 'read',
    rates: [],
    sharedAnswer: 'everyone',
    summary: 'Включён ли флаг у музыканта; незнакомый флаг выключен',
    query: {
      featureName: FeatureName,
      username: Type.Optional(UsernameOrEmpty),
    },
    answer: Type.Boolean(),
  }),
  setForAll: endpoint({
    method: 'POST',
    path: '/features/setter',
    access: 'admin',
    priority: 'write',
    rates: [],
    changes: ['all'],
    summary: 'Включить или выключить флаг для всех',
    body: { featureName: FeatureName, enabled: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  setForArtist: endpoint({
    method: 'POST',
    path: '/features/setter-user',
    access: 'admin',
    priority: 'write',
    rates: [],
    changes: ['all'],
    summary: 'Включить или выключить флаг для одного музыканта',
    body: { featureName: FeatureName, username: Username, enabled: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  invalidate: endpoint({
    method: 'POST',
    path: '/features/:name/invalidate',
    access: 'admin',
    priority: 'write',
    rates: [],
    changes: ['all'],
    summary: 'Забыть запомненные значения флага на всех узлах',
    params: { name: FeatureName },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
