import type { ReactNode } from 'react'
import ground from '../pad.module.css'
import type { PadState } from '../use-pad-state.ts'
import { EveningEnd } from './evening-end.tsx'
import { NextConcert } from './next-concert.tsx'

type PadStartProps = {
  pad: PadState
  /** What stands above it. */
  nav: ReactNode
}

/** Before a concert: the next concert, and the button that starts it. */
export function PadStart({ pad, nav }: PadStartProps) {
  return (
    <>
      {nav}
      <main id="main" className={ground.start}>
        <h1 className="sr">Концерт</h1>
        {pad.ended !== null && <EveningEnd session={pad.ended} />}
        <NextConcert pad={pad} />
      </main>
    </>
  )
}
