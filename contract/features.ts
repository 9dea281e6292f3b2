import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { FeatureName, Username, UsernameOrEmpty } from './shapes.ts'

export const features = {
  check: endpoint({
    method: 'GET',
    path: '/features',
    access: 'anyone',
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
    summary: 'Включить или выключить флаг для всех',
    body: { featureName: FeatureName, enabled: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  setForArtist: endpoint({
    method: 'POST',
    path: '/features/setter-user',
    access: 'admin',
    summary: 'Включить или выключить флаг для одного музыканта',
    body: { featureName: FeatureName, username: Username, enabled: Type.Boolean() },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
  invalidate: endpoint({
    method: 'POST',
    path: '/features/:name/invalidate',
    access: 'admin',
    summary: 'Забыть запомненные значения флага на всех узлах',
    params: { name: FeatureName },
    answer: Type.Boolean(),
    refusals: ['NOT_FOUND'],
  }),
}
