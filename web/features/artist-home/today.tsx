import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { kopecks } from '#domain/money.ts'
import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { owedText } from '#domain/payments/return-debt.ts'
import { waiting } from '#domain/queue/queue.ts'
import { countedSongs, phoneText } from '#domain/russian.ts'
import { rubles, useNow } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Past, useLastEvening } from '../evenings/index.ts'
import { NextConcert } from '../pad/index.ts'
import type { usePadState } from '../pad/index.ts'
import css from './artist-home.module.css'
import { FirstStepsList } from './first-steps-list.tsx'
import type { Home } from './load-home.ts'

type Balance = AnswerOf<typeof api.payment.balance>

type TodayProps = {
  home: Home
  pad: ReturnType<typeof usePadState>
  /** A concert is announced or was played. */
  announced: boolean
}

const DAY = new Intl.DateTimeFormat('ru-RU', { weekday: 'long', day: 'numeric', month: 'long' })

/** «Сегодня»: the next concert and its start, the first steps of a new musician, the money in one line. */
export function Today({ home, pad, announced }: TodayProps) {
  const now = useNow()
  const last = useLastEvening()
  return (
    <>
      <div>
        <h1 className="d-m">Сегодня</h1>
        <p className="muted">{DAY.format(now)}</p>
      </div>
      <div className={css.columns}>
        {pad.session === null ? (
          <NextConcert pad={pad} again={last !== null} />
        ) : (
          <Section title={pad.session.active ? 'Концерт идёт' : 'Концерт на паузе'}>
            <p className="t-l">
              «{pad.session.title}», впереди {countedSongs(waiting(pad.queue).length)}
            </p>
            <Button variant="primary" size="l" block icon={<Play />} href="/artist?tab=concert">
              Открыть пульт
            </Button>
          </Section>
        )}
        <div className={css.column}>
          {home.beginnings !== null && home.sessions !== null && (
            <FirstStepsList
              username={home.username}
              beginnings={home.beginnings}
              announced={announced}
              artist={home.page.artistInfoDTO}
            />
          )}
          {last !== null && pad.session === null && (
            <Section title="Последний вечер">
              <ul>
                <Past evening={last} />
              </ul>
            </Section>
          )}
          <Money balance={home.money} />
        </div>
      </div>
    </>
  )
}

function Money({ balance }: { balance: Balance | null }) {
  return (
    <Section title="Деньги">
      {balance === null ? (
        <p>
          Не удалось узнать, сколько денег.{' '}
          <Anchor href="/artist/balance" className="link">
            Открыть деньги
          </Anchor>
        </p>
      ) : (
        <Anchor href="/artist/balance" className={css.money}>
          <p className={css.available}>
            <b>{rubles(balance.available)}</b> <span className="muted">доступно</span>
          </p>
          <p className="muted">{whereTo(balance)}</p>
        </Anchor>
      )}
    </Section>
  )
}

/** Where the money goes by itself, or what it waits for. */
function whereTo({ number, debt }: Balance): string {
  if (debt > 0) return owedText(kopecks(debt))
  const { state, recipient, phoneNumber, sbpNumberId } = number
  if (state !== 'checked') return 'Копятся здесь, пока номер для выплат не проверен'
  if (recipient?.confirmed === false) return 'Копятся здесь, пока получатель не подтверждён'
  const bank = PAYOUT_BANKS[sbpNumberId ?? '']
  const to = [phoneText(phoneNumber ?? ''), bank].filter(Boolean).join(', ')
  return `После концерта придут на номер ${to}`
}
