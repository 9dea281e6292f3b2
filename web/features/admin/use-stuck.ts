import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { StuckMoney } from '#contract/payment.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useToast } from '#web/ui/toast-context.ts'
import type { MoneyOfHouse } from './load-stuck.ts'
import { askStuck } from './load-stuck.ts'

export type StuckAction = StuckMoney['actions'][number]

/** The money of the house, and what an operator may do about it. */
export function useStuck(loaded: MoneyOfHouse) {
  const [house, setHouse] = useState(loaded)
  const { press, isPending } = usePresses()
  const toast = useToast()

  const refresh = () =>
    askStuck().then(setHouse, () => toast({ text: 'Список не обновился', tone: 'error' }))

  return {
    house,
    isPending,
    settle: (id: string, action: StuckAction) =>
      press(
        'settle',
        async () => {
          await call(api.payment.settle, { params: { id }, body: { action } })
          toast(action === 'retry' ? 'Спросим банк ещё раз' : 'Вопрос закрыт')
          await refresh()
        },
        // Another operator, or the bank itself, was faster.
        (failure) => failure.status < 500 && void refresh(),
      ),
    resume: () =>
      press('resume', async () => {
        await call(api.payment.resumePayouts, {})
        toast('Выплаты возобновлены')
        await refresh()
      }),
    refresh: () => void press('refresh', refresh),
  }
}
