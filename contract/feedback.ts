import { Type } from '@sinclair/typebox'
import { FEEDBACK_MOST } from '#domain/feedback.ts'
import { endpoint } from './endpoint.ts'

const Text = Type.String({ maxLength: FEEDBACK_MOST })
// Optional, so that a missing field is refused with the form's own text, like a blank one.
const Needed = Type.Optional(Text)

export const feedback = {
  send: endpoint({
    method: 'POST',
    path: '/feedback',
    access: 'anyone',
    rates: ['writeOfAddress'],
    summary: 'Отзыв с главной страницы; пустой принимается и не хранится',
    body: { message: Text },
    answer: Type.Boolean(),
  }),
  support: endpoint({
    method: 'POST',
    path: '/feedback/support',
    access: 'anyone',
    rates: ['writeOfAddress'],
    summary: 'Вопрос в поддержку; нужны все четыре поля',
    body: { name: Needed, email: Needed, topic: Needed, message: Needed },
    answer: Type.Boolean(),
  }),
}
