import type { RawBuilder } from 'kysely'
import { sql as raw } from 'kysely'
import type { Sql } from './open.ts'

/** How the rows of a table that are an account's are found. */
type Owner = 'account' | 'artist_id' | 'concert_id'

/** What is erased with an account: its rows, the values of some columns, or nothing, for a reason. */
type Erasure =
  | 'rows'
  | { readonly columns: Readonly<Record<string, string>> }
  | { readonly kept: string }

type Held = {
  readonly of: Owner
  readonly erased: Erasure
  /** Its rows are in the copy of the account's data; without it they are other people's or only technical. */
  readonly copied?: true
}

const HISTORY = 'what listeners ordered and when, without words'
const LAW = 'money and its documents are kept by law (402-ФЗ, 29: five years)'

/** Every table that holds something of an account; the check of tables compares it with the schema. */
export const ACCOUNT_DATA: Readonly<Record<string, Held>> = {
  artists: {
    of: 'account',
    copied: true,
    erased: {
      columns: {
        username: `'deleted-' || left(replace(id::text, '-', ''), 20)`,
        username_key: `'deleted-' || left(replace(id::text, '-', ''), 20)`,
        email: `id::text || '@deleted.invalid'`,
        password_hash: `''`,
        name: `''`,
        image_urls: `'{}'`,
        short_description: `''`,
        short_description_html: `''`,
        description: `''`,
        description_html: `''`,
        socials: `'[]'`,
        phone_number: 'null',
        sbp_number_id: 'null',
        number_checked_at: 'null',
        payout_recipient: 'null',
        payout_recipient_confirmed: 'null',
        payment_description: `''`,
        paid_songs_enabled: 'false',
        tax_name: `''`,
        tax_inn: `''`,
        partner_id: 'null',
        email_before: 'null',
        email_undo_hash: 'null',
      },
    },
  },
  artist_channels: { of: 'artist_id', copied: true, erased: 'rows' },
  artist_words: { of: 'artist_id', copied: true, erased: 'rows' },
  band_members: { of: 'artist_id', copied: true, erased: 'rows' },
  battles: { of: 'concert_id', erased: 'rows' },
  band_signals: { of: 'concert_id', erased: 'rows' },
  barred_songs: { of: 'concert_id', erased: 'rows' },
  complaints: { of: 'artist_id', erased: 'rows' },
  concert_members: { of: 'artist_id', copied: true, erased: 'rows' },
  concert_networks: { of: 'concert_id', erased: { kept: 'three hashes, erased after 60 days' } },
  concert_tap_times: { of: 'concert_id', erased: { kept: 'counts, erased after 60 days' } },
  concerts: {
    of: 'artist_id',
    copied: true,
    erased: {
      columns: {
        title: `'Концерт'`,
        description: `''`,
        ticket_link: `''`,
        place_name: `''`,
        street: `''`,
        house_number: `''`,
        address: `''`,
        place_description: `''`,
        longitude: 'null',
        latitude: 'null',
        code_word: 'null',
        pass: 'null',
        venue_was: 'null',
        words: `''`,
        hidden_at: 'coalesce(hidden_at, now())',
      },
    },
  },
  consents: { of: 'artist_id', copied: true, erased: { columns: { email: `''` } } },
  data_copies: { of: 'artist_id', erased: 'rows' },
  deeds: { of: 'artist_id', erased: { kept: 'the log of operators is only added to' } },
  default_rules: { of: 'artist_id', copied: true, erased: 'rows' },
  feature_flags: { of: 'artist_id', erased: 'rows' },
  follow_news: { of: 'artist_id', erased: 'rows' },
  follows: { of: 'artist_id', erased: 'rows' },
  goals: { of: 'artist_id', copied: true, erased: 'rows' },
  going: { of: 'concert_id', erased: 'rows' },
  gone_concerts: { of: 'artist_id', copied: true, erased: 'rows' },
  gone_guests: { of: 'concert_id', erased: 'rows' },
  hidden_photos: { of: 'artist_id', erased: 'rows' },
  host_songs: { of: 'concert_id', copied: true, erased: 'rows' },
  hosts: { of: 'concert_id', copied: true, erased: 'rows' },
  known_devices: { of: 'artist_id', erased: 'rows' },
  login_tokens: { of: 'artist_id', copied: true, erased: 'rows' },
  machine_keys: { of: 'artist_id', copied: true, erased: 'rows' },
  messenger_codes: { of: 'artist_id', erased: 'rows' },
  muted_devices: { of: 'concert_id', erased: 'rows' },
  notifications: { of: 'artist_id', erased: 'rows' },
  old_usernames: { of: 'artist_id', copied: true, erased: { kept: 'a nickname rests for a year' } },
  open_songs: { of: 'concert_id', erased: 'rows' },
  order_words: { of: 'concert_id', copied: true, erased: 'rows' },
  orders: { of: 'concert_id', copied: true, erased: { kept: HISTORY } },
  own_signals: { of: 'artist_id', copied: true, erased: 'rows' },
  pad_log: { of: 'concert_id', copied: true, erased: 'rows' },
  passkey_challenges: { of: 'artist_id', erased: 'rows' },
  passkeys: { of: 'artist_id', copied: true, erased: 'rows' },
  past_song_notes: { of: 'artist_id', copied: true, erased: 'rows' },
  payments: {
    of: 'artist_id',
    copied: true,
    erased: {
      columns: {
        concert_title: `''`,
        message: `''`,
        // The schema wants a number of every check.
        phone: `case when kind = 'check' then '' end`,
      },
    },
  },
  payout_number_changes: { of: 'artist_id', copied: true, erased: 'rows' },
  payout_plans: { of: 'artist_id', erased: 'rows' },
  payouts: {
    of: 'artist_id',
    copied: true,
    erased: { columns: { phone: `''`, recipient: 'null', words: `''` } },
  },
  photos: {
    of: 'artist_id',
    // The sweep of photos removes the files and then the rows.
    erased: { columns: { state: `'REMOVED'`, changed_at: 'now()' } },
  },
  queue_entries: {
    of: 'concert_id',
    copied: true,
    erased: { columns: { for_whom: `''`, before_note: `''` } },
  },
  recovery_codes: { of: 'artist_id', erased: 'rows' },
  repertoire: { of: 'artist_id', copied: true, erased: 'rows' },
  seats: { of: 'concert_id', erased: { kept: HISTORY } },
  second_pads: { of: 'concert_id', copied: true, erased: 'rows' },
  sets: { of: 'artist_id', copied: true, erased: 'rows' },
  song_texts: { of: 'artist_id', copied: true, erased: 'rows' },
  tablet_codes: { of: 'concert_id', erased: 'rows' },
  tablets: { of: 'concert_id', copied: true, erased: 'rows' },
  tag_minimums: { of: 'artist_id', copied: true, erased: 'rows' },
  thanks: { of: 'concert_id', copied: true, erased: { kept: LAW } },
  tip_names: { of: 'artist_id', copied: true, erased: 'rows' },
  // Its events are gone with it.
  webhooks: { of: 'artist_id', copied: true, erased: 'rows' },
  wishes: { of: 'artist_id', erased: 'rows' },
}

