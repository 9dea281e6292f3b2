import { ArrowLeft } from 'lucide-react'
import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Session } from '#contract/shapes.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import css from './back-arrow.module.css'

export type BackArrowProps = { session: Session }

/** Back to where one came from; who opened the page by its address gets to the pad or to the concert. */
export function BackArrow({ session }: BackArrowProps) {
  const { key } = useLocation()
  const navigate = useNavigate()
  const home =
    session.sessionStatus === 'NOW'
      ? '/artist?tab=concert'
      : `/artist/create-new-session/advanced/${session.id}`

  const goBack = (event: MouseEvent) => {
    // What the router calls a page that nothing inside the site led to.
    if (key === 'default') return
    event.preventDefault()
    void navigate(-1)
  }

  return (
    <IconButton href={home} label="Назад" className={css.arrow} onClick={goBack}>
      <ArrowLeft className="ico" />
    </IconButton>
  )
}
