import { useEffect, useState } from 'react'
import type { Beginnings, FirstStep } from '#web/parts/frame/first-steps.ts'
import { firstSteps, hideFirstSteps, pageStep } from '#web/parts/frame/first-steps.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Circle } from '#web/ui/icons/artist-icons.tsx'
import { CircleCheck } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './artist-home.module.css'

type FirstStepsListProps = {
  username: string
  beginnings: Beginnings
  announced: boolean
  artist: Parameters<typeof pageStep>[0]
}

/** The first steps of a new musician; gone for good once all of them are done. */
export function FirstStepsList({ username, beginnings, announced, artist }: FirstStepsListProps) {
  const [hidden, setHidden] = useState(false)
  const steps = [...firstSteps(beginnings, announced), pageStep(artist)]
  const next = steps.find(({ done }) => !done)
  const over = next === undefined
  useEffect(() => {
    if (over) hideFirstSteps(username)
  }, [over, username])
  if (hidden || over) return null
  return (
    <Section
      title="Первые шаги"
      count={`${steps.filter(({ done }) => done).length} из ${steps.length}`}
    >
      <ol>
        {steps.map((step) => (
          <Step key={step.title} step={step} isNext={step === next} />
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

function Step({ step, isNext }: { step: FirstStep; isNext: boolean }) {
  const { title, state, done, href, action } = step
  if (done)
    return (
      <li className={classes(css.step, css.done)}>
        <CircleCheck />
        <span>{state}</span>
      </li>
    )
  return (
    <li className={css.step}>
      <Circle />
      <span className={css.stepWords}>
        <b>{title}</b>
        <small>{state}</small>
      </span>
      {action !== undefined && (
        <Button
          size="s"
          variant={isNext ? 'invert' : 'line'}
          href={href}
          aria-label={`${action}: ${title}`}
        >
          {action}
        </Button>
      )}
    </li>
  )
}
