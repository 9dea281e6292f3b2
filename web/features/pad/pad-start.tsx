import type { ReactNode } from 'react'
import { counted } from '#domain/russian.ts'
import { Poster } from '#web/parts/poster.tsx'
import { QrCode } from '#web/ui/artist-icons.tsx'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Play } from '#web/ui/icons.tsx'
import { LoadingWords } from '#web/ui/loading-words.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { NoConcertCard } from './no-concert-card.tsx'
import css from './pad-start.module.css'
import type { PadState } from './use-pad-state.ts'

export type PadStartProps = {
  pad: PadState
  /** The way to the other tabs. */
  nav: ReactNode
}

/** Before a concert: what comes next, and the button that begins it. */
export function PadStart({ pad, nav }: PadStartProps) {
  const { next, queue, ended } = pad
  return (
    <>
      {nav}
      <main className={css.start}>
        <h1 className="sr">Концерт</h1>
        {ended !== null && (
          <Section title="Концерт завершён">
            <p className="t-l">{ended.title}</p>
            <Button block href={`/artist/session/${ended.id}`}>
              Отчёт о концерте
            </Button>
          </Section>
        )}
        <Section title="Ваше следующее выступление">
          {next === undefined && (
            <>
              <Skeleton shape="picture" />
              <LoadingWords text="Ищем следующий концерт…" />
            </>
          )}
          {next === 'unknown' && (
            <div className={css.trouble}>
              <p className="t-l">Не удалось узнать о следующем концерте. Проверьте интернет.</p>
              <Button onClick={pad.lookAgain}>Попробовать ещё раз</Button>
            </div>
          )}
          {next === null && <NoConcertCard />}
          {next !== undefined && next !== 'unknown' && next !== null && (
            <>
              <Poster session={next} action="" />
              {queue.length > 0 && (
                <p className="muted">
                  Уже ждут в очереди: {counted(queue.length, 'песня', 'песни', 'песен')}
                </p>
              )}
            </>
          )}
          {next !== undefined && (
            <div className={css.foot}>
              {next !== null && next !== 'unknown' && (
                <Button
                  variant="primary"
                  size="l"
                  block
                  icon={<Play className="ico" />}
                  loading={pad.isPending('start')}
                  onClick={() => void pad.start(next.id)}
                >
                  Начать
                </Button>
              )}
              <IconButton label="QR-код" variant="tonal" size="l" href="/artist/qr">
                <QrCode className="ico" />
              </IconButton>
            </div>
          )}
        </Section>
      </main>
    </>
  )
}
