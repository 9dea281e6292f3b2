import { Anchor } from '../ui/buttons/anchor.tsx'
import { classes } from '../ui/classes.ts'

/** Why the map opens where it does, with the link that the terms of DB-IP require. */
export function ByAddress({ className }: { className?: string | undefined }) {
  return (
    <p className={classes('t-s', 'muted', className)}>
      Место определено по сетевому адресу:{' '}
      <Anchor href="https://db-ip.com" target="_blank" rel="noopener noreferrer">
        IP Geolocation by DB-IP
      </Anchor>
    </p>
  )
}
