import { globSync, readFileSync } from 'node:fs'
import { OWNERS } from './table-owners.ts'

const NAME_OF_ARTIST = 'a list shows whose each row is, in one query'
const WHAT_AN_ARTIST_PLAYS = 'the search joins what each artist plays, over very many rows'

/** Tables of other modules that a module may read, and why a service call is not worth it. */
const READS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  admin: {
    artists: 'the list of accounts',
    concerts: 'how many concerts each account has, in one query',
  },
  artists: { concerts: 'a hidden page is shown while its artist plays' },
  'artist-words': { concerts: 'a word is shown with the concert that it calls to' },
  battles: {
    concerts: 'a vote is for the hall of one concert that runs',
    orders: 'votes by money are orders, counted in the query of the votes',
    queue_entries: 'one query says whether a title is shown to the hall',
    repertoire: 'the same query',
    songs: 'songs are put up with their titles, in the query of the live channel',
  },
  calendar: {
    concerts: 'the whole feed is one query, asked again by programs all day',
    gone_concerts: 'deleted concerts stay in calendars as cancelled',
  },
  complaints: {
    artists: 'one query reads what a complaint is about',
    concerts: 'the same query',
    hidden_photos: 'the list says what is hidden by now',
    order_words: 'the same query',
    orders: 'the same query',
    queue_entries: 'the same query',
    songs: 'the same query',
    thanks: 'the same query',
    tip_names: 'the same query',
  },
  accounts: { concerts: 'a login is told in one query whether its concert runs' },
  concerts: {
    artists: NAME_OF_ARTIST,
    band_signals: 'the live channel says that there is a signal, in the query of what else it says',
    queue_entries: 'concerts are found by the songs that wait in them',
    repertoire: WHAT_AN_ARTIST_PLAYS,
    songs: 'how rare a wished song is decides how concerts are found',
  },
  features: { artists: 'flags are told by nickname' },
  feedback: { artists: 'who settled a request' },
  files: { hidden_photos: 'a hidden photo is not given out, asked for each request' },
  goals: { concerts: 'a goal is read with the evening that it is for, in one query' },
  ledger: {
    payments: 'the audit compares the books with what they are about, in one query',
    payouts: 'the same query',
  },
  'machine-keys': {
    artists: 'one query says for whom a key acts',
    concerts: 'and in which concert',
  },
  members: { concerts: 'what a concert earned is split by its own members' },
  messengers: {
    artists: 'a hidden artist is posted nowhere',
    concerts: 'a channel is shown with its last post, in one query',
    gone_concerts: 'the same query',
    notifications: 'the same query',
  },
  hosts: {
    artists: 'one query says of whose evening a host is',
    barred_songs: 'a host cannot want what is not to be played',
    concerts: 'the same query',
    queue_entries: 'a wanted song is shown with where it stands',
    songs: 'and with its title',
  },
  'payment-worker': {
    payout_plans: 'what is due is asked in one query, at every notification of the bank',
  },
  payments: {
    artists: NAME_OF_ARTIST,
    battles: 'a vote may be paid as long as its battle runs',
    ledger_transactions: 'only payments that no book tells of are erased, thousands in one query',
    money_questions: 'the same query',
    registry_lines: 'the same query',
  },
  operator: {
    bank_operations: 'the life of a payment is one list',
    complaints: 'one query counts what a deed would do to an account',
    support_requests: 'what waits tonight is counted with the complaints',
    ledger_lines: 'the life of a payment is one list',
    ledger_transactions: 'the same list',
    login_tokens: 'one query counts what a deed would do to an account',
    old_usernames: 'whoever asks remembers the former nickname',
    orders: 'one query counts what a deed would do to an account',
    payments: 'the same query',
    payouts: 'one field finds by any number',
    queue_entries: 'one query counts what a deed would do to an account',
    repertoire: 'the songs that an operator may hide are one list',
    songs: 'the same list',
  },
  payouts: {
    ledger_transactions: 'a lost dispute is a line of the balance',
    ledger_lines: 'the same query',
    concerts: 'money is summed by concert, and goes out when one is over',
    orders: 'money of a concert is summed by song',
    payments: 'the balance is a list of payments and payouts',
  },
  queue: {
    artists: 'one query locks the concert with the settings that decide an order',
    barred_songs: 'one query reads all that decides an order',
    battles: 'a vote by money is an order, and its battle decides it',
    host_songs: 'an entry is shown with what the host says',
    concerts: 'a queue is locked by the row of its concert',
    open_songs: 'one query reads all that decides an order',
    payments: 'an order is shown with the state of its payment',
    push_subscriptions: 'an order is shown with whether its device is told',
    thanks: 'an order is shown with what the artist answered',
    repertoire: 'a song is shown as one of the repertoire or not',
    songs: 'an entry is shown with its title',
    webhooks: 'the lock of a concert says whether one is to be told, which nearly never is so',
  },
  'performed-works': {
    concerts: 'what was played is listed with its authors, in one query',
    past_song_notes: 'the same query',
    queue_entries: 'the same query',
    repertoire: 'the same query',
    songs: 'the same query',
  },
  reconciliation: {
    artists: NAME_OF_ARTIST,
    bank_operations: 'what the bank answered last',
    ledger_transactions: 'what was charged is compared with the registry',
    ledger_lines: 'a question says what stands in dispute',
    orders: 'an operator reads where a paid song stands',
    queue_entries: 'the same query',
    payments: 'a registry is compared with all payments at once; what stands still is one list',
    payouts: 'the same list',
  },
  security: {
    concerts: 'one query reads what would go with an account',
    payments: 'the same query',
    payouts: 'the same query',
    repertoire: 'the same query',
    song_texts: 'the same query',
  },
  'second-pads': {
    artists: 'one query says for whom a pad acts',
    concerts: 'a pad lives as long as its concert',
    songs: 'an action is shown with the title of its song',
  },
  repertoire: {
    songs: 'a song of the list has the authors that the catalogue knows, in the same query',
    wishes: 'a song of the list is shown with how many wait for it, in one query',
  },
  sets: {
    repertoire: 'a song of a set is shown with its title and length',
    songs: 'the same query',
  },
  notifications: {
    artist_words: 'the same query',
    artists: 'one query reads all that a notification says, and whether it is still true',
    concerts: 'the same query',
    going: 'who was coming to a cancelled concert is one query',
    gone_concerts: 'the same query',
    order_words: 'the same query: whoever sings his order is called to the stage',
    orders: 'the same query',
    payments: 'the same query',
    queue_entries: 'the same query',
    repertoire: 'the same query; wishes are told to whoever plays the song, over very many rows',
    songs: 'the same query',
  },
  numbers: {
    concerts: 'the concerts of a day are counted with their orders, in one query',
    orders: 'the same query',
  },
  sitemap: { artists: 'every page of the site in one query', concerts: 'the same query' },
  songs: { repertoire: 'what the artist plays comes first among the found' },
  tablets: {
    artists: 'one query says for whose concert a tablet orders',
    concerts: 'the same query',
  },
  thanks: {
    concerts: 'one query reads what is told in several concerts, by their rules',
    muted_devices: 'the same query leaves out muted listeners',
    order_words: 'the same query names who thanked, as long as the name is kept',
    orders: 'the same query',
    payments: 'the words of a tip, in the same query',
    queue_entries: 'the same query',
    seats: 'the table of who gave a tip, in one query with his name',
    songs: 'the same query',
  },
  webhooks: {
    artists: 'one query says whether anybody is to be told, for every order',
    concerts: 'the same query',
    queue_entries: 'an event is written with its song, in the transaction of the queue',
    songs: 'the same query',
  },
}

