import { sql as raw } from 'kysely'
import { aloneOf, migrate } from './migrate.ts'
import type { Database } from './open.ts'
import { openPostgres, UnfitServer } from './open.ts'

/**
 * The tables may belong to another role than the one the processes work as: who breaks into a process then changes no
 * row of the ledger and of the operators' log, for a trigger is no guard against its table's owner.
 */
type Urls = {
  /** Of the tables' owner; undefined: of `url` itself. */
  readonly ownerUrl: string | undefined
  /** Of the processes. */
  readonly url: string
}

const quotedText = (text: string) => `'${text.replaceAll("'", "''")}'`

/** A table that only grows has a trigger against truncation; the list of migrations is the owner's alone. */
const grantsTo = (
  role: string,
) => `do $grants$ declare it record; role text := ${quotedText(role)}; begin
  execute format('grant usage on schema %I to %I', current_schema(), role);
  execute format('grant usage, select on all sequences in schema %I to %I', current_schema(), role);
  for it in select c.oid::regclass as name, case
      when c.relname = 'migrations' then 'select'
      when exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgtype & 34 = 34) then 'select, insert'
      else 'select, insert, update, delete' end as rights
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
  loop
    execute format('revoke all on %s from %I', it.name, role);
    execute format('grant %s on %s to %I', it.rights, it.name, role);
  end loop;
end $grants$`

type Standing = { owner: string; mayCreate: boolean; there: boolean; owns: boolean }

async function standingOf({ sql }: Database, role: string): Promise<Standing | undefined> {
  const { rows } = await raw<Standing>`
    select current_user as owner, mine.rolsuper or mine.rolcreaterole as may_create,
      theirs.oid is not null as there,
      coalesce(theirs.rolsuper or pg_has_role(theirs.oid, mine.oid, 'member'), false) as owns
    from pg_roles mine left join pg_roles theirs on theirs.rolname = ${role}
    where mine.rolname = current_user`.execute(sql)
  return rows[0]
}

/** The role of a URL; the driver takes the name of the system's user where there is none. */
function roleOf(url: string): { name: string; password: string } {
  const { username, password } = new URL(url)
  return { name: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Gives the processes' role its rights to the tables, and creates it where the owner may.
 * @throws UnfitServer where it is not there, or has the owner's rights.
 */
export async function grantToProcesses(owner: Database, url: string): Promise<void> {
  const { name, password } = roleOf(url)
  const standing = await standingOf(owner, name)
  if (standing === undefined || standing.owner === name) return
  if (standing.owns)
    throw new UnfitServer(
      `Роль «${name}» из DATABASE_URL имеет права владельца таблиц: возьмите отдельную, без прав суперпользователя.`,
    )
  const create = `create role "${name.replaceAll('"', '""')}" login password`
  if (!standing.there && !standing.mayCreate)
    throw new UnfitServer(
      `На сервере нет роли «${name}» из DATABASE_URL: создайте её (${create} '…').`,
    )
  const alone = aloneOf(owner)
  if (!standing.there) await alone(`${create} ${quotedText(password)}`)
  await alone(grantsTo(name))
}

/**
 * Migrates as the tables' owner; returns the names of the new files. `check`: what must hold before.
 * @throws UnfitServer as `grantToProcesses`.
 */
export async function migrateAsOwner(
  { ownerUrl, url }: Urls,
  check: (owner: Database) => Promise<void> = async () => {},
): Promise<string[]> {
  const owner = await openPostgres(ownerUrl ?? url, 1)
  try {
    await check(owner)
    const fresh = await migrate(owner)
    if (ownerUrl !== undefined) await grantToProcesses(owner, url)
    return fresh
  } finally {
    await owner.close()
  }
}
