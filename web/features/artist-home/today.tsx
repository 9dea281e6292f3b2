import { waiting } from '#domain/queue/queue.ts'
import { countedSongs } from '#domain/russian.ts'
import { rubles, useNow, useViewerZone } from '#web/lib/format.ts'
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
import { whereTo } from './where-to.ts'
import type { Balance } from './where-to.ts'

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
  const viewer = { zone: useViewerZone(), now: useNow() }
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
          <p className="muted">{whereTo(balance, viewer)}</p>
        </Anchor>
      )}
    </Section>
  )
}
