import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { GOAL_SPANS, GOAL_STATES } from '#domain/payments/goal.ts'
import { endpoint } from './endpoint.ts'
import { Amount, literals, nullable } from './shapes.ts'

/** What the artist collects money for, as everybody sees it. Kopecks, as listeners gave them. */
export const Goal = Type.Object({ title: Type.String(), amount: Amount, collected: Amount })

const terms = { withSongs: Type.Boolean(), span: literals(GOAL_SPANS) }

const OwnGoal = Type.Composite([Goal, Type.Object({ ...terms, state: literals(GOAL_STATES) })])

/** The artist's goal. */
export const goals = {
  goal: endpoint({
    method: 'GET',
    path: '/artist/goal',
    access: 'artist',
    summary: 'На что музыкант собирает деньги',
    answer: nullable(OwnGoal),
  }),
  saveGoal: endpoint({
    method: 'POST',
    path: '/artist/goal',
    access: 'artist',
    summary: 'Поставить цель или изменить ту, на которую собирают сейчас',
    body: { title: Type.String({ maxLength: 1000 }), amount: Amount, ...terms },
    answer: OwnGoal,
  }),
  dropGoal: endpoint({
    method: 'POST',
    path: '/artist/goal/drop',
    access: 'artist',
    summary: 'Убрать цель: собранное остаётся музыканту',
    answer: Type.Boolean(),
  }),
}

export type Goal = Static<typeof Goal>
export type OwnGoal = Static<typeof OwnGoal>
