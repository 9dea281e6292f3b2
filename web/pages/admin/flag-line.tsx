import type { FlagShown } from '#contract/admin.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { flagWords } from './flag-words.ts'
import type { Flags } from './use-flags.ts'
import css from './flag-line.module.css'

export type FlagLineProps = { flag: FlagShown; own: Flags }

/** One flag: the switch for all, and the artists who differ. */
export function FlagLine({ flag: { name, byDefault, forAll, forArtists }, own }: FlagLineProps) {
  const words = flagWords(name)
  const usual = byDefault ? 'включено' : 'выключено'
  return (
    <li className={css.flag}>
      <Switch
        checked={forAll ?? byDefault}
        disabled={own.isPending(name)}
        help={`${name}. Изначально ${usual}${forAll === null ? '' : ', сейчас задано здесь'}.`}
        onChange={(event) => void own.setForAll(name, event.target.checked)}
      >
        {words}
      </Switch>
      {forAll !== null && (
        <Button size="s" loading={own.isPending(`${name} `)} onClick={() => void own.reset(name)}>
          Вернуть как было<span className="sr">: {words}</span>
        </Button>
      )}
      {forArtists.length > 0 && (
        <ul aria-label={`Свои настройки: ${words}`} className={css.artists}>
          {forArtists.map(({ username, enabled }) => (
            <li key={username} className={css.artist}>
              <span>
                {username}: {enabled ? 'включено' : 'выключено'}
              </span>
              <Button
                size="s"
                variant="text"
                loading={own.isPending(`${name} ${username}`)}
                onClick={() => void own.reset(name, username)}
              >
                Убрать
                <span className="sr">
                  {' '}
                  настройку {username}: {words}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
