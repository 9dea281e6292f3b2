import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import type { ToastMessage } from '../../ui/toast-context.ts'
import type { Action } from './command.ts'
import { isInterruption, nameOfCommand } from './command.ts'
import type { CancelledCommand, SendReport } from './send-commands.ts'

/** What the pad announces after a run through the outbox; a command that went out at once is not announced. */
export function reportWords({ end, late, cancelled }: SendReport): readonly ToastMessage[] {
  const all = end === 'empty' && cancelled.length === 0 ? ', всё отправлено' : ''
  const sent = late > 0 ? [{ text: `Связь вернулась${all}` }] : []
  return [...sent, ...cancelledWords(cancelled)]
}

function cancelledWords(cancelled: readonly CancelledCommand[]): readonly ToastMessage[] {
  const [first] = cancelled
  if (first === undefined) return []
  if (cancelled.length === 1) {
    const text = first.late ? `${quoted(first)} не выполнено. ${first.why}.` : first.why
    return [{ text, tone: 'error' }]
  }
  const names = cancelled.map(quoted).join(', ')
  const whys = [...new Set(cancelled.map(({ why }) => why))]
  const reason = whys.length === 1 ? ` ${whys[0]}.` : ''
  return [{ text: `Не выполнено: ${names}.${reason}`, tone: 'error' }]
}

const quoted = ({ command }: CancelledCommand) => `«${nameOfCommand(command)}»`

/** «Удалили «Перемен». Вернём 250 ₽ слушателю» */
export function skipWords(action: Action & { kind: 'skip' }): string {
  const { entry, returned = 0 } = action
  const said = `${isInterruption(action) ? 'Прервали' : 'Удалили'} «${entry.title}»`
  if (returned === 0) return said
  return `${said}. Вернём ${rubles(returned)} ${entry.backers > 1 ? 'слушателям' : 'слушателю'}`
}

/** «3 нажатия» */
export function pressesIn(count: number): string {
  return counted(count, 'нажатие', 'нажатия', 'нажатий')
}
