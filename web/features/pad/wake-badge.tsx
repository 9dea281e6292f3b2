import { useEffect, useState } from 'react'
import { Sun, SunDim } from '#web/ui/artist-icons.tsx'
import type { Awake } from './keep-awake.ts'
import { browserDoor, keepAwake } from './keep-awake.ts'
import css from './wake-badge.module.css'

/** Keeps the screen lit for as long as it stands there, and owns up where it cannot. */
export function WakeBadge() {
  const [awake, setAwake] = useState<Awake | null>(null)
  useEffect(() => keepAwake(browserDoor(), setAwake), [])
  if (awake === null) return <p className={css.badge} />
  return (
    <p className={css.badge}>
      {awake.on ? <Sun className="ico" /> : <SunDim className="ico" />}
      <span>
        {awake.on ? 'Экран не гаснет' : 'Экран может погаснуть'}
        {!awake.on && awake.why !== null && `: ${awake.why}`}
      </span>
    </p>
  )
}
