import type { Webhook } from '#contract/webhooks.ts'
import { counted, plural } from '#domain/russian.ts'
import { WEBHOOK_EVENTS } from '#domain/webhooks.ts'
import { dayAndTime } from '#web/lib/format.ts'

/** How an address is doing. */
export function webhookState({ failingSince, endedAt, waiting }: Webhook, zone: string): string {
  if (endedAt !== null) {
    const why =
      failingSince === null
        ? ', когда закрылись другие входы и ключи.'
        : ': сутки не отвечал. Концертам это не мешало.'
    return `Отключён ${dayAndTime(endedAt, zone)}${why}`
  }
  const waits = counted(waiting, 'событие', 'события', 'событий')
  const wait = plural(waiting, 'ждёт', 'ждут', 'ждут')
  if (failingSince !== null)
    return `Не принимает с ${dayAndTime(failingSince, zone)}, ${wait} ${waits}. Пробуем ещё, но не дольше суток.`
  return waiting === 0 ? 'Работает' : `Работает, в пути ${waits}`
}

const NAMES: Readonly<Record<string, string>> = WEBHOOK_EVENTS

/** One of the last answers: of which event, and what it was. */
export function webhookAnswer(answer: Webhook['answers'][number], zone: string): string {
  const { type, madeAt, status, failure, tries, waits } = answer
  const said = [status === null ? null : `ответ ${status}`, failure].filter(Boolean).join(', ')
  const again = waits ? ', повторим' : ''
  const words = `${said === '' ? 'отправляем' : said}${tries > 1 ? `, попыток: ${tries}` : ''}${again}`
  return `${dayAndTime(madeAt, zone)}, ${NAMES[type] ?? type}: ${words}`
}
