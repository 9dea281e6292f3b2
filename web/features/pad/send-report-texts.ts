import { counted } from '#domain/russian.ts'
import type { ToastMessage } from '../../ui/toast-context.ts'
import { nameOfCommand } from './command.ts'
import type { CancelledCommand, SendReport } from './send-commands.ts'

/** What the pad announces after a run through the outbox; a command that went out at once is not announced. */
export function reportWords({ late, cancelled }: SendReport): readonly ToastMessage[] {
  const sent = late > 0 ? [{ text: `Отправили ${pressesIn(late)}` }] : []
  return [...sent, ...cancelledWords(cancelled)]
}

function cancelledWords(cancelled: readonly CancelledCommand[]): readonly ToastMessage[] {
  const [first] = cancelled
  if (first === undefined) return []
  if (cancelled.length === 1) {
    const text = first.late ? `Нажатие ${quoted(first)} отменено. ${first.why}.` : first.why
    return [{ text, tone: 'error' }]
  }
  const names = cancelled.map(quoted).join(', ')
  const whys = [...new Set(cancelled.map(({ why }) => why))]
  const reason = whys.length === 1 ? ` ${whys[0]}.` : ''
  const verb =
    cancelled.length % 10 === 1 && cancelled.length % 100 !== 11 ? 'Отменено' : 'Отменены'
  return [{ text: `${verb} ${pressesIn(cancelled.length)}: ${names}.${reason}`, tone: 'error' }]
}

const quoted = ({ command }: CancelledCommand) => `«${nameOfCommand(command)}»`

/** «3 нажатия» */
export function pressesIn(count: number): string {
  return counted(count, 'нажатие', 'нажатия', 'нажатий')
}
