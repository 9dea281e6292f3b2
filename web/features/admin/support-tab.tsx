import type { ReactNode } from 'react'
import type { SupportView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { usePages } from './admin-frame.tsx'
import { LettersDesk } from './letters-desk.tsx'
import { foundHref } from './load-admin.ts'
import type { LettersView, SupportPart } from './load-admin.ts'

const partOf = ({ requests, cursor }: SupportPart) => ({ rows: requests, cursor })

/** What may be a number of ours: the server reads it, and its rule would weigh in the first load of every page. */
const NUMBER = /[\da-f-]{36}/iu

/** Where a letter names a number of ours, the way to what it is. */
function numbered({ topic, message }: SupportView): ReactNode {
  const id = NUMBER.exec(`${topic} ${message}`)?.[0]
  return (
    id !== undefined && (
      <Anchor href={foundHref(id)} className="link">
        Найти номер из письма
      </Anchor>
    )
  )
}

/** Letters to the support, waiting or answered. */
export function SupportTab({ part: first, done, named }: LettersView & { part: SupportPart }) {
  const toast = useToast()
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.support, { query: { cursor, done } })),
  )
  const settle = async (id: string) => {
    await call(api.admin.settleSupport, { params: { id }, body: { done: !done } })
    toast(done ? 'Письмо снова ждёт ответа' : 'Отмечено: ответа не нужно')
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
      about={numbered}
      settle={{ name: 'Ответ не нужен', reopen: 'Вернуть в ожидание', press: settle }}
      answer={(id, body) => call(api.admin.answerSupport, { params: { id }, body })}
    />
  )
}
