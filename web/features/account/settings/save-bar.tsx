import { Button } from '#web/ui/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { CircleAlert } from '#web/ui/icons.tsx'
import css from './save-bar.module.css'
import type { SettingsForm } from './use-settings-form.ts'

export type SaveBarProps = { form: SettingsForm }

/** The one button that saves, always in sight, and why it did not. */
export function SaveBar({ form: { said, saving } }: SaveBarProps) {
  return (
    <FootBar>
      <div className={css.column}>
        <output className={classes(css.said, said?.tone === 'bad' && css.bad)}>
          {said && !saving && (
            <>
              {said.tone === 'bad' && <CircleAlert className="ico ico-s" />}
              <span>{said.words}</span>
            </>
          )}
        </output>
        <Button type="submit" variant="primary" block loading={saving}>
          Сохранить
        </Button>
      </div>
    </FootBar>
  )
}
