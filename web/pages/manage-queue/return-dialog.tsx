import { counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { useLast } from '#web/lib/use-last.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import type { QueueEdit } from './use-queue-edit.ts'

export type ReturnDialogProps = { edit: QueueEdit }

/** The question before a list is saved that gives money back. */
export function ReturnDialog({ edit }: ReturnDialogProps) {
  const { asking, saving } = edit
  const { orders, amount } = useLast(asking) ?? { orders: 0, amount: 0 }
  return (
    <Dialog
      open={asking !== null}
      onClose={edit.keepEditing}
      tone="danger"
      stacked
      title="Вернуть деньги слушателям?"
      safe="Править дальше"
      confirm="Сохранить и вернуть"
      confirming={saving}
      onConfirm={() => void edit.saveAndReturn()}
    >
      <p>
        Вы убрали из очереди{' '}
        {counted(orders, 'оплаченный заказ', 'оплаченных заказа', 'оплаченных заказов')}. Слушателям
        вернётся {rubles(amount)}.
      </p>
    </Dialog>
  )
}
