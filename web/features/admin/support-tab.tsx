import { useRevalidator } from 'react-router'
import type { SupportView } from '#contract/admin.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, useViewerZone } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { AdminFrame, MoreButton, usePages } from './admin-frame.tsx'
import css from './admin.module.css'
import type { SupportPart } from './load-admin.ts'

type SupportLineProps = { request: SupportView; settling: boolean; onSettle: () => void }

/** One request: the sender, the topic, and the address for the answer. */
function SupportLine({ request, settling, onSettle }: SupportLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { name, email, topic, message, createdAt, doneAt, doneBy } = request
  const settle = doneAt === null ? 'Ответ отправлен' : 'Вернуть в ожидание'
  const letter = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${topic}`)}`
  return (
    <li className={css.letter}>
      <h3 className={css.topic}>{topic}</h3>
      <p className={css.facts}>
        <span className="b">{name}</span>
        <Anchor href={letter} className="link">
          {email}
        </Anchor>
        <time dateTime={createdAt} className="t-s muted">
          {dayAndTime(createdAt, zone)}
        </time>
      </p>
      <p className={css.words}>{message}</p>
      {doneAt !== null && (
        <p className="t-s muted">
          Ответ отмечен {dayAndTime(doneAt, zone)}
          {doneBy !== null && `, ${doneBy}`}
        </p>
      )}
      <Button size="s" loading={settling} onClick={onSettle} aria-label={`${settle}: ${topic}`}>
        {settle}
      </Button>
    </li>
  )
}

type SupportTabProps = {
  first: SupportPart
  /** True: answered requests; false: pending ones. */
  done: boolean
}

const partOf = ({ requests, cursor }: SupportPart) => ({ rows: requests, cursor })

/** Support requests, pending or answered. */
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
