import { CloudOff } from '#web/ui/artist-icons.tsx'
import css from './unsent-strip.module.css'
import type { PadState } from './use-pad-state.ts'

export type UnsentStripProps = { pad: Pick<PadState, 'unsent' | 'late'> }

/** What was pressed and is not with the server yet. */
export function UnsentStrip({ pad: { unsent, late } }: UnsentStripProps) {
  return (
    <output className={css.room}>
      {late && (
        <span className={css.strip}>
          <CloudOff className="ico" />
          <span>
            <b>Не отправлено: {unsent}</b>. Отправим по порядку, когда вернётся связь.
          </span>
        </span>
      )}
    </output>
  )
}
