import { useEffect, useState } from 'react'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { ArrowRight, CircleCheck } from '#web/ui/icons.tsx'
import { Section } from '#web/ui/section.tsx'
import css from './artist-home.module.css'
import type { Beginnings } from './first-steps.ts'
import { firstSteps, hideFirstSteps } from './first-steps.ts'

export type FirstStepsListProps = {
  username: string
  beginnings: Beginnings
  announced: boolean
}

/** What a new musician does next; gone for good once all of it is done. */
export function FirstStepsList({ username, beginnings, announced }: FirstStepsListProps) {
  const [hidden, setHidden] = useState(false)
  const steps = firstSteps(beginnings, announced)
  const next = steps.find(({ done }) => !done)
  const over = next === undefined
  useEffect(() => {
    if (over) hideFirstSteps(username)
  }, [over, username])
  if (hidden || over) return null
  return (
    <Section
      title="Что дальше"
      count={`${steps.filter(({ done }) => done).length} из ${steps.length}`}
      className={css.steps}
    >
      <ol>
        {steps.map((step) => (
          <li key={step.title}>
            <Anchor href={step.href} className={classes(css.step, step.done && css.done)}>
              <span className={css.stepTitle}>{step.title}</span>
              <span className="t-s muted">{step.state}</span>
              {step.done ? <CircleCheck className="ico" /> : <ArrowRight className="ico" />}
            </Anchor>
          </li>
        ))}
      </ol>
      <Button
        variant="text"
        onClick={() => {
          hideFirstSteps(username)
          setHidden(true)
        }}
      >
        Больше не показывать
      </Button>
    </Section>
  )
}
