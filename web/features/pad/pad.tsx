import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'
import { BREAK_MINUTES } from '#domain/concerts/concert.ts'
import { pauseWords } from '#domain/queue/evening-rules.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { screenAddress } from '#web/lib/calls/token.ts'
import { readPass } from '#web/lib/device/device-memory.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { useViewFocus } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { Announcer } from '#web/parts/announcer.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import type { AddSongProps } from './add-song.tsx'
import type { BattleSheetProps } from './battle/battle-sheet.tsx'
import { BattleStrip } from './battle/battle-strip.tsx'
import { PadStart } from './before/pad-start.tsx'
import { useHeld, useUndo } from './commands/undo-bar.tsx'
import { useEveningSheet } from './evening/evening-sheet.tsx'
import { receptionOf } from './commands/command-calls.ts'
import { useLastCall } from './evening/last-call.tsx'
import { useOrderCue } from './lists/order-cue.tsx'
import type { PadFlags, SecondPad } from './load.ts'
import { loadRepertoire } from './load.ts'
import { CodeView, useCodePicture } from './over/code-view.tsx'
import type { HostSheetProps } from './over/host-sheet.tsx'
import { KeysSheet } from './over/keys-sheet.tsx'
import { LongerSheet } from './over/longer-sheet.tsx'
import { PadMenu } from './over/pad-menu.tsx'
import type { PadOver } from './over/pad-ways.ts'
import { PauseSheet } from './over/pause-sheet.tsx'
import type { RulesSheetProps } from './over/rules-sheet.tsx'
import type { TabletsSheetProps } from './over/tablets-sheet.tsx'
import type { TakeSetProps } from './over/take-set.tsx'
import { usePadActions } from './over/use-pad-actions.tsx'
import type { PadKey } from './pad-keys.ts'
import { usePadKeys } from './pad-keys.ts'
import ground from './pad.module.css'
import { RunningPad } from './running/running-pad.tsx'
import { LargeSignal, SignalStrips } from './signals/signal-view.tsx'
import { SignalSheet } from './signals/signal-sheet.tsx'
import { useSignals } from './signals/use-signals.ts'
import { OthersAction, SecondPadRest, useSecondPads } from './second/second-pads.tsx'
import { preloadStageView, useStageText } from './stage/stage-text.tsx'
import type { PadState } from './use-pad-state.ts'

const AddSong = lazyPart<AddSongProps>(
  'web/features/pad/add-song.tsx',
  async () => (await import('./add-song.tsx')).AddSong,
)
const TakeSet = lazyPart<TakeSetProps>(
  'web/features/pad/over/take-set.tsx',
  async () => (await import('./over/take-set.tsx')).TakeSet,
)
const RulesSheet = lazyPart<RulesSheetProps>(
  'web/features/pad/over/rules-sheet.tsx',
  async () => (await import('./over/rules-sheet.tsx')).RulesSheet,
)
const TabletsSheet = lazyPart<TabletsSheetProps>(
  'web/features/pad/over/tablets-sheet.tsx',
  async () => (await import('./over/tablets-sheet.tsx')).TabletsSheet,
)
const HostSheet = lazyPart<HostSheetProps>(
  'web/features/pad/over/host-sheet.tsx',
  async () => (await import('./over/host-sheet.tsx')).HostSheet,
)
const BattleSheet = lazyPart<BattleSheetProps>(
  'web/features/pad/battle/battle-sheet.tsx',
  async () => (await import('./battle/battle-sheet.tsx')).BattleSheet,
)
/** To work without a network too. */
const PARTS = [AddSong, TakeSet, RulesSheet]

type PadProps = {
  pad: PadState
  flags: PadFlags
  /** What stands above it before the concert. */
  nav: ReactNode
  /** On a second pad: the name that the artist gave it; it controls one concert and nothing else. */
  second?: SecondPad
  /** The strip of a rehearsal: its concert has no pages and no second pads. */
  rehearsal?: ReactNode
}

