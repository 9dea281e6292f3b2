import { useState } from 'react'
import { useRevalidator } from 'react-router'
import type { ComplaintView } from '#contract/complaints.ts'
import { api } from '#contract/index.ts'
import { COMPLAINT_REASONS, HIDING_REASON } from '#domain/complaints.ts'
import { call } from '#web/lib/calls/call.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { usePages } from './admin-frame.tsx'
import css from './admin.module.css'
import { DeedDialog } from './deed-dialog.tsx'
import type { DeedQuestion } from './deed-dialog.tsx'
import { DutyNote, useWhyNot } from './duty-note.tsx'
import { hidingEffects } from './hiding-effects.ts'
import { LettersDesk } from './letters-desk.tsx'
import { cardHref } from './load-admin.ts'
import type { ComplaintsPart, LettersView } from './load-admin.ts'
import { OperatorPhoto } from './operator-photo.tsx'

/** What is hidden, in the accusative. */
const WHAT: Readonly<Record<ComplaintView['kind'], string>> = {
  page: 'страницу',
  photo: 'фото',
  concert: 'концерт',
  text: 'слова',
}

const deedName = ({ kind, hidden }: ComplaintView) =>
  `${hidden ? 'Вернуть' : 'Скрыть'} ${WHAT[kind]}`

/** Hides what a complaint is about, or shows it again; `runningId`: the account's concert that runs. */
function hidingOf(complaint: ComplaintView, runningId: string | null): DeedQuestion {
  const { kind, about, hidden, username, photo, sessionId, entryId } = complaint
  const confirm = deedName(complaint)
  const runs = runningId !== null && (kind === 'page' || sessionId === runningId)
  return {
    title: `${confirm}: ${about}`,
    confirm,
    effects: hidden ? ['Снова увидят все'] : hidingEffects(kind, runs),
    ...(!hidden && { reason: HIDING_REASON[complaint.reason] }),
    send: (why) => {
      const body = { hidden: !hidden, ...why }
      if (kind === 'photo')
        return call(api.operator.hidePhoto, { body: { ...body, username, photo: photo ?? '' } })
      if (kind === 'page' || sessionId === null)
        return call(api.operator.hide, { body: { ...body, username } })
      if (kind === 'concert' || entryId === null)
        return call(api.operator.hideConcert, { body: { ...body, sessionId } })
      return call(api.operator.hideText, { body: { ...body, sessionId, entryId } })
    },
  }
}

const partOf = ({ complaints, cursor }: ComplaintsPart) => ({ rows: complaints, cursor })

type ComplaintsTabProps = LettersView & { part: ComplaintsPart }

/** Complaints, waiting or settled. */
export function ComplaintsTab({ part: first, done, named }: ComplaintsTabProps) {
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [asked, setAsked] = useState<DeedQuestion | null>(null)
  const { press, isPending } = usePresses()
  const mayNot = useWhyNot(api.operator.hide) !== null
  const ask = (complaint: ComplaintView) =>
    press(complaint.id, async () => {
      const query = { username: complaint.username }
      const { running } = await call(api.operator.account, { query })
      setAsked(hidingOf(complaint, running?.sessionId ?? null))
    })
  const pages = usePages(partOf(first), async (cursor) =>
    partOf(await call(api.admin.complaints, { query: { cursor, done } })),
  )
  const settle = async (id: string) => {
    await call(api.admin.settleComplaint, { params: { id }, body: { done: !done } })
    toast(done ? 'Жалоба снова ждёт' : 'Жалоба разобрана')
  }
  return (
    <>
      <LettersDesk
        tab="complaints"
        title="Жалобы"
        names={{
          open: 'Ждут',
          done: 'Решены',
          noneOpen: 'Никто не жалуется.',
          noneDone: 'Пока ничего не разобрали.',
        }}
        done={done}
        named={named}
        pages={pages}
        titleOf={({ reason }) => COMPLAINT_REASONS[reason]}
        lineOf={({ about }) => about}
        wordsOf={({ words }) => words}
        about={(complaint) => (
          <div className="stack">
            {complaint.photo !== null && (
              <OperatorPhoto url={complaint.photo} alt={complaint.about} width={280} />
            )}
            <p className={css.facts}>
              <Anchor href={complaint.link} className="link">
                {complaint.about}
              </Anchor>
              <Anchor href={cardHref(complaint.username)} className="link">
                Карточка аккаунта
              </Anchor>
              {complaint.hidden && <span className="muted">скрыто</span>}
            </p>
            {complaint.written.length > 0 && (
              <div>
                <p className="t-s muted">Слова слушателей, новые сначала</p>
                <p className={css.words}>{complaint.written.join('\n')}</p>
              </div>
            )}
            <Button
              variant={complaint.hidden ? 'line' : 'primary'}
              size="s"
              className={css.alone}
              disabled={mayNot}
              loading={isPending(complaint.id)}
              aria-keyshortcuts="H"
              onClick={() => void ask(complaint)}
            >
              {deedName(complaint)}
            </Button>
            <DutyNote of={api.operator.hide} />
          </div>
        )}
        settle={{ name: 'Разобрано', reopen: 'Вернуть в ожидание', press: settle }}
        answer={(id, body) => call(api.admin.answerComplaint, { params: { id }, body })}
      />
      <DeedDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          toast('Сделано и записано в журнал')
          void pages.renew()
          void revalidate()
        }}
      />
    </>
  )
}
