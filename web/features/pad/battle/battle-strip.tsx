import type { LiveBattle } from '#contract/battles.ts'
import { isTied, leaderOf, votesText } from '#domain/queue/battle.ts'
import { BattleClock } from '#web/parts/battle/battle-clock.tsx'
import { useShownBattle } from '#web/parts/battle/use-battle.ts'
import css from './battle.module.css'

type BattleStripProps = { battle: LiveBattle | undefined; onOpen: () => void }

/** Over the pad's lists while the hall votes, and its result for a minute; one press opens it. */
export function BattleStrip({ battle, onOpen }: BattleStripProps) {
  const shown = useShownBattle(battle)
  if (shown === null) return null
  const { songs, ended, endsAt } = shown
  if (ended !== undefined) {
    const winner = songs.find(({ songId }) => songId === ended.winner)
    return (
      <output className={css.strip}>
        {winner === undefined ? (
          'В битве никто не проголосовал'
        ) : (
          <span>
            {isTied(songs) ? 'Поровну, в списке первой была' : 'Победила'} <b>{winner.title}</b>:
            стоит первой в очереди
          </span>
        )}
      </output>
    )
  }
  const leader = leaderOf(songs)
  return (
    <button type="button" className={css.strip} onClick={onOpen}>
      <span>
        <b>Битва.</b>{' '}
        {leader === null
          ? 'Пока поровну'
          : `Впереди «${leader.title}», ${votesText(leader.votes, shown)}`}
      </span>
      <BattleClock endsAt={endsAt} className={css.time} />
    </button>
  )
}
