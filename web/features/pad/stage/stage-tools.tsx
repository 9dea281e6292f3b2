import { TRANSPOSE_MOST } from '#domain/songs/song-text.ts'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Pause, Play } from '#web/ui/icons/icons.tsx'
import css from './stage-view.module.css'
import { TEXT_SIZES } from './text-size.ts'

/** «+2», «−1» */
export const signed = (by: number): string => (by > 0 ? `+${by}` : String(by).replace('-', '−'))

type StageToolsProps = {
  /** Null where the song has no text. */
  transpose: number | null
  onShift: (by: number) => void
  size: number
  onResize: (to: number) => void
  rolling: boolean
  onRoll: () => void
}

/** Key, size and scrolling of a text, over it. */
export function StageTools(props: StageToolsProps) {
  const { transpose, onShift, size, onResize, rolling, onRoll } = props
  return (
    <div role="toolbar" aria-label="Текст" data-tools-part className={css.tools}>
      {transpose !== null && (
        <div className={css.group}>
          <IconButton
            label="Ниже на полтона"
            disabled={transpose <= -TRANSPOSE_MOST}
            onClick={() => onShift(-1)}
          >
            ♭
          </IconButton>
          <output className={css.value}>{signed(transpose)}</output>
          <IconButton
            label="Выше на полтона"
            disabled={transpose >= TRANSPOSE_MOST}
            onClick={() => onShift(1)}
          >
            ♯
          </IconButton>
        </div>
      )}
      <div className={css.group}>
        <IconButton
          label="A−: текст мельче"
          disabled={size <= 0}
          onClick={() => onResize(size - 1)}
        >
          A−
        </IconButton>
        <IconButton
          label="A+: текст крупнее"
          disabled={size >= TEXT_SIZES.length - 1}
          onClick={() => onResize(size + 1)}
        >
          A+
        </IconButton>
      </div>
      <IconButton
        label={rolling ? 'Остановить прокрутку' : 'Прокручивать'}
        variant="invert"
        onClick={onRoll}
      >
        {rolling ? <Pause /> : <Play />}
      </IconButton>
    </div>
  )
}
