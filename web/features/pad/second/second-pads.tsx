import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { PadLogEntry } from '#contract/second-pad.ts'
import type { Session } from '#contract/shapes.ts'
import { clockTime } from '#domain/russian.ts'
import { MINUTE_MS, SECOND_MS } from '#domain/time.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { call, serverNow } from '#web/lib/calls/call.ts'
import { usePoll, usePresses, useReloads } from '#web/lib/value-hooks.ts'
import { useCopyLink, useShare } from '#web/lib/pages/share.tsx'
import { useViewerZone } from '#web/lib/format.ts'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { SecondPad } from '../load.ts'
import ground from '../pad.module.css'
import { PadSheet } from '../over/pad-sheet.tsx'
import type { PadState } from '../use-pad-state.ts'

/** Changes come in bursts; one request covers them all (ms). */
const REST_MS = 300
/** Within this time a revoked pad shows it, even if untouched (ms). */
const POLL_MS = 20 * SECOND_MS
/** While a link waits for its phone, the artist looks at the sheet (ms). */
const OPENING_MS = 3 * SECOND_MS
const FRESH_MS = 10 * MINUTE_MS
const LINES = 10

const ALONE: Record<PadLogEntry['action'], string> = {
  next: 'следующая песня',
  top: 'песня в начало',
  up: 'песня выше',
  move: 'песня на другом месте',
  one_song: 'песня в очередь',
  skip: 'песня убрана',
  back: 'песня в заказы',
  undo: 'песню вернули',
  pause: 'пауза',
  resume: 'концерт продолжается',
  list: 'список изменён',
  own_song: 'песня добавлена',
  open_words: 'показаны скрытые слова',
  mute: 'заказы гостя не принимаются',
  unmute: 'заказы гостя снова принимаются',
  guest_out: 'заказы гостя убраны',
  transpose: 'тональность изменена',
  orders: 'приём заказов изменён',
  battle: 'битва песен',
  change: 'очередь изменена',
}

/** «Лёша, 21:04: «Zombie», песня в начало» */
function wordsOf({ by, at, action, songTitle }: PadLogEntry, zone: string): string {
  const song = songTitle === null ? '' : `«${songTitle}», `
  return `${by ?? 'Артист'}, ${clockTime(new Date(at), zone)}: ${song}${ALONE[action]}`
}

const readLog = (sessionId: string): Promise<readonly PadLogEntry[]> =>
  orWhenUnavailable(call(api.artist.padLog, { query: { sessionId } }), [])

/** Tells `onRead` the second pads; what is known of them outlasts a network that is lost. */
async function readPads(sessionId: string, onRead: (pads: Pads) => void) {
  const asked = call(api.artist.secondPads, { query: { sessionId } })
  const pads = await orWhenUnavailable(asked, null)
  if (pads !== null) onRead(pads)
}

type OthersActionProps = {
  sessionId: string
  /** The name of this second pad; null on the artist's own. */
  me: string | null
  /** Changes with every change of the queue. */
  change: string
  /** Polls even where nothing changes. */
  polled: boolean
}

/** The last action of another pad of this concert. */
export function OthersAction({ sessionId, me, change, polled }: OthersActionProps) {
  const zone = useViewerZone()
  const [{ seen, last }, setSeen] = useState<{ seen: string | null; last: PadLogEntry | null }>({
    seen: null,
    last: null,
  })
  const look = useEffectEvent(async (at: string) => {
    const [newest = null] = await readLog(sessionId)
    setSeen({ seen: at, last: newest })
  })

  useEffect(() => {
    if (seen === change) return undefined
    const timer = setTimeout(() => void look(change), REST_MS)
    return () => clearTimeout(timer)
  }, [seen, change])
  useEffect(() => {
    if (!polled) return undefined
    const timer = setInterval(() => void look(change), POLL_MS)
    return () => clearInterval(timer)
  }, [change, polled])

  const isRecent = last !== null && last.by !== me && serverNow() - Date.parse(last.at) < FRESH_MS
  return <output className={ground.others}>{isRecent && wordsOf(last, zone)}</output>
}

type SecondPadRestProps = { pad: PadState; second: SecondPad }

/** A second pad before its concert, and after it. */
export function SecondPadRest({ pad, second }: SecondPadRestProps) {
  const { ended, next } = pad
  return (
    <main id="main" className={ground.start}>
      <h1 className="sr">Второй пульт: {second.name}</h1>
      {ended === null ? (
        <Section title="Концерт ещё не начался">
          <Poster session={second.session} action="" />
          <p className="muted">Пульт откроется сам, когда артист начнёт.</p>
          {next === 'unknown' && <Button onClick={pad.reloadConcerts}>Попробовать ещё раз</Button>}
        </Section>
      ) : (
        <ConcertOver title={ended.title} />
      )}
    </main>
  )
}

/** What a second pad says after its concert. */
export function ConcertOver({ title }: { title: string }) {
  return (
    <Section title="Концерт завершён">
      <p className="t-l">{title}</p>
      <p className="muted">Спасибо! Этот пульт больше ничем не управляет.</p>
    </Section>
  )
}

