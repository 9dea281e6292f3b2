import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'

export type MoneyOfHouse = AnswerOf<typeof api.payment.stuck>

export const askStuck = () => call(api.payment.stuck, {})
