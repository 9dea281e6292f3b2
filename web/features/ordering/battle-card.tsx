import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveBattle } from '#contract/battles.ts'
import { api } from '#contract/index.ts'
import { kopecks, formatRubles } from '#domain/money.ts'
import { votesFigure, votesText, wonText } from '#domain/queue/battle.ts'
import { mayCancel } from '#domain/queue/my-order.ts'
import { orElse, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass } from '#web/lib/device/device-memory.ts'
import { BattleBar } from '#web/parts/battle/battle-bar.tsx'
import { BattleClock } from '#web/parts/battle/battle-clock.tsx'
import { useShownBattle } from '#web/parts/battle/use-battle.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import css from './battle-card.module.css'
import type { MergedOrder } from './mine/merge-orders.ts'
import type { Orders } from './use-orders.ts'

type BattleCardProps = { orders: Orders; battle: LiveBattle }

const AGAIN_MOST_SECONDS = 10

/** This phone's vote without money, told at once and taken back where it is refused. */
function useVote(sessionId: string, id: string) {
  const [mine, setMine] = useState<string | null>(null)
  const [sending, setSending] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    let closed = false
    call(api.songs.myVote, { query: { id } }).then(
      ({ songId }) => !closed && setMine((before) => before ?? songId),
      // The vote itself is there; only its mark is missing.
      () => undefined,
    )
    return () => {
      closed = true
    }
  }, [id])
  async function vote(songId: string) {
    if (sending !== null || songId === mine) return
    setSending(songId)
    setFailed(null)
    const pass = readPass(sessionId)
    const body = { sessionId, id, songId, ...(pass !== null && { pass }) }
    const send = () => call(api.songs.voteInBattle, { body }).then(() => null)
    const words = await orElse(send(), async (failure) => {
      // A whole hall on one network votes at once.
      const seconds = failure.retryAfterSeconds
      if (seconds === null || seconds > AGAIN_MOST_SECONDS) return sentenceOf(failure)
      await new Promise((resolve) => setTimeout(resolve, (seconds + Math.random()) * 1000))
      return orElse(send(), (again) => sentenceOf(again))
    })
    setSending(null)
    setFailed(words)
    if (words === null) setMine(songId)
  }
  return { mine, sending, failed, vote }
}

/** «Что спеть?» on a phone: one press is a vote, another one changes it, or opens its sheet where votes are paid; then the result. */
export function BattleCard({ orders, battle }: BattleCardProps) {
  const shown = useShownBattle(battle)
  const top = useRef<HTMLDivElement>(null)
  const { offerUndo } = orders
  const tell = useEffectEvent((id: string) =>
    offerUndo({
      id,
      title: 'Что спеть?',
      text: 'Голосует весь зал',
      label: 'К песням',
      onUndo: () => top.current?.scrollIntoView({ block: 'center' }),
    }),
  )
  const running = shown?.ended === undefined ? shown?.id : undefined
  useEffect(() => {
    // Who has scrolled down to the songs would not see it begin.
    if (running !== undefined && (top.current?.getBoundingClientRect().bottom ?? 0) < 0)
      tell(running)
  }, [running])
  if (shown === null) return null
  const Kind = shown.paid ? PaidCard : FreeCard
  return (
    <div ref={top}>
      <Kind key={shown.id} orders={orders} battle={shown} />
    </div>
  )
}

function FreeCard({ orders, battle }: BattleCardProps) {
  const { mine, sending, failed, vote } = useVote(orders.concert.sessionId, battle.id)
  const note =
    mine === null ? 'Нажмите на песню: один голос у каждого' : 'Передумали? Нажмите на другую'
  return (
    <Card
      battle={battle}
      mineOf={(songId) => (mine === songId ? 'ваш голос' : null)}
      sending={sending}
      failed={failed}
      note={note}
      onPress={(songId) => void vote(songId)}
    />
  )
}

/** What this listener has paid in a battle for a song; kopecks. */
function paidFor(orders: readonly MergedOrder[], battleId: string, songId: string): number {
  const votes = orders.filter(
    (one) =>
      one.battleId === battleId &&
      one.songId === songId &&
      one.state !== 'SENDING' &&
      one.state !== 'PAYING' &&
      mayCancel(one.state),
  )
  return votes.reduce((sum, { amount }) => sum + (amount ?? 0), 0)
}

function PaidCard({ orders, battle }: BattleCardProps) {
  return (
    <Card
      battle={battle}
      mineOf={(songId) => {
        const sum = paidFor(orders.mine.orders, battle.id, songId)
        return sum === 0 ? null : `ваши ${formatRubles(kopecks(sum))}`
      }}
      note="Нажмите на песню и добавьте к ней. Остальным вернём всё"
      onPress={(songId) => void orders.sheet.open({ song: songId, share: battle.id })}
    />
  )
}

type CardProps = {
  battle: LiveBattle
  /** How a song is marked that this listener voted for. */
  mineOf: (songId: string) => string | null
  sending?: string | null
  failed?: string | null
  note: string
  onPress: (songId: string) => void
}

function Card({ battle, mineOf, sending = null, failed = null, note, onPress }: CardProps) {
  const { endsAt, songs, ended, paid } = battle
  const winner = songs.find(({ songId }) => songId === ended?.winner)
  if (ended !== undefined)
    return (
      <section aria-label="Битва песен" className={css.card}>
        <output className={css.result}>
          {winner === undefined ? (
            'Никто не проголосовал'
          ) : (
            <>
              <span>Победила</span>
              <b>
                <WholeWords>{winner.title}</WholeWords>
              </b>
              <span>
                {wonText(battle, winner)}
                {mineOf(winner.songId) !== null && '. Это и ваш голос!'}
              </span>
            </>
          )}
        </output>
      </section>
    )
  return (
    <section aria-labelledby="battle" className={css.card}>
      <div className={css.head}>
        <h2 id="battle" className={css.name}>
          Что спеть?
        </h2>
        <BattleClock endsAt={endsAt} />
      </div>
      <ul>
        {songs.map((song) => {
          const mine = mineOf(song.songId)
          return (
            <li key={song.songId}>
              <button
                type="button"
                aria-pressed={paid ? undefined : mine !== null}
                aria-busy={sending === song.songId || undefined}
                className={css.song}
                onClick={() => onPress(song.songId)}
              >
                <span className={css.words}>
                  <b>
                    <WholeWords>{song.title}</WholeWords>
                  </b>
                  <small>
                    {song.artistName}
                    {mine !== null && <i className={css.mine}>{mine}</i>}
                  </small>
                </span>
                <span className={css.votes}>
                  <span aria-hidden="true">{votesFigure(song.votes, battle)}</span>
                  <span className="sr">{votesText(song.votes, battle)}</span>
                </span>
                <BattleBar song={song} songs={songs} className={css.bar} />
              </button>
            </li>
          )
        })}
      </ul>
      <output className={failed === null ? css.note : css.failed}>{failed ?? note}</output>
    </section>
  )
}
