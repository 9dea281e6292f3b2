import { randomBytes } from 'node:crypto'

/** The musician under whose name a visitor of the demo may try the pad. */
export const DEMO_LOGIN = 'mark-luzhin'

/** A password for the artists of one demo, as sign-up would take it; 64 bits of chance. */
export function newDemoPassword(): string {
  return `Demo1-${randomBytes(8).toString('hex')}`
}
