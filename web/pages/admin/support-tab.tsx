import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import { AdminFrame } from './admin-frame.tsx'
import type { SupportPart } from './load-admin.ts'
import { MoreButton } from './more-button.tsx'
import { SupportLine } from './support-line.tsx'
import { usePages } from './use-pages.ts'

export type SupportTabProps = {
  first: SupportPart
  /** Those that were answered, or those that wait. */
  done: boolean
}

const partOf = ({ requests, cursor }: SupportPart) => ({ rows: requests, cursor })

/** Who asked for help, and who was answered. */
export function SupportTab({ first, done }: SupportTabProps) {
  const { revalidate } = useRevalidator()
  const { press, isPending } = usePresses()
  const toast = useToast()
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.support, { query: { cursor, done } })),
  )
  const settle = (id: string) =>
    press(id, async () => {
      await call(api.admin.settleSupport, { params: { id }, body: { done: !done } })
      toast(done ? 'Запрос снова ждёт ответа' : 'Отмечено: ответ отправлен')
      await revalidate()
    })
  return (
    <AdminFrame tab="support">
      <Section title="Запросы в поддержку">
        <Tabs
          label="Какие запросы"
          current={done ? 'done' : 'open'}
          tabs={[
            { id: 'open', label: 'Ждут ответа', href: '/admin?tab=support' },
            { id: 'done', label: 'С ответом', href: '/admin?tab=support&done=1' },
          ]}
        />
        {pages.rows.length === 0 && (
          <EmptyState text={done ? 'Пока никому не ответили.' : 'Никто не ждёт ответа.'} muted />
        )}
        <ul>
          {pages.rows.map((request) => (
            <SupportLine
              key={request.id}
              request={request}
              settling={isPending(request.id)}
              onSettle={() => void settle(request.id)}
            />
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}
