import { createHash, createHmac } from 'node:crypto'
import type { MessengerName } from '#domain/messengers.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { MessengerFailed } from '#server/integrations/messengers/messenger.ts'
import type { Messenger } from '#server/integrations/messengers/messenger.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { sameSecret } from '#server/platform/same-secret.ts'
import { receive } from './incoming.service.ts'
import { dropCursors, leaseUpdates, saveUpdates } from './messengers.store.ts'

const SECRET_SIGNS = 40
const MARK_SIGNS = 16

const secretBy = (codeSecret: string, name: MessengerName) =>
  createHmac('sha256', codeSecret).update(`webhook ${name}`).digest('hex').slice(0, SECRET_SIGNS)

/** What a messenger proves itself by at our address. */
export const webhookSecret = ({ codeSecret }: Context, name: MessengerName) =>
  secretBy(codeSecret, name)

const markOf = (secret: string) =>
  createHash('sha256').update(secret).digest('hex').slice(0, MARK_SIGNS)

const addressAt = ({ publicUrl }: Context, name: MessengerName) =>
  publicUrl.startsWith('https:') ? `${publicUrl}/messenger/${name}` : null

/** Takes an update at our address and returns what is answered; null where the secret is wrong. */
export async function takeUpdate(
  ctx: Context,
  messenger: Messenger,
  request: { headers: Parameters<Messenger['secretIn']>[0]; body: unknown },
): Promise<string | null> {
  const given = messenger.secretIn(request.headers, request.body)
  const secrets = [ctx.codeSecret, ...ctx.formerCodeSecrets]
  if (!secrets.some((one) => sameSecret(given, secretBy(one, messenger.name)))) return null
  for (const said of messenger.read(request.body)) await receive(ctx, messenger, said)
  return messenger.acknowledge(request.body)
}

/** Longer than a long poll and the calls for its updates take. */
const LEASE_MS = 2 * MINUTE_MS
/** Before the cursor: the updates are delivered to this address, with the secret of this mark. */
const DELIVERED = 'at '

/** After a restore, since a messenger may have been given a later secret: it is told the address again. */
export const tellAddressesAgain = (sql: Sql) => dropCursors(sql, DELIVERED)

/**
 * Reads the updates of a messenger while there is nobody else to do so: polled by one process at a time, or, where the
 * site has https, delivered to its address, which is told to the messenger once for each secret.
 */
export async function readUpdates(
  ctx: Context,
  name: MessengerName,
  stopping: AbortSignal,
): Promise<void> {
  const messenger = ctx.messengers.get(name)
  if (messenger === undefined) return
  while (!stopping.aborted && (await readOnce(ctx, messenger, stopping)));
}

/** False where there is nothing to do now. */
export async function readOnce(
  ctx: Context,
  messenger: Messenger,
  stopping: AbortSignal,
): Promise<boolean> {
  const key = `${messenger.name} ${messenger.botName}`
  const now = ctx.now()
  const until = new Date(now.getTime() + LEASE_MS)
  const leased = await leaseUpdates(ctx.sql, key, { now, until })
  if (leased === undefined) return false
  const { cursor } = leased
  const address = addressAt(ctx, messenger.name)
  const delivered = cursor?.startsWith(DELIVERED) === true
  // Free at once, whatever the clock of the next process.
  const leasedUntil = new Date(0)
  try {
    if (address !== null) {
      const secret = webhookSecret(ctx, messenger.name)
      const wanted = `${DELIVERED}${address} ${markOf(secret)}`
      if (cursor !== wanted) {
        await messenger.deliverTo(address, secret)
        await saveUpdates(ctx.sql, key, { cursor: wanted, leasedUntil })
      } else await saveUpdates(ctx.sql, key, { leasedUntil })
      return false
    }
    // The first poll of this bot, perhaps after a time with an address.
    if (cursor === null || delivered) await messenger.deliverTo(null, '')
    const read = await messenger.poll(delivered ? null : cursor, stopping)
    for (const said of read.updates) await receive(ctx, messenger, said)
    await saveUpdates(ctx.sql, key, { cursor: read.cursor, leasedUntil })
    return true
  } catch (error) {
    await saveUpdates(ctx.sql, key, { leasedUntil })
    if (error instanceof MessengerFailed && stopping.aborted) return false
    throw error
  }
}
