import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import type { Session } from '#contract/shapes.ts'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { pauseWords } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { counted } from '#domain/russian.ts'
import { HOUR_MS } from '#domain/time.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useViewFocus } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { Poster } from '#web/parts/concerts/poster.tsx'
import { Keyboard, QrCode, Volume2, VolumeOff } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { ListMusic, ListPlus } from '#web/ui/icons/more-icons.tsx'
import { LoadingWords, Skeleton } from '#web/ui/status/loading-words.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import type { AddSongProps } from './add-song.tsx'
import { useEveningSheet } from './evening/evening-sheet.tsx'
import { useEveningTools } from './evening/evening-tools.tsx'
import type { PadFlags, SecondPad } from './load.ts'
import { CorrectLink, NoConcertCard } from './no-concert-card.tsx'
import { useOrderCue, orderSoundIsOn, switchOrderSound } from './lists/order-cue.tsx'
import type { PadKey } from './pad-keys.ts'
import { KEY_HELP, usePadKeys } from './pad-keys.ts'
import { OneListPad } from './lists/one-list-pad.tsx'
import { TwoListPad } from './lists/two-list-pad.tsx'
import ground from './pad.module.css'
import { OthersAction, SecondPadRest, useSecondPads } from './second/second-pads.tsx'
import { preloadStageView, useStageText } from './stage/stage-text.tsx'
import { useUndo } from './commands/undo-bar.tsx'
import type { PadState } from './use-pad-state.ts'

const AddSong = lazyPart<AddSongProps>('web/features/pad/add-song.tsx', async () => {
  const part = await import('./add-song.tsx')
  return part.AddSong
})

type PadStartProps = {
  pad: PadState
  /** The links to the other tabs. */
  nav: ReactNode
}

/** Before a concert: the next concert, and the button that starts it. */
function PadStart({ pad, nav }: PadStartProps) {
  const { next, queue, ended } = pad
  const [asking, setAsking] = useState(false)
  return (
    <>
      {nav}
      <main id="main" className={ground.start}>
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
            <div className={ground.errorText}>
              <p className="t-l">Не удалось узнать о следующем концерте. Проверьте интернет.</p>
              <Button onClick={pad.reloadConcerts}>Попробовать ещё раз</Button>
            </div>
          )}
          {next === null && <NoConcertCard again={ended !== null} />}
          {next !== undefined && next !== 'unknown' && next !== null && (
            <>
              <Poster session={next} action={<CorrectLink session={next} />} />
              {waiting(queue).length > 0 && (
                <p className="muted">
                  Уже ждут в очереди: {counted(waiting(queue).length, 'песня', 'песни', 'песен')}
                </p>
              )}
            </>
          )}
          {next !== undefined && (
            <div className={ground.foot}>
              {next !== null && next !== 'unknown' && (
                <Button
                  variant="primary"
                  size="l"
                  block
                  icon={<Play className="ico" />}
                  loading={pad.isPending('start')}
                  onClick={() => (isFarAhead(next) ? setAsking(true) : void pad.start(next.id))}
                >
                  Начать
                </Button>
              )}
              <IconButton label="QR-код" variant="tonal" size="l" href="/artist/qr">
                <QrCode className="ico" />
              </IconButton>
            </div>
          )}
          {next !== undefined && next !== 'unknown' && next !== null && (
            <Dialog
              open={asking}
              onClose={() => setAsking(false)}
              title="Начать раньше времени?"
              safe="Не сейчас"
              confirm="Начать концерт"
              confirming={pad.isPending('start')}
              onConfirm={() => void pad.start(next.id).then(() => setAsking(false))}
            >
              <p>До начала по афише ещё {timeAhead(next)}. Начатый концерт в афишу не вернуть.</p>
            </Dialog>
          )}
        </Section>
      </main>
    </>
  )
}

const EARLY_MS = 3 * HOUR_MS

const aheadMs = ({ dateTimeStart }: Session) => Date.parse(dateTimeStart) - serverNow()

/** Earlier than a musician usually arrives: the press may be a mistake. */
const isFarAhead = (session: Session) => aheadMs(session) > EARLY_MS

/** «5 часов», «2 дня» */
function timeAhead(session: Session): string {
  const hours = Math.floor(aheadMs(session) / HOUR_MS)
  const days = Math.floor(hours / 24)
  return days > 0 ? counted(days, 'день', 'дня', 'дней') : counted(hours, 'час', 'часа', 'часов')
}

type KeysSheetProps = { open: boolean; onClose: () => void }

