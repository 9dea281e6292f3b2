import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { usePages } from './admin-frame.tsx'
import { LettersDesk } from './letters-desk.tsx'
import type { LettersView, SupportPart } from './load-admin.ts'

const partOf = ({ requests, cursor }: SupportPart) => ({ rows: requests, cursor })

/** Letters to the support, waiting or answered. */
export function SupportTab({ part: first, done, named }: LettersView & { part: SupportPart }) {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.support, { query: { cursor, done } })),
  )
  const settle = async (id: string) => {
    await call(api.admin.settleSupport, { params: { id }, body: { done: !done } })
    toast(done ? 'Письмо снова ждёт ответа' : 'Отмечено: ответа не нужно')
    await revalidate()
  }
  return (
    <LettersDesk
      tab="support"
      title="Письма"
      names={{
        open: 'Ждут ответа',
        done: 'С ответом',
        noneOpen: 'Никто не ждёт ответа.',
        noneDone: 'Пока никому не ответили.',
      }}
      done={done}
      named={named}
      pages={pages}
      titleOf={({ topic }) => topic}
      lineOf={({ name, email }) => `${name}, ${email}`}
      wordsOf={({ message }) => message}
      settle={{ name: 'Ответ не нужен', reopen: 'Вернуть в ожидание', press: settle }}
      answer={(id, text) => call(api.admin.answerSupport, { params: { id }, body: { text } })}
    />
  )
}
