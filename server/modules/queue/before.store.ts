import { sql as raw } from 'kysely'
import { joinBefore, NOTHING_BEFORE } from '#domain/songs/song-set.ts'
import type { Before } from '#domain/songs/song-set.ts'
import type { QueueStep } from '#domain/queue/queue-steps.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { ActiveEntry } from './queue.store.ts'

/** Sets notes and breaks before these entries where none is set yet; the entries are the artist's own from then on. */
export async function saveBefore(
  sql: Sql,
  beforeByEntry: ReadonlyMap<string, Before>,
): Promise<void> {
  const existing = await read(sql, [...beforeByEntry.keys()])
  await write(sql, new Map([...beforeByEntry].map(([id, put]) => [id, existing.get(id) ?? put])))
}

async function write(sql: Sql, beforeByEntry: ReadonlyMap<string, Before>): Promise<void> {
  const put = [...beforeByEntry.values()]
  await raw`
    update queue_entries e set own = true, before_note = b.note, before_break = b.minutes
    from unnest(
      ${[...beforeByEntry.keys()]}::uuid[],
      ${put.map(({ note }) => note)}::text[],
      ${put.map(({ breakMinutes }) => breakMinutes)}::integer[]
    ) as b (id, note, minutes)
    where e.id = b.id
  `.execute(sql)
}

/** Moves what stood before a song that a step took out of the artist's own queue unplayed to the next song of it. */
export async function moveNotesAndBreaks(
  sql: Sql,
  { queue, closed }: QueueStep<ActiveEntry>,
): Promise<void> {
  const left = [...closed, ...queue].filter(
    ({ stored, status }) =>
      stored?.status === 'QUEUED' && (status === 'SKIPPED' || status === 'SCHEDULED'),
  )
  for (const { id: from, stored } of left) {
    const isAfter = (one: ActiveEntry) => (one.stored?.position ?? 0) > (stored?.position ?? 0)
    const to = queue.find((one) => one.status === 'QUEUED' && isAfter(one))?.id ?? null
    const existing = await read(sql, [from, to ?? from])
    const before = existing.get(from)
    if (before === undefined) continue
    await forget(sql, from)
    if (to === null) continue
    await write(sql, new Map([[to, joinBefore(before, existing.get(to) ?? NOTHING_BEFORE)]]))
  }
}

/** Records that a break has begun: the song that sounded is over, and the first waiting entry has no break before it any more. */
export async function breakTaken(sql: Sql, concertId: string, at: Date): Promise<void> {
  await sql
    .updateTable('queueEntries')
    .set({ breakAt: at })
    .where('concertId', '=', concertId)
    .where(raw<boolean>`status = 'NOW'`)
    .where('breakAt', 'is', null)
    .execute()
  await sql
    .updateTable('queueEntries')
    .set({ beforeBreak: 0 })
    .where('concertId', '=', concertId)
    .where('position', '=', 1)
    .where('beforeBreak', '>', 0)
    .execute()
}

async function forget(sql: Sql, entryId: string): Promise<void> {
  await sql
    .updateTable('queueEntries')
    .set({ beforeNote: '', beforeBreak: 0 })
    .where('id', '=', entryId)
    .execute()
}

/** By entry; entries with nothing before them are left out. */
async function read(sql: Sql, ids: readonly string[]): Promise<Map<string, Before>> {
  if (ids.length === 0) return new Map()
  const rows = await sql
    .selectFrom('queueEntries')
    .select(['id', 'beforeNote as note', 'beforeBreak as breakMinutes'])
    .where(raw<boolean>`id = any(${ids}::uuid[])`)
    .where(raw<boolean>`(before_note <> '' or before_break > 0)`)
    .execute()
  return new Map(rows.map(({ id, ...before }) => [id, before]))
}
