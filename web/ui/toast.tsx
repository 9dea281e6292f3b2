import { CircleAlert } from './icons.tsx'
import { Beat } from './beat.tsx'
import { classes } from './classes.ts'
import type { ToastMessage } from './toast-context.ts'
import css from './toast.module.css'

export type ToastProps = ToastMessage & {
  className?: string | undefined
}

/** A line of news on inverted ground. */
export function Toast({ text, tone = 'plain', action, className }: ToastProps) {
  return (
    <span className={classes(css.toast, css[tone], className)}>
      <span aria-hidden="true" className={classes('vrule', css.bar)} />
      {tone === 'error' && <CircleAlert className="ico" />}
      {tone === 'busy' && <Beat />}
      <span className={css.text}>{text}</span>
      {action && (
        <button type="button" className={css.action} onClick={action.onPress}>
          {action.label}
        </button>
      )}
    </span>
  )
}
