import { useEffect, useState } from 'react'
import type { LiveBattle } from '#contract/battles.ts'
import { api } from '#contract/index.ts'
import { votesText } from '#domain/queue/battle.ts'
import { orElse, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { readPass } from '#web/lib/device/device-memory.ts'
import { BattleBar } from '#web/parts/battle/battle-bar.tsx'
import { BattleClock } from '#web/parts/battle/battle-clock.tsx'
import { useShownBattle } from '#web/parts/battle/use-battle.ts'
import { WholeWords } from '#web/ui/whole-words.tsx'
import css from './battle-card.module.css'

export type BattleCardProps = { sessionId: string; battle: LiveBattle }

const AGAIN_MOST_SECONDS = 10

/** This phone's vote, told at once and taken back where it is refused. */
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

/** «Что спеть?» on a phone: one press is a vote, another one changes it; then the result. */
export function BattleCard({ sessionId, battle }: BattleCardProps) {
  const shown = useShownBattle(battle)
  return shown && <Card key={shown.id} sessionId={sessionId} battle={shown} />
}

function Card({ sessionId, battle: { id, endsAt, songs, ended } }: BattleCardProps) {
  const { mine, sending, failed, vote } = useVote(sessionId, id)
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
                {votesText(winner.votes)}. Споём её следующей
                {mine === winner.songId && '. Это и ваш голос!'}
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
        {songs.map((song) => (
          <li key={song.songId}>
            <button
              type="button"
              aria-pressed={mine === song.songId}
              aria-busy={sending === song.songId || undefined}
              className={css.song}
              onClick={() => void vote(song.songId)}
            >
              <span className={css.words}>
                <b>
                  <WholeWords>{song.title}</WholeWords>
                </b>
                <small>
                  {song.artistName}
                  {mine === song.songId && <i className={css.mine}>ваш голос</i>}
                </small>
              </span>
              <span className={css.votes}>
                <span aria-hidden="true">{song.votes}</span>
                <span className="sr">{votesText(song.votes)}</span>
              </span>
              <BattleBar song={song} songs={songs} className={css.bar} />
            </button>
          </li>
        ))}
      </ul>
      <output className={failed === null ? css.note : css.failed}>
        {failed ??
          (mine === null
            ? 'Нажмите на песню: один голос у каждого'
            : 'Передумали? Нажмите на другую')}
      </output>
    </section>
  )
}