type Use = { table: string; writes: boolean }

const BUILDER =
  /\.(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|from|using|insertInto|updateTable|deleteFrom|mergeInto)\(\s*\[?\s*'(\w+)/gu
const STATEMENT =
  /\b(from|join|update|insert\s+into|merge\s+into|delete\s+from)\s+(?:only\s+)?(\w+)/giu
const WRITES = /^(?:insert|update|delete|merge)/iu

/** The tables that this text uses in statements, by Kysely or in SQL. */
function usesIn(text: string): Use[] {
  return [...text.matchAll(BUILDER), ...text.matchAll(STATEMENT)].flatMap(
    ([, how = '', name = '']) => {
      const table = name.replaceAll(/[A-Z]/gu, (letter) => `_${letter.toLowerCase()}`)
      return table in OWNERS ? [{ table, writes: WRITES.test(how) }] : []
    },
  )
}

function owns(module: string, table: string): boolean {
  return [OWNERS[table] ?? []].flat().includes(module)
}

/** The faults of a module's file, one sentence each. */
export function foreignTables(path: string, text: string): string[] {
  const module = /^server\/modules\/([^/]+)\//u.exec(path)?.[1] ?? ''
  const foreign = usesIn(text).filter(({ table }) => !owns(module, table))
  const wrong = foreign.flatMap(({ table, writes }) => {
    if (writes) return [`${path} writes ${table}, which belongs to ${String(OWNERS[table])}`]
    return READS[module]?.[table] === undefined
      ? [`${path} reads ${table}, which belongs to ${String(OWNERS[table])}: ask its service`]
      : []
  })
  return [...new Set(wrong)]
}

/** Allowed reads that no code makes any more. */
function unusedReads(files: readonly { path: string; text: string }[]): string[] {
  return Object.entries(READS).flatMap(([module, tables]) =>
    Object.keys(tables)
      .filter(
        (table) =>
          !files.some(
            ({ path, text }) =>
              path.startsWith(`server/modules/${module}/`) &&
              usesIn(text).some((use) => use.table === table),
          ),
      )
      .map((table) => `${module} may read ${table} and does not: take it off the list`),
  )
}

/** Tables of the migrations that belong to no module, except those of the platform and of the sandbox. */
function ownerless(): string[] {
  const texts = globSync('server/platform/db/migrations/*.sql').map((file) =>
    readFileSync(file, 'utf8'),
  )
  const named = (pattern: RegExp) =>
    texts.flatMap((text) =>
      [...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(', ')),
    )
  const dropped = new Set(named(/drop table ([\w, ]+)/giu))
  return named(/create table (?:if not exists )?(\w+)/giu)
    .filter(
      (name) =>
        !dropped.has(name) &&
        !(name in OWNERS) &&
        !/^(?:sandbox_|mailbox_|idempotency_|instance_|installation$)/u.test(name),
    )
    .map((name) => `the table ${name} belongs to no module`)
}

/** Checks which modules use which tables, in server/modules. */
export async function checkTables(): Promise<string[]> {
  const files = globSync('server/modules/**/*.ts')
    .filter((path) => !/\.(?:test|fixture)\.ts$/u.test(path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  const blind = files.length < 50 ? [`only ${files.length} files of the modules were read`] : []
  return [
    ...files.flatMap(({ path, text }) => foreignTables(path, text)),
    ...unusedReads(files),
    ...ownerless(),
    ...blind,
  ]
}
