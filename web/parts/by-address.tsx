import { Anchor } from '../ui/anchor.tsx'
import css from './by-address.module.css'

/** Why the map begins where it does, with the link that the terms of DB-IP ask for. */
export function ByAddress() {
  return (
    <p className={css.note}>
      Место определено по сетевому адресу:{' '}
      <Anchor href="https://db-ip.com" target="_blank" rel="noopener noreferrer">
        IP Geolocation by DB-IP
      </Anchor>
    </p>
  )
}
