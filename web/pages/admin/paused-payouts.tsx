import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { useStuck } from './use-stuck.ts'
import css from './admin.module.css'

export type PausedPayoutsProps = { own: ReturnType<typeof useStuck> }

/** Payouts stand still until an operator lets them go on. */
export function PausedPayouts({ own }: PausedPayoutsProps) {
  const [asking, setAsking] = useState(false)
  const resume = async () => {
    await own.resume()
    setAsking(false)
  }
  return (
    <div className={css.paused}>
      <p className="b">Выплаты остановлены</p>
      <p>Банку не хватило денег на счёте. Пополните счёт и возобновите выплаты.</p>
      <Button size="s" variant="invert" onClick={() => setAsking(true)}>
        Возобновить
      </Button>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Возобновить выплаты?"
        safe="Не сейчас"
        confirm="Возобновить"
        confirming={own.isPending('resume')}
        onConfirm={() => void resume()}
      >
        <p>Деньги снова пойдут музыкантам. Проверьте, что на счёте их хватает.</p>
      </Dialog>
    </div>
  )
}
