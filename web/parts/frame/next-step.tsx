import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { ArrowRight } from '#web/ui/icons/icons.tsx'
import type { FirstStep } from './first-steps.ts'
import { askBeginnings, firstSteps } from './first-steps.ts'

const ON_STAGE = { title: 'Пульт концерта', href: '/artist?tab=concert' }

/** Null where the first steps were hidden on this device. */
async function askNext(artistUsername: string): Promise<Pick<FirstStep, 'title' | 'href'> | null> {
  const beginnings = await askBeginnings(artistUsername)
  if (beginnings === null) return null
  const body = { artistUsername, limit: 1 }
  const sessions = await call(api.session.getSessions, { body }, { asArtist: true })
  const steps = firstSteps(beginnings, sessions.length > 0)
  return steps.find(({ done }) => !done) ?? ON_STAGE
}

/** The next of a new musician's first steps, without a detour through his home page; nothing for other artists. */
export function NextStep({ username }: { username: string }) {
  const [next, setNext] = useState<Awaited<ReturnType<typeof askNext>>>(null)
  useEffect(() => void orWhenUnavailable(askNext(username), null).then(setNext), [username])
  if (next === null) return null
  const title = next.title.charAt(0).toLowerCase() + next.title.slice(1)
  return (
    <Button block href={next.href} icon={<ArrowRight />}>
      Дальше: {title}
    </Button>
  )
}