/** The artist's pad: before the concert, and during it with one list or two, as the artist has set it. */
export function Pad({ pad, flags, nav, second, rehearsal }: PadProps) {
  const { session, artistUsername } = pad
  const played = useUndo(pad)
  // One at a time, the newest first: the song's own time runs on under it.
  const undo = useHeld(pad) ?? played
  const cue = useOrderCue(pad.queue)
  const [over, setOver] = useState<PadOver | null>(null)
  const [ending, setEnding] = useState(false)
  const toast = useToast()
  const close = () => setOver(null)
  const show = (what: PadOver) => () => setOver(what)

  const onBreak = session?.breakUntil !== undefined
  const owner = second === undefined ? 'artist' : 'second'
  const soFar = useEveningSheet(pad, owner, played)
  const stage = useStageText(pad, owner, {
    undo,
    tip: soFar.stageTip,
    showOrders: cue.show,
  })
  const press: Record<PadKey, () => void> = {
    // The big button, whatever it says.
    next: () => (session?.active === true ? pad.playNext() : pad.resume()),
    pause: () => (session?.active === true ? pad.pause() : pad.resume()),
    break: () => (onBreak ? pad.resume() : pad.takeBreak(BREAK_MINUTES.usual)),
    undo: () => undo?.undo(),
    add: show('add'),
    code: show('code'),
    help: show('keys'),
    text: stage.show,
  }
  usePadKeys(session !== null, (key) => press[key]())

  const own = second === undefined && rehearsal === undefined ? session : null
  const paused = pauseWords(session?.breakUntil, useViewerZone())
  const proposal = useLastCall(owner === 'artist' ? pad : { ...pad, session: null })
  const live = pad.connection === 'live'
  const secondPads = useSecondPads(own, live, pad.signals)
  const band = rehearsal === undefined && (second !== undefined || secondPads.any)
  const signals = useSignals({ pad, owner: `${artistUsername} ${owner}`, on: band })
  const playing = session !== null
  const picture = useCodePicture(artistUsername, { wanted: playing, live, shown: over === 'code' })
  const pass = session && readPass(session.id)
  const screen = rehearsal === undefined ? screenAddress(artistUsername, pass) : null
  useViewFocus(playing)
  const rehearses = rehearsal !== undefined
  useEffect(() => {
    if (!playing) return
    for (const part of PARTS) part.preload()
    preloadStageView()
    // A rehearsal leaves nothing on the device.
    if (!rehearses) void orWhenUnavailable(loadRepertoire(owner), null)
  }, [playing, owner, rehearses])
  const menu = usePadActions({
    pad,
    own,
    owner,
    rehearsal: rehearsal !== undefined,
    screen,
    show: setOver,
    onText: stage.show,
    onEnd: () => setEnding(true),
    played: soFar,
    secondPads: secondPads.show,
    band,
  })

  const notices = (
    <>
      <SignalStrips {...signals} />
      <BattleStrip battle={pad.battle} onOpen={show('battle')} />
      {proposal}
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

  return (
    <>
      {session === null && second === undefined && <PadStart pad={pad} nav={nav} />}
      {session === null && second !== undefined && <SecondPadRest pad={pad} second={second} />}
      {session !== null && (
        <RunningPad
          key={session.id}
          {...{ pad, session, flags, undo, cue, notices, rehearsal, second, screen, ending }}
          onEnd={setEnding}
          tip={soFar.tip}
          evening={soFar}
          column={stage.column}
          ways={{
            onAdd: show('add'),
            onSet: own === null ? null : show('set'),
            onRules: own === null ? null : show('rules'),
            onCode: show('code'),
            onMenu: show('menu'),
            onPause: show('pause'),
            onText: stage.mayOpen ? stage.show : null,
          }}
        />
      )}
      {session !== null && (
        <div className={ground.ground}>
          <PadMenu open={over === 'menu'} onClose={close} {...menu} />
          <PauseSheet open={over === 'pause' && session.active} onClose={close} pad={pad} />
          <LongerSheet open={over === 'longer'} onClose={close} pad={pad} />
          <KeysSheet open={over === 'keys'} onClose={close} />
          {soFar.sheet}
          {stage.view}
          {over === 'add' && (
            <AddSong
              open
              {...{ artistUsername, owner }}
              onClose={close}
              onAdd={(song, note) => {
                pad.addSong(song, note)
                toast(`Добавили «${song.title}»`)
              }}
            />
          )}
          {over === 'set' && <TakeSet sessionId={session.id} onAdd={show('add')} onClose={close} />}
          {over === 'rules' && <RulesSheet pad={pad} sessionId={session.id} onClose={close} />}
          {over === 'battle' && (
            <BattleSheet {...{ pad, owner }} sessionId={session.id} onClose={close} />
          )}
          {secondPads.sheet}
          {over === 'tablets' && (
            <TabletsSheet sessionId={session.id} {...{ artistUsername }} onClose={close} />
          )}
          {over === 'host' && <HostSheet sessionId={session.id} onClose={close} />}
          {over === 'signal' && (
            <SignalSheet signals={signals} mayEdit={second === undefined} onClose={close} />
          )}
          <LargeSignal signal={signals.large} />
          <CodeView
            open={over === 'code'}
            onClose={close}
            username={artistUsername}
            takesOrders={
              session.advancedSession.privacy.ableGetSongs && !receptionOf(session.rules).closed
            }
            {...{ picture, screen }}
            onNext={press.next}
          />
        </div>
      )}
      <Announcer words={session === null ? '' : listText(pad, paused)} />
      <Announcer words={session === null ? '' : cue.words} />
      <Announcer words={undo === null ? '' : `${undo.words}. Можно ${undo.label.toLowerCase()}.`} />
    </>
  )
}

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
