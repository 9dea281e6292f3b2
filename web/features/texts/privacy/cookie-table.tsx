import { DAY_MS } from '#domain/time.ts'
import { TOKEN_LIFE_MS } from '#domain/token-life.ts'
import { Section } from '#web/ui/section.tsx'
import css from './cookie-table.module.css'

const COOKIES = [
  {
    name: '__Host-bis_device',
    why: 'случайный номер устройства: по нему вы видите свои заказы',
    life: 'год',
  },
  {
    name: 'jwt_authentication',
    why: 'вход музыканта в кабинет',
    life: `${TOKEN_LIFE_MS / DAY_MS} дней`,
  },
  { name: 'wishedSongs', why: 'песни, по которым вы ищете концерт', life: 'год' },
  { name: 'cookie_consent', why: 'сообщение о cookie вы уже видели', life: 'год' },
]

/** Every cookie of the site. */
export function CookieTable() {
  return (
    <Section id="cookie" title="5. Cookie">
      <p>
        Все cookie нужны самому сайту, следящих среди них нет. Их можно удалить в настройках
        браузера: тогда сайт забудет это устройство.
      </p>
      <dl className={css.rows}>
        {COOKIES.map(({ name, why, life }) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>
              {why}; живёт {life}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
