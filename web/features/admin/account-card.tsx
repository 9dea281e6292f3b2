import { useState } from 'react'
import type { ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import type { DeedView, OperatedAccount } from '#contract/operator.ts'
import { api } from '#contract/index.ts'
import { mayDo, ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { counted, dayAndMonth, phoneText } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles, useNow, useViewerZone } from '#web/lib/format.ts'
import { webhookAnswer, webhookState } from '#web/parts/webhook-words.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { deedsOf, recount } from './account-deeds.tsx'
import { AdminFrame } from './admin-frame.tsx'
import css from './admin.module.css'
import { OperatorPhoto } from './operator-photo.tsx'
import { DeedDialog } from './deed-dialog.tsx'
import type { DeedQuestion } from './deed-dialog.tsx'
import { hidingEffects } from './hiding-effects.ts'
import { paymentsHref } from './load-admin.ts'
import { ConcertPayments } from './money/artist-payments.tsx'
import { DeedList } from './log-tab.tsx'

type AccountCardProps = { account: OperatedAccount; deeds: readonly DeedView[]; role: Role }

/** An account as operators see it, and what they may do to it. */
export function AccountCard({ account, deeds, role }: AccountCardProps) {
  const zone = useViewerZone()
  const { revalidate } = useRevalidator()
  const toast = useToast()
  const [asked, setAsked] = useState<DeedQuestion | null>(null)
  const { username, name, running, leavesAt, erased } = account
  const now = useNow()
  const facts: [string, ReactNode][] = [
    ['Почта', account.email],
    ['Телефон', account.phone === null ? 'не указан' : phoneText(account.phone)],
    [
      'Деньги',
      [
        `${rubles(account.available)} на балансе`,
        ...(account.debt > 0 ? [`долг ${rubles(account.debt)}, удержим из зачислений`] : []),
        `${rubles(account.waitingAmount)} ждут песен`,
      ].join(', '),
    ],
    [
      'Платежи',
      <Anchor key="all" href={paymentsHref(username)} className="link">
        все, новые сначала
      </Anchor>,
    ],
    ['Сейчас', running === null ? 'концерта нет' : running.title],
    ['Впереди', counted(account.concertsAhead, 'концерт', 'концерта', 'концертов')],
    ['Прежние ники', account.formerNames.join(', ') || 'нет'],
    ['С нами с', dayAndTime(account.createdAt, zone)],
  ]
  const askHiding = (
    what: string,
    hidden: boolean,
    effects: readonly string[],
    send: DeedQuestion['send'],
  ) =>
    setAsked({
      title: `${hidden ? 'Вернуть' : 'Скрыть'} ${what}`,
      confirm: hidden ? 'Вернуть' : 'Скрыть',
      effects: hidden ? ['Снова увидят все'] : effects,
      send,
    })
  return (
    <AdminFrame
      tab="accounts"
      lead={
        <span className={css.facts}>
          <Anchor href={`/user/${username}`} className="link">
            {name === '' ? username : `${name}, ${username}`}
          </Anchor>
          {account.role !== 'ARTIST' && <Badge>{ROLE_NAMES[account.role]}</Badge>}
          {account.blocked && <Badge tone="off">заблокирован</Badge>}
          {leavesAt !== null && (
            <Badge tone="off">
              {erased ? 'удалён' : `удаляется до ${dayAndMonth(new Date(leavesAt), zone, now)}`}
            </Badge>
          )}
          {account.hidden && !account.blocked && leavesAt === null && (
            <Badge tone="off">скрыт</Badge>
          )}
          {account.payoutsFrozen && <Badge tone="off">выплаты заморожены</Badge>}
          {running !== null && <Badge tone="now">концерт идёт</Badge>}
          {account.complaints > 0 && (
            <Badge tone="off">{counted(account.complaints, 'жалоба', 'жалобы', 'жалоб')}</Badge>
          )}
        </span>
      }
    >
      <div className={css.card}>
        <Section title="Что сделать" className={css.todo}>
          {erased && <p className="muted">Аккаунта больше нет, сделать с ним ничего нельзя.</p>}
          <ul>
            {deedsOf(account).map((deed) => (
              <li key={deed.name} className={css.deed}>
                <span>
                  <b>{deed.name}</b>
                  <span className="t-s muted">{deed.about}</span>
                </span>
                <Button
                  size="s"
                  variant={deed.grave === true ? 'dangerLine' : 'line'}
                  disabled={!mayDo(role, deed.duty)}
                  onClick={() => setAsked({ ...deed, recount: () => recount(username, deed.name) })}
                >
                  {deed.confirm}
                </Button>
              </li>
            ))}
          </ul>
        </Section>
        <div className="stack">
          <Section title="Сведения">
            <dl className={css.known}>
              {facts.map(([fact, words]) => (
                <div key={fact}>
                  <dt>{fact}</dt>
                  <dd>{words}</dd>
                </div>
              ))}
            </dl>
          </Section>
          {account.photos.length > 0 && (
            <Section title="Фото">
              <ul className={css.pictures}>
                {account.photos.map(({ url, hidden }, at) => (
                  <li key={url}>
                    <OperatorPhoto url={url} alt={`Фото ${at + 1}`} width={140} />
                    <Button
                      size="s"
                      disabled={!mayDo(role, 'moderator')}
                      onClick={() =>
                        askHiding(`фото ${at + 1}`, hidden, hidingEffects('photo'), (why) =>
                          call(api.operator.hidePhoto, {
                            body: { username, photo: url, hidden: !hidden, ...why },
                          }),
                        )
                      }
                    >
                      {hidden ? 'Вернуть' : 'Скрыть'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          {account.songs.length > 0 && (
            <Section title="Песни, которых никто не проверил">
              <ul>
                {account.songs.map(({ songId, title, artistName, hidden }) => (
                  <li key={songId} className={css.deed}>
                    <span>
                      {title}
                      <span className="t-s muted">
                        {artistName}
                        {hidden && ', скрыта'}
                      </span>
                    </span>
                    <Button
                      size="s"
                      disabled={!mayDo(role, 'moderator')}
                      onClick={() =>
                        askHiding(`песню «${title}»`, hidden, hidingEffects('song'), (why) =>
                          call(api.operator.hideSong, {
                            body: { username, songId, hidden: !hidden, ...why },
                          }),
                        )
                      }
                    >
                      {hidden ? 'Вернуть' : 'Скрыть'}
                    </Button>
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Концерты">
            {account.concerts.length === 0 && <p className="muted">Концертов не было.</p>}
            <ul>
              {account.concerts.map(({ sessionId, title, startsAt, hidden }) => (
                <li key={sessionId} className={css.deed}>
                  <span>
                    <Anchor href={`/user/${username}/${sessionId}`} className="link">
                      {title}
                    </Anchor>
                    <span className="t-s muted">
                      {dayAndTime(startsAt, zone)}
                      {hidden && ', скрыт'}
                    </span>
                    <ConcertPayments {...{ username, sessionId, title }} />
                  </span>
                  {!(hidden && account.hidden) && (
                    <Button
                      size="s"
                      disabled={!mayDo(role, 'moderator')}
                      onClick={() =>
                        askHiding(
                          `концерт «${title}»`,
                          hidden,
                          hidingEffects('concert', sessionId === running?.sessionId),
                          (why) =>
                            call(api.operator.hideConcert, {
                              body: { sessionId, hidden: !hidden, ...why },
                            }),
                        )
                      }
                    >
                      {hidden ? 'Вернуть' : 'Скрыть'}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Section>
          {account.webhooks.length > 0 && (
            <Section title="Вебхуки">
              <ul>
                {account.webhooks.map((webhook) => (
                  <li key={webhook.id} className={css.letter}>
                    <b>{webhook.url}</b>
                    <span>{webhookState(webhook, zone)}</span>
                    {webhook.answers.slice(0, 1).map((answer) => (
                      <span key={answer.id} className="t-s muted">
                        {webhookAnswer(answer, zone)}
                      </span>
                    ))}
                  </li>
                ))}
              </ul>
            </Section>
          )}
          <Section title="Журнал">
            <DeedList deeds={deeds} empty="С этим аккаунтом ничего не делали." />
          </Section>
        </div>
      </div>
      <DeedDialog
        asked={asked}
        onClose={() => setAsked(null)}
        onDone={() => {
          setAsked(null)
          toast('Сделано и записано в журнал')
          void revalidate()
        }}
      />
    </AdminFrame>
  )
}
