import { HeartHandshake } from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { useToast } from '#web/ui/toast-context.ts'

export type ThanksButtonProps = { block?: boolean; className?: string }

export function ThanksButton({ block = false, className }: ThanksButtonProps) {
  const toast = useToast()
  return (
    <Button
      variant="primary"
      block={block}
      icon={<HeartHandshake className="ico" />}
      className={className}
      onClick={() => toast('Платежи пока не подключены')}
    >
      Поблагодарить
    </Button>
  )
}
