import { randomUUID } from 'node:crypto'
import { receive } from '#server/modules/messengers/incoming.service.ts'
import { api } from '#contract/index.ts'
import type { MessengerName } from '#domain/messengers.ts'
import type { TestArtist, World } from '../world.ts'

/** Sends the artist's code as a post of this channel; returns the channel's id. */
export async function someChannel(
  world: World,
  artist: TestArtist,
  { name = 'telegram', chat = `-${randomUUID()}` }: { name?: MessengerName; chat?: string } = {},
): Promise<string> {
  const messenger = world.app.ctx.messengers.get(name)
  if (messenger === undefined) throw new Error(`${name} is not configured`)
  const { code } = await world.ok(api.messengers.code, { body: {} }, artist)
  const said = { chat, where: 'channel', text: code, sender: null, title: 'Канал' } as const
  await receive(world.app.ctx, messenger, { what: 'said', ...said })
  const { channels } = await world.ok(api.messengers.channels, {}, artist)
  return channels.at(-1)?.id ?? ''
}
