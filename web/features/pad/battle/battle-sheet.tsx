import { useId, useState } from 'react'
import type { LiveBattle } from '#contract/battles.ts'
import { api } from '#contract/index.ts'
import { BATTLE_MINUTES, BATTLE_SONGS, votesFigure, votesText } from '#domain/queue/battle.ts'
import { counted, countedSongs } from '#domain/russian.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import { BattleBar } from '#web/parts/battle/battle-bar.tsx'
import { BattleClock } from '#web/parts/battle/battle-clock.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { classes } from '#web/ui/classes.ts'
import { Check } from '#web/ui/icons/more-icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { PadSheet } from '../over/pad-sheet.tsx'
import type { PadState } from '../use-pad-state.ts'
import { useSongSearch } from '../use-song-search.ts'
import css from './battle.module.css'
import { offeredSongs } from './offered-songs.ts'
import type { BattleSong } from './offered-songs.ts'

export type BattleSheetProps = {
  pad: PadState
  sessionId: string
  owner: 'artist' | 'second'
  onClose: () => void
}

/** A press that must reach the server: what runs is the same on all pads. */
function useBattleCall(onDone: () => void) {
  const [busy, setBusy] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  async function press(name: string, send: () => Promise<unknown>) {
    if (busy !== null) return
    setBusy(name)
    setFailed(null)
    try {
      await send()
      onDone()
    } catch (failure) {
      setFailed(sentenceOf(failure))
    } finally {
      setBusy(null)
    }
  }
  return { busy, failed, press }
}

/** «Битва песен»: chooses songs and time, or ends what runs. */
export function BattleSheet(props: BattleSheetProps) {
  const { pad, sessionId, onClose } = props
  const { battle } = pad
  return battle !== undefined && battle.ended === undefined ? (
    <Running key={battle.id} {...{ battle, sessionId, onClose }} />
  ) : (
    <Choice {...props} />
  )
}

type RunningProps = { battle: LiveBattle; sessionId: string; onClose: () => void }

function Running({ battle, sessionId, onClose }: RunningProps) {
  const { id, songs, endsAt, paid } = battle
  const { busy, failed, press } = useBattleCall(onClose)
  const body = { sessionId, id }
  return (
    <PadSheet open onClose={onClose} title="Битва песен">
      <BattleClock endsAt={endsAt} className={css.clock} />
      <ul className={css.songs}>
        {songs.map((song) => (
          <li key={song.songId} className={css.running}>
            <b>{song.title}</b>
            <span className={css.votes}>
              <span aria-hidden="true">{votesFigure(song.votes, battle)}</span>
              <span className="sr">{votesText(song.votes, battle)}</span>
            </span>
            <BattleBar song={song} songs={songs} className={css.bar} />
          </li>
        ))}
      </ul>
      {failed !== null && (
        <p role="alert" className={css.failed}>
          {failed}
        </p>
      )}
      <div className={css.ends}>
        <Button
          block
          size="stage"
          variant="primary"
          loading={busy === 'end'}
          onClick={() => void press('end', () => call(api.artist.endBattle, { body }))}
        >
          Закончить
        </Button>
        <Button
          block
          size="stage"
          loading={busy === 'cancel'}
          onClick={() => void press('cancel', () => call(api.artist.cancelBattle, { body }))}
        >
          Отменить
        </Button>
      </div>
      <p className="muted">
        {paid
          ? 'Закончить: победившая встанет первой, остальным вернём деньги. Отменить: вернём всем.'
          : 'Закончить: победившая встанет первой в очереди. Отменить: очередь не изменится.'}
      </p>
    </PadSheet>
  )
}

const MINUTES = [1, 2, 3, 4, 5]

