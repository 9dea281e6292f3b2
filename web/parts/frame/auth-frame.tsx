import type { ReactNode } from 'react'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import css from './auth-frame.module.css'

type AuthFrameProps = {
  /** The name of the whole flow, in the bar on top. */
  title: string
  /** The arrow at the left edge of the bar. */
  back: ReactNode
  /** The current step of the flow, in words, at the right edge of the bar. */
  place?: ReactNode
  /** The same as a drawing, under the bar. */
  progress?: ReactNode
  heading: string
  /** For `aria-labelledby` of the form. */
  headingId: string
  intro?: ReactNode
  /** The error of the form as a whole. */
  errorText?: string | null
  children: ReactNode
}

/** One step of a flow: a column with an arrow back, a question, and a form. */
export function AuthFrame(props: AuthFrameProps) {
  const { title, back, place, progress, heading, headingId, intro, errorText, children } = props
  return (
    <div className={css.page}>
      <header className={css.bar}>
        {back}
        <p className={css.title}>{title}</p>
        {place && <p className="muted t-s">{place}</p>}
      </header>
      <main id="main" className={css.main}>
        {progress}
        <div className={css.head}>
          <h1 id={headingId} className="d-m">
            {heading}
          </h1>
          {intro && <p className="muted">{intro}</p>}
        </div>
        <FieldNote id={`${headingId}-error`} error={errorText} />
        {children}
      </main>
    </div>
  )
}

type OtherWayProps = { question?: string; href: string; children: string }

/** A link under the form, for a person who meant another one. */
export function OtherWay({ question, href, children }: OtherWayProps) {
  return (
    <p className={css.other}>
      {question !== undefined && `${question} `}
      <Anchor href={href} className={`link ${css.reach}`}>
        {children}
      </Anchor>
    </p>
  )
}
