import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import { changesArrangement } from '#domain/queue/arrangement.ts'
import type { EveningRules as Rules } from '#domain/queue/evening-rules.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'

/** «Заказ после каждой второй песни», by the number of songs; the first stands for none. */
export const EVERY = [
  'Сначала моя очередь, потом заказы',
  'Заказ после каждой песни',
  'Заказ после каждой второй песни',
  'Заказ после каждой третьей песни',
  'Заказ после каждой четвёртой песни',
]

/** What a listener may add to an order. */
export const WORDS_CHOICES = [
  ['name_and_words', 'Имя и слова'],
  ['name', 'Только имя'],
  ['off', 'Ничего'],
] as const

/** Beside a turn that cannot be chosen. */
export const NEEDS_PAID = 'Работает, когда заказы платные.'

/** The turns, and what each means. */
export const PRESETS: readonly { turn: Rules['turn']; name: string; sentence: string }[] = [
  { turn: 'arrival', name: 'Как пришло', sentence: 'Кто раньше заказал, тому раньше и поём.' },
  {
    turn: 'circle',
    name: 'По кругу',
    sentence: 'Сначала по одной песне у каждого, потом по второй.',
  },
  {
    turn: 'contribution',
    name: 'Кто больше',
    sentence: 'Раньше звучит песня, за которую больше заплатили.',
  },
]

/** The waiting songs in the order of the edited rules; null while the order does not change. */
export function usePreview(sessionId: string, saved: Rules, rules: Rules) {
  const { turn, lock, byTable, orderAfter } = rules
  const [preview, setPreview] = useState<readonly QueueEntry[] | null>(null)
  const same = !changesArrangement(saved, rules)
  useEffect(() => {
    if (same) return undefined
    let unmounted = false
    const body = { sessionId, turn, lock, byTable, orderAfter }
    const asked = call(api.artist.previewRules, { body })
    void orWhenUnavailable(asked, null).then((queue) => {
      if (!unmounted) setPreview(queue)
    })
    return () => {
      unmounted = true
    }
  }, [same, sessionId, turn, lock, byTable, orderAfter])
  return same ? null : (preview?.filter(({ status }) => status !== 'NOW') ?? null)
}
