import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { LiveBattle } from '#contract/battles.ts'
import { leaderOf, votesFigure, WINNER_ALONE_MS } from '#domain/queue/battle.ts'
import { BattleBar } from '#web/parts/battle/battle-bar.tsx'
import { BattleClock } from '#web/parts/battle/battle-clock.tsx'
import { RepeatSign } from '#web/parts/frame/repeat-sign.tsx'
import { classes } from '#web/ui/classes.ts'
import css from './battle-stage.module.css'

type Song = LiveBattle['songs'][number]

/** The battle that the screen shows: while it runs, and its winner alone for a moment; a screen that opens later shows neither. */
export function useHallBattle(battle: LiveBattle | undefined): LiveBattle | null {
  const [ran, setRan] = useState<string | null>(null)
  const id = battle?.id ?? null
  const over = battle?.ended === undefined ? null : id
  if (id !== null && over === null && ran !== id) setRan(id)
  useEffect(() => {
    if (over === null) return undefined
    const timer = setTimeout(() => setRan(null), WINNER_ALONE_MS)
    return () => clearTimeout(timer)
  }, [over])
  if (battle === undefined || (over !== null && ran !== over)) return null
  return battle.ended?.winner === null ? null : battle
}

/** A long title gets a smaller font: each song has one line. */
function sizeOf({ title, artistName }: Song): string | undefined {
  const { length } = `${title} ${artistName}`
  if (length > 44) return css.longest
  return length > 32 ? css.long : undefined
}

type LineProps = { song: Song; songs: readonly Song[]; battle: LiveBattle }

function Line({ song, songs, battle }: LineProps) {
  return (
    <li className={css.song}>
      <p className={classes(css.title, sizeOf(song))}>
        {song.title}
        <small>{song.artistName}</small>
      </p>
      <p className={css.votes}>{votesFigure(song.votes, battle)}</p>
      <BattleBar song={song} songs={[...songs]} className={css.bar} />
    </li>
  )
}

/** The light behind the screen. */
export const BattleGround = () => <div className={css.beam} />

type BattleStageProps = { battle: LiveBattle; code: ReactNode; address: string }

/** The hall's screen while songs are voted for. */
export function BattleStage({ battle, code, address }: BattleStageProps) {
  const { songs, ended, endsAt } = battle
  const winner = songs.find(({ songId }) => songId === ended?.winner)
  if (winner !== undefined)
    return (
      <div className={css.screen}>
        <h1 className="sr">Победила песня</h1>
        <ul className={css.songs}>
          <Line song={winner} songs={[winner]} battle={battle} />
        </ul>
      </div>
    )
  const leader = leaderOf(songs)
  return (
    <div className={classes(css.screen, songs.length > 3 && css.many)}>
      <header className={css.head}>
        <div>
          <h1>Что спеть?</h1>
          <p>
            {battle.paid
              ? 'Голосуйте рублём с телефона, остальным вернём'
              : 'Голосуйте с телефона, один голос у каждого'}
          </p>
        </div>
        <BattleClock endsAt={endsAt} className={css.clock} />
      </header>
      <ul className={css.songs}>
        {songs.map((song) => (
          <Line key={song.songId} song={song} songs={songs} battle={battle} />
        ))}
      </ul>
      <footer className={css.foot}>
        {code}
        <p>
          {address}
          <span>Победит та, что наберёт больше. Споём её следующей</span>
        </p>
        <RepeatSign className={css.sign} />
      </footer>
      <p className="sr" aria-live="polite">
        {leader !== null && `Впереди «${leader.title}»`}
      </p>
    </div>
  )
}
