import { Type } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'

const Text = Type.String({ maxLength: 4000 })

export const feedback = {
  send: endpoint({
    method: 'POST',
    path: '/feedback',
    summary: 'Отзыв с главной страницы',
    body: { message: Text },
    answer: Type.Boolean(),
    refusals: ['TOO_MANY'],
  }),
  support: endpoint({
    method: 'POST',
    path: '/feedback/support',
    summary: 'Вопрос в поддержку',
    body: { name: Text, email: Text, topic: Text, message: Text },
    answer: Type.Boolean(),
    refusals: ['VALIDATION', 'TOO_MANY'],
  }),
}
