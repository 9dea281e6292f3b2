import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './back-arrow.module.css'

export type BackArrowProps = { session: Session }

/** Back to where one came from; who opened the page by its address gets to the pad or to the concert. */
export function BackArrow({ session }: BackArrowProps) {
  const navigate = useNavigate()
  const home =
    session.sessionStatus === 'NOW'
      ? '/artist?tab=concert'
      : `/artist/create-new-session/advanced/${session.id}`

  const goBack = (event: MouseEvent) => {
    if (!cameFromSite()) return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <IconButton href={home} label="Назад" className={css.arrow} onClick={goBack}>
      <ArrowLeft className="ico" />
    </IconButton>
  )
}

/** The router counts the pages of the site that one has walked through; a first one has none before it. */
function cameFromSite(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