type Pads = AnswerOf<typeof api.artist.secondPads>
type Made = AnswerOf<typeof api.artist.addSecondPad> & { name: string }
type SecondPads = { show: () => void; sheet: ReactNode; any: boolean }

/**
 * «Второй пульт» of the artist's running concert: links to share and to revoke. A signal may come from one that was made
 * on another device.
 */
export function useSecondPads(
  session: Session | null,
  isLive: boolean,
  signals: number,
): SecondPads {
  const sessionId = session?.id
  const [open, setOpen] = useState(false)
  const [pads, setPads] = useState<Pads>([])
  const news = sessionId !== undefined && isLive ? `${sessionId} ${signals}` : null
  useReloads(news, false, () => {
    if (sessionId !== undefined) void readPads(sessionId, setPads)
  })

  const show = () => setOpen(true)
  if (sessionId === undefined) return { show, sheet: null, any: false }
  const sheet = (
    <PadSheet open={open} onClose={() => setOpen(false)} title="Второй пульт">
      {open && <SecondPadsSheet {...{ sessionId, pads, onChange: setPads }} />}
    </PadSheet>
  )
  return { show, sheet, any: pads.length > 0 }
}

type SecondPadsSheetProps = {
  sessionId: string
  pads: Pads
  onChange: (pads: Pads) => void
}

function SecondPadsSheet({ sessionId, pads, onChange }: SecondPadsSheetProps) {
  const zone = useViewerZone()
  const share = useShare()
  const copy = useCopyLink()
  const { press, isPending } = usePresses()
  const [name, setName] = useState('')
  const { saving, failed, save, formOf } = useSaving()
  const [made, setMade] = useState<Made | null>(null)
  const [log, setLog] = useState<readonly PadLogEntry[]>([])
  useEffect(() => {
    void readPads(sessionId, onChange)
    void readLog(sessionId).then(setLog)
  }, [sessionId, onChange])
  usePoll(
    pads.some(({ opened }) => !opened),
    OPENING_MS,
    () => void readPads(sessionId, onChange),
  )
  const opened = made !== null && pads.some((pad) => pad.id === made.id && pad.opened)

  const add = () =>
    save(async () => {
      const link = await call(api.artist.addSecondPad, { body: { sessionId, name } })
      setMade({ ...link, name })
      setName('')
      onChange([...pads, { id: link.id, name, opened: false }])
    })
  const revoke = (id: string) => async () => {
    await call(api.artist.revokeSecondPad, { body: { sessionId, id } })
    if (made?.id === id) setMade(null)
    onChange(pads.filter((pad) => pad.id !== id))
  }
  return (
    <div className={ground.padsSheet}>
      <output className={ground.came}>{opened && `Пульт открыт: ${made.name}`}</output>
      {made !== null && !opened && (
        <section className={ground.made}>
          <img
            src={`data:image/svg+xml,${encodeURIComponent(made.qr)}`}
            alt="QR-код второго пульта"
            className={ground.qr}
          />
          <p>
            Наведите камеру второго телефона или отправьте ссылку. Её видно один раз; кто её
            откроет, тот и управляет очередью.
          </p>
          <Button variant="primary" block onClick={() => share(made.link, 'Второй пульт')}>
            Отправить ссылку
          </Button>
          <Button block onClick={() => void copy(made.link)}>
            Скопировать
          </Button>
        </section>
      )}
      <form {...formOf(add)} className={ground.form}>
        <Field
          label="У кого будет пульт"
          name="name"
          value={name}
          maxLength={80}
          autoComplete="off"
          error={failed}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" size="stage" block loading={saving}>
          Сделать ссылку
        </Button>
        <p className="muted">
          Второй пульт ведёт очередь этого концерта и работает до его конца. Денег, настроек и
          других концертов на нём нет, начать и завершить концерт можете только вы.
        </p>
        <Button size="s" variant="text" href="/artist/devices">
          Кнопки и программы: доступ для устройств
        </Button>
      </form>
      {pads.length > 0 && (
        <ul aria-label="Вторые пульты">
          {pads.map((pad) => (
            <li key={pad.id} className={ground.onePad}>
              <span className={ground.name}>
                {pad.name}
                <span className="muted t-s">{pad.opened ? 'Открыт' : 'Ещё не открыт'}</span>
              </span>
              <Button
                size="s"
                variant="dangerLine"
                aria-label={`Отозвать: ${pad.name}`}
                loading={isPending(pad.id)}
                onClick={() => void press(pad.id, revoke(pad.id))}
              >
                Отозвать
              </Button>
            </li>
          ))}
        </ul>
      )}
      {log.length > 0 && (
        <Section title="Кто что сделал">
          <ul className={ground.log}>
            {log.slice(0, LINES).map((entry) => (
              <li key={entry.id}>{wordsOf(entry, zone)}</li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  )
}