/** What proves or identifies another person, or opens something: it is in no copy. */
const SECRET =
  /hash$|^secret$|^pass$|^code_word$|device_id|_network$|bank_payment_id|^link$|^receipt_to$/u

function rowsFor(of: Owner, artistId: string): RawBuilder<unknown> {
  if (of === 'account') return raw`id = ${artistId}::uuid`
  if (of === 'artist_id') return raw`artist_id = ${artistId}::uuid`
  return raw`concert_id in (select id from concerts where artist_id = ${artistId}::uuid)`
}

/** The rows of each table that are in the copy of an account's data, without secrets; columns as they are stored. */
export async function copyOfAccount(
  sql: Sql,
  artistId: string,
): Promise<Map<string, readonly Readonly<Record<string, unknown>>[]>> {
  const copy = new Map<string, readonly Record<string, unknown>[]>()
  for (const [table, { of, copied }] of Object.entries(ACCOUNT_DATA)) {
    if (copied !== true) continue
    const { rows } = await raw<{ row: Record<string, unknown> }>`
      select to_jsonb(held) as row from ${raw.table(table)} held where ${rowsFor(of, artistId)}
    `.execute(sql)
    copy.set(
      table,
      rows.map(({ row }) =>
        Object.fromEntries(Object.entries(row).filter(([column]) => !SECRET.test(column))),
      ),
    )
  }
  return copy
}

/** Erases what is an account's but for what ACCOUNT_DATA keeps, in the caller's transaction. */
export async function eraseAccountData(sql: Sql, artistId: string): Promise<void> {
  for (const [table, { of, erased }] of Object.entries(ACCOUNT_DATA)) {
    if (erased === 'rows')
      await raw`delete from ${raw.table(table)} where ${rowsFor(of, artistId)}`.execute(sql)
    else if ('columns' in erased) {
      const set = Object.entries(erased.columns).map(
        ([column, value]) => raw`${raw.ref(column)} = ${raw.raw(value)}`,
      )
      await raw`
        update ${raw.table(table)} set ${raw.join(set)} where ${rowsFor(of, artistId)}
      `.execute(sql)
    }
  }
}
