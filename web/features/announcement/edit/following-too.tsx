import { counted } from '#domain/russian.ts'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'

type FollowingTooProps = {
  /** How many concerts of the series come after this one. */
  many: number
  checked: boolean
  onChange: (checked: boolean) => void
}

/** Whether a change applies to the later concerts of the series too; nothing where there are none. */
export function FollowingToo({ many, checked, onChange }: FollowingTooProps) {
  if (many === 0) return null
  return (
    <div>
      <Checkbox checked={checked} onChange={({ target }) => onChange(target.checked)}>
        Этот и следующие: ещё {counted(many, 'концерт', 'концерта', 'концертов')}
      </Checkbox>
      <p className="t-s muted">
        У следующих изменится только то, что вы меняете здесь. Новый день сдвинет их на столько же
        дней, новый час станет общим.
      </p>
    </div>
  )
}
