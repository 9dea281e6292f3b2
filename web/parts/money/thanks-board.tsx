import { boardNameText } from '#domain/queue/thanks.ts'
import type { BoardName } from '#domain/queue/thanks.ts'

export type ThanksBoardProps = { board: readonly BoardName[]; className?: string | undefined }

/** Who thanked this evening and agreed to be named. */
export function ThanksBoard({ board, className }: ThanksBoardProps) {
  return (
    <p className={className}>
      Сегодня благодарят: {board.map((one) => boardNameText(one)).join(' · ')}
    </p>
  )
}