/** The actions of the keys and pedals. */
function KeysSheet({ open, onClose }: KeysSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title="Клавиши и педаль">
      <dl className={ground.keys}>
        {KEY_HELP.map(({ keys, does }) => (
          <div key={does} className={ground.line}>
            <dt className={ground.names}>
              {keys.map((key) => (
                <kbd key={key} className={ground.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="muted">
        Педаль для нот подходит любая: обычно она шлёт Page Down и Page Up или стрелки. Если педаль
        удержать, это одно нажатие.
      </p>
    </Sheet>
  )
}

type PadProps = {
  pad: PadState
  flags: PadFlags
  nav: ReactNode
  exits: readonly MenuAction[]
  /** On a second pad: the name that the artist gave it; it controls one concert and nothing else. */
  second?: SecondPad
  /** The mark of a rehearsal: its concert has no pages and no second pads. */
  rehearsal?: ReactNode
}

/** The artist's pad: before the concert, and during it with one list or two, as the artist has set it. */
export function Pad({ pad, flags, nav, exits, second, rehearsal }: PadProps) {
  const { session } = pad
  const undo = useUndo(pad)
  const cue = useOrderCue(pad.queue)
  const [help, setHelp] = useState(false)
  const [adding, setAdding] = useState<'not yet' | 'open' | 'closed'>('not yet')
  const toast = useToast()
  const [sound, setSound] = useState(orderSoundIsOn)

  const onBreak = session?.breakUntil !== undefined
  const onAdd = () => setAdding('open')
  const owner = second === undefined ? 'artist' : 'second'
  const stage = useStageText(pad, owner, { undo, tip: null, showOrders: cue.show })
  const press: Record<PadKey, () => void> = {
    // The big button, whatever it says.
    next: () => (session?.active === true ? pad.playNext() : pad.resume()),
    pause: () => (session?.active === true ? pad.pause() : pad.resume()),
    break: () => (onBreak ? pad.resume() : pad.takeBreak(BREAK_MINUTES.usual)),
    undo: () => undo?.undo(),
    add: onAdd,
    help: () => setHelp(true),
    text: stage.show,
  }
  usePadKeys(session !== null, (key) => press[key]())

  const own = second === undefined && rehearsal === undefined ? session : null
  const paused = pauseWords(session?.breakUntil, useViewerZone('Europe/Moscow'))
  const soFar = useEveningSheet(pad, owner, undo)
  const evening = useEveningTools(pad, owner)
  const secondPads = useSecondPads(own)
  const playing = session !== null
  useViewFocus(playing)
  useEffect(() => {
    // Preloaded, to work without a network too.
    if (!playing) return
    AddSong.preload()
    preloadStageView()
  }, [playing])

  const inSection = (section: string, actions: readonly MenuAction[]) =>
    actions.map((action) => ({ ...action, section }))
  const settings: MenuAction[] = [
    ...secondPads.actions,
    {
      key: 'keys',
      label: 'Клавиши и педаль',
      icon: <Keyboard className="ico" />,
      onSelect: () => setHelp(true),
    },
    {
      key: 'sound',
      label: `Звук нового заказа: ${sound ? 'включён' : 'выключен'}`,
      icon: sound ? <Volume2 className="ico" /> : <VolumeOff className="ico" />,
      onSelect() {
        switchOrderSound(!sound)
        setSound(!sound)
      },
    },
  ]
  const songs: MenuAction[] = [
    ...stage.actions,
    ...soFar.actions,
    ...(own === null ? [] : [setsFor(own.id), queueManager(own.id)]),
  ]
  const tools = [
    ...inSection('Песни', songs),
    ...inSection(
      'Вечер',
      evening.actions.filter(({ key }) => rehearsal === undefined || key !== 'rules'),
    ),
    ...inSection('Пульт', settings),
  ]

  const notices = (
    <>
      {rehearsal}
      {evening.proposal}
      {session !== null && (second !== undefined || secondPads.any) && (
        <OthersAction
          sessionId={session.id}
          me={second?.name ?? null}
          change={changeOf(pad)}
          polled={second !== undefined}
        />
      )}
    </>
  )
  const shared = {
    undo,
    cue,
    tools,
    onAdd,
    nav,
    notices,
    evening: soFar.line,
    mayEnd: second === undefined,
  }

  return (
    <>
      {session === null && second === undefined && <PadStart pad={pad} nav={nav} />}
      {session === null && second !== undefined && <SecondPadRest pad={pad} second={second} />}
      {session !== null && flags.v2 && (
        <TwoListPad key={session.id} {...{ pad, session, flags, exits, ...shared }} />
      )}
      {session !== null && !flags.v2 && (
        <OneListPad key={session.id} {...{ pad, session, flags, ...shared }} />
      )}
      {session !== null && (
        <div className={ground.ground}>
          <KeysSheet open={help} onClose={() => setHelp(false)} />
          {soFar.sheet}
          {stage.view}
          {adding !== 'not yet' && (
            <AddSong
              open={adding === 'open'}
              artistUsername={pad.artistUsername}
              onClose={() => setAdding('closed')}
              onAdd={(song, note) => {
                pad.addSong(song, note)
                toast(`Добавили «${song.title}»`)
              }}
            />
          )}
          {secondPads.sheet}
        </div>
      )}
      <Announcer words={session === null ? '' : listText(pad, paused)} />
      <Announcer words={session === null ? '' : cue.words} />
      <Announcer words={undo === null ? '' : `«${undo.title}» сыграна, её можно вернуть.`} />
    </>
  )
}

const setsFor = (sessionId: string): MenuAction => ({
  key: 'sets',
  label: 'Сет',
  icon: <ListPlus className="ico" />,
  href: `/artist/sets?sessionId=${sessionId}`,
})

const queueManager = (sessionId: string): MenuAction => ({
  key: 'manage',
  label: 'Музыка на концерте',
  icon: <ListMusic className="ico" />,
  href: `/artist/session/manage/${sessionId}`,
})

/** Changes with every change of the queue, by any pad. */
function changeOf({ queue, session }: PadState): string {
  return `${session?.active} ${queue.map(({ id, status }) => id + status).join()}`
}

/** The state of the list for screen readers. */
function listText({ queue, session }: PadState, paused: string): string {
  const now = nowOf(queue)
  const ordered = queue.filter(({ status }) => status === 'SCHEDULED').length
  const plays = now === null ? 'Сейчас ничего не играет.' : `Сейчас: ${now.title}.`
  const pausePrefix = session?.active === true ? '' : `${paused}. `
  return `${pausePrefix}${plays} В очереди ${waiting(queue).length - ordered}, в заказах ${ordered}.`
}
