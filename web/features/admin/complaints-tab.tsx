import { useRevalidator } from 'react-router'
import type { ComplaintView } from '#contract/complaints.ts'
import { api } from '#contract/index.ts'
import { COMPLAINT_REASONS } from '#domain/complaints.ts'
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
import { OperatorPhoto } from './operator-photo.tsx'
import type { ComplaintsPart } from './load-admin.ts'

type ComplaintLineProps = { complaint: ComplaintView; settling: boolean; onSettle: () => void }

/** One complaint: what it is about, why, and where the answer goes. */
function ComplaintLine({ complaint, settling, onSettle }: ComplaintLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { about, link, photo, reason, words, email, createdAt, doneAt, doneBy } = complaint
  const settle = doneAt === null ? 'Разобрано' : 'Вернуть в ожидание'
  return (
    <li className={css.letter}>
      <h3 className={css.topic}>{COMPLAINT_REASONS[reason]}</h3>
      <p className={css.facts}>
        <Anchor href={link} className="link">
          {about}
        </Anchor>
        {email !== '' && (
          <Anchor href={`mailto:${encodeURIComponent(email)}`} className="link">
            {email}
          </Anchor>
        )}
        <time dateTime={createdAt} className="t-s muted">
          {dayAndTime(createdAt, zone)}
        </time>
      </p>
      {photo !== null && <OperatorPhoto url={photo} alt={about} width={280} />}
      {words !== '' && <p className={css.words}>{words}</p>}
      {doneAt !== null && (
        <p className="t-s muted">
          Разобрано {dayAndTime(doneAt, zone)}
          {doneBy !== null && `, ${doneBy}`}
        </p>
      )}
      <Button size="s" loading={settling} onClick={onSettle} aria-label={`${settle}: ${about}`}>
        {settle}
      </Button>
    </li>
  )
}

type ComplaintsTabProps = {
  first: ComplaintsPart
  /** True: settled complaints; false: pending ones. */
  done: boolean
}

const partOf = ({ complaints, cursor }: ComplaintsPart) => ({ rows: complaints, cursor })

/** Complaints, pending or settled. */
export function ComplaintsTab({ first, done }: ComplaintsTabProps) {
  const { revalidate } = useRevalidator()
  const { press, isPending } = usePresses()
  const toast = useToast()
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.complaints, { query: { cursor, done } })),
  )
  const settle = (id: string) =>
    press(id, async () => {
      await call(api.admin.settleComplaint, { params: { id }, body: { done: !done } })
      toast(done ? 'Жалоба снова ждёт' : 'Жалоба разобрана')
      await revalidate()
    })
  return (
    <AdminFrame tab="complaints">
      <Section title="Жалобы">
        <Tabs
          label="Какие жалобы"
          current={done ? 'done' : 'open'}
          tabs={[
            { id: 'open', label: 'Ждут', href: '/admin?tab=complaints' },
            { id: 'done', label: 'Разобраны', href: '/admin?tab=complaints&done=1' },
          ]}
        />
        {pages.rows.length === 0 && (
          <EmptyState text={done ? 'Пока ничего не разобрали.' : 'Никто не жалуется.'} muted />
        )}
        <ul>
          {pages.rows.map((complaint) => (
            <ComplaintLine
              key={complaint.id}
              complaint={complaint}
              settling={isPending(complaint.id)}
              onSettle={() => void settle(complaint.id)}
            />
          ))}
        </ul>
        <MoreButton pages={pages} />
      </Section>
    </AdminFrame>
  )
}
