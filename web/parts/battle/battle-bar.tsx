import type { LiveBattle } from '#contract/battles.ts'
import { barOf, leaderOf } from '#domain/queue/battle.ts'
import { classes } from '#web/ui/classes.ts'
import css from './battle-bar.module.css'

type BattleBarProps = {
  song: LiveBattle['songs'][number]
  songs: LiveBattle['songs']
  className?: string | undefined
}

/** The votes of a song in strings: thick ones in the lamp's colour lead, thin ones follow. */
export function BattleBar({ song, songs, className }: BattleBarProps) {
  return (
    <progress
      aria-hidden="true"
      max={100}
      value={barOf(song, songs)}
      className={classes(css.bar, leaderOf(songs) === song && css.leads, className)}
    />
  )
}
