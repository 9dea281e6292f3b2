import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { EveningSoFar } from '#contract/report.ts'
import type { Session } from '#contract/shapes.ts'
import { isHeldBack } from '#domain/queue/held-texts.ts'
import { counted, countedOrders, countedSongs } from '#domain/russian.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Figures } from '#web/ui/charts/figures.tsx'
import type { NamedFigure } from '#web/ui/charts/figures.tsx'
import { HeartHandshake } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { givenWith } from '../evening/evening-so-far.ts'
import type { Given } from '../evening/tip-card.tsx'
import css from './evening-end.module.css'

type Report = AnswerOf<typeof api.session.report>
type Loaded = { report: Report; evening: EveningSoFar }

const NOTHING_PUT_AWAY: ReadonlySet<string> = new Set()

async function loadEnd(sessionId: string): Promise<Loaded> {
  const query = { sessionId }
  const [report, evening] = await Promise.all([
    call(api.session.report, { query }),
    call(api.artist.evening, { query }),
  ])
  return { report, evening }
}

/** The end of an evening, still on the stage: what it brought, how long it was, and what the hall said. */
export function EveningEnd({ session: { id, title } }: { session: Session }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (failed !== null) return undefined
    let left = false
    loadEnd(id).then(
      (answer) => !left && setLoaded(answer),
      (failure: unknown) => !left && setFailed(sentenceOf(failure)),
    )
    return () => {
      left = true
    }
  }, [id, failed])
  return (
    <section aria-label="Концерт завершён" className={css.end}>
      <p className={css.over}>Концерт завершён</p>
      {loaded === null && failed === null && <LoadingWords text="Считаем вечер…" />}
      {loaded === null && failed !== null && (
        <div role="alert">
          <p className="t-l">{failed}</p>
          <Button onClick={() => setFailed(null)}>Попробовать ещё раз</Button>
        </div>
      )}
      {loaded !== null && (
        <Sums {...loaded} onAnswered={() => void loadEnd(id).then(setLoaded, () => undefined)} />
      )}
      <p className="muted">{title}</p>
      <Button block variant="invert" href={`/artist/session/${id}`}>
        Отчёт о концерте
      </Button>
    </section>
  )
}

function Sums({ report, evening, onAnswered }: Loaded & { onAnswered: () => void }) {
  const { money, tips, playedSongs } = report
  const earned = money.net + tips.net
  const songs = countedSongs(playedSongs)
  const lasted = lastedWords(report)
  return (
    <>
      <Figures
        figures={[
          earned > 0
            ? { name: 'Вы заработали', value: rubles(earned) }
            : { name: 'Вы сыграли', value: counted(playedSongs, 'песню', 'песни', 'песен') },
          ...figuresOf(report),
        ]}
      />
      <p className="t-l">
        {earned > 0 ? `${songs}${lasted === null ? '' : ` за ${lasted}`}.` : lasted && `${lasted}.`}
        {money.held > 0 && ` Ещё ${rubles(money.held)} удерживается.`}
      </p>
      <Said sessionId={report.sessionId} evening={evening} onAnswered={onAnswered} />
    </>
  )
}

/** «3 ч 11 мин» */
function lastedWords({ startedAt, finishedAt }: Report): string | null {
  if (startedAt === null || finishedAt === null) return null
  const lasted = Math.round((Date.parse(finishedAt) - Date.parse(startedAt)) / MINUTE_MS)
  const [hours, minutes] = [Math.floor(lasted / 60), lasted % 60]
  return hours > 0 ? `${hours}\u00A0ч ${minutes}\u00A0мин` : `${minutes}\u00A0мин`
}

function figuresOf({ money, tips, people, cash }: Report): NamedFigure[] {
  return [
    ...(money.played > 0
      ? [
          {
            name: countedOrders(money.played),
            value: rubles(money.net),
          },
        ]
      : []),
    ...(tips.count > 0
      ? [
          {
            name: counted(tips.count, 'благодарность', 'благодарности', 'благодарностей'),
            value: rubles(tips.net),
          },
        ]
      : []),
    ...(cash > 0 ? [{ name: 'наличными', value: rubles(cash) }] : []),
    ...(people > 0 ? [{ name: 'оставили имя или слова', value: String(people) }] : []),
    ...(money.returned > 0
      ? [
          {
            name: `вернули за ${counted(money.returned, 'песню', 'песни', 'песен')}`,
            value: rubles(money.givenBack),
          },
        ]
      : []),
  ]
}

type SaidProps = { sessionId: string; evening: EveningSoFar; onAnswered: () => void }

/** What the hall said, and one tap that thanks them all. */
function Said({ sessionId, evening, onAnswered }: SaidProps) {
  const { press, isPending } = usePresses()
  const toast = useToast()
  const all = givenWith(evening, NOTHING_PUT_AWAY, { answeredToo: true })
  const open = givenWith(evening, NOTHING_PUT_AWAY)
  if (all.length === 0) return null
  const answer = ({ id, isTip }: Given) =>
    isTip
      ? call(api.artist.answerTip, { body: { sessionId, tipId: id } })
      : call(api.artist.answerThanks, { body: { sessionId, thanksId: id } })
  const show = ({ id }: Given) =>
    press(id, async () => {
      await call(api.artist.openTipName, { body: { sessionId, tipId: id } })
      onAnswered()
    })
  const answerAll = () =>
    press('all', async () => {
      for (const one of open) await answer(one)
      toast('Ответили всем')
      onAnswered()
    })
  return (
    <Section title="Вам сказали" count={all.length}>
      <ul>
        {all.map((one) => (
          <li key={one.id} className={css.said}>
            <p>
              {one.held ? <i>скрыто</i> : <b>{one.name === '' ? 'Из зала' : one.name}</b>}
              {one.words !== '' && `: ${isHeldBack(one.words) ? 'скрыто' : one.words}`}
            </p>
            {one.held && (
              <Button
                variant="line"
                aria-label="Показать имя"
                loading={isPending(one.id)}
                onClick={() => void show(one)}
              >
                Показать
              </Button>
            )}
            {one.amount > 0 && <b className={css.given}>{rubles(one.amount)}</b>}
          </li>
        ))}
      </ul>
      {open.length > 0 ? (
        <Button
          block
          variant="invert"
          icon={<HeartHandshake />}
          loading={isPending('all')}
          onClick={() => void answerAll()}
        >
          Ответить всем «Спасибо!»
        </Button>
      ) : (
        <p className="muted">Ответили</p>
      )}
    </Section>
  )
}