function Choice({ pad, sessionId, owner, onClose }: BattleSheetProps) {
  const minutesId = useId()
  const kindsId = useId()
  const [chosen, setChosen] = useState<readonly BattleSong[]>([])
  const [minutes, setMinutes] = useState<number>(BATTLE_MINUTES.usual)
  const [paid, setPaid] = useState(false)
  const [id] = useState(newKey)
  const { busy, failed, press } = useBattleCall(onClose)
  const { search, typed, songs, loaded, unavailable, again } = useSongSearch(
    pad.artistUsername,
    true,
    owner,
  )
  const list = offeredSongs(pad.queue, songs, typed)
  const listed = new Set(list.map(({ songId }) => songId))
  // What was found by a search stays in sight; nothing moves under the finger.
  const rows = [...(typed === '' ? chosen.filter((one) => !listed.has(one.songId)) : []), ...list]
  const isChosen = ({ songId }: BattleSong) => chosen.some((one) => one.songId === songId)
  const full = chosen.length >= BATTLE_SONGS.most
  const toggle = (song: BattleSong) => {
    if (isChosen(song)) setChosen(chosen.filter(({ songId }) => songId !== song.songId))
    else if (!full) {
      setChosen([...chosen, song])
      search.put('')
    }
  }
  const start = () =>
    press('start', () => {
      const songIds = chosen.map(({ songId }) => songId)
      return call(api.artist.startBattle, { body: { sessionId, id, songIds, minutes, paid } })
    })
  return (
    <PadSheet
      open
      onClose={onClose}
      title="Битва песен"
      subtitle="Зал выбирает, что споёте следующей: от двух до четырёх песен"
    >
      <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
      <ul aria-label="Песни для битвы" aria-busy={search.pending} className={css.offered}>
        {rows.map((song) => (
          <li key={song.songId}>
            <button
              type="button"
              aria-pressed={isChosen(song)}
              disabled={full && !isChosen(song)}
              className={css.choice}
              onClick={() => toggle(song)}
            >
              <span className={css.words}>
                <b>{song.title}</b>
                <small>{song.artistName}</small>
              </span>
              <span className={css.tick}>{isChosen(song) && <Check />}</span>
            </button>
          </li>
        ))}
      </ul>
      {rows.length === 0 && typed === '' && !loaded && unavailable === null && (
        <LoadingWords text="Загружаем репертуар…" />
      )}
      {typed === '' && !loaded && unavailable !== null && (
        <EmptyState
          rest={false}
          text={unavailable}
          action={<Button onClick={again}>Загрузить репертуар ещё раз</Button>}
        />
      )}
      {rows.length === 0 && typed === '' && loaded && (
        <EmptyState
          muted
          rest={false}
          text="Репертуар пуст. Напишите название: найдём в каталоге."
        />
      )}
      {typed !== '' && search.failed !== null && (
        <EmptyState
          rest={false}
          text={search.failed}
          action={<Button onClick={search.again}>Найти ещё раз</Button>}
        />
      )}
      {rows.length === 0 && typed !== '' && search.found !== null && (
        <EmptyState muted rest={false} text="Ничего не нашли" />
      )}
      <div className={css.foot}>
        <fieldset aria-labelledby={minutesId} className={css.minutes}>
          <p id={minutesId} className={css.legend}>
            Минут
          </p>
          {MINUTES.map((one) => (
            <Pill
              key={one}
              pressed={one === minutes}
              aria-label={counted(one, 'минута', 'минуты', 'минут')}
              onClick={() => setMinutes(one)}
            >
              {one}
            </Pill>
          ))}
        </fieldset>
        <fieldset aria-labelledby={kindsId} className={classes(css.minutes, css.kinds)}>
          <p id={kindsId} className={css.legend}>
            {paid ? 'Голоса: доли проигравших песен вернутся' : 'Голоса: по одному у каждого'}
          </p>
          <Pill pressed={!paid} onClick={() => setPaid(false)}>
            Бесплатно
          </Pill>
          <Pill pressed={paid} onClick={() => setPaid(true)}>
            Деньгами
          </Pill>
        </fieldset>
        {failed !== null && (
          <p role="alert" className={css.failed}>
            {failed}
          </p>
        )}
        <Button
          block
          size="stage"
          variant="primary"
          loading={busy !== null}
          disabled={chosen.length < BATTLE_SONGS.least}
          onClick={() => void start()}
        >
          {chosen.length < BATTLE_SONGS.least
            ? 'Выберите две песни или больше'
            : `Начать: ${countedSongs(chosen.length)}`}
        </Button>
      </div>
    </PadSheet>
  )
}
