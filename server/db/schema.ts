import type { ColumnType, Generated } from 'kysely'

type AccountType = 'ARTIST' | 'GROUP'
type Status = 'SCHEDULED' | 'NOW' | 'PLAYED'
type EntryStatus = 'SCHEDULED' | 'QUEUED' | 'NOW' | 'PLAYED' | 'SKIPPED'
/** Written as JSON text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>

export type Social = { type: string; url: string }

/** The tables as migrations leave them. */
export type Schema = {
  artists: {
    id: string
    username: string
    username_key: string
    email: string
    password_hash: string
    account_type: AccountType
    role: Generated<'ARTIST' | 'ADMIN'>
    name: string
    image_urls: Generated<string[]>
    short_description: Generated<string>
    short_description_html: Generated<string>
    description: Generated<string>
    description_html: Generated<string>
    socials: ColumnType<Social[], string | undefined, string>
    request_favorites_only: Generated<boolean>
    phone_number: string | null
    sbp_number_id: string | null
    payment_description: Generated<string>
    paid_songs_enabled: Generated<boolean>
    min_song_rubles: Generated<number>
    partner_id: string | null
    created_at: Date
  }
  login_tokens: { token_hash: string; artist_id: string; created_at: Date; expires_at: Date }
  email_codes: {
    id: string
    email: string
    purpose: 'signup' | 'reset'
    code_hash: string
    issued_at: Date
    tries: Generated<number>
    used_at: Date | null
  }
  consents: {
    id: string
    email: string
    artist_id: string | null
    document: 'privacy' | 'notifications'
    version: string
    given_at: Date
  }
  songs: {
    id: string
    title: string
    artist_name: string
    image_url: Generated<string>
    source: string
    verified: boolean
    song_key: string
    order_count: Generated<number>
    created_at: Date
  }
  song_words: { word: string; song_id: string }
  repertoire: { artist_id: string; song_id: string; added_at: Date }
  concerts: {
    id: string
    artist_id: string
    title: string
    starts_at: Date
    ends_at: Date
    status: Generated<Status>
    active: Generated<boolean>
    age: Generated<number>
    description: Generated<string>
    ticket_link: Generated<string>
    able_get_songs: Generated<boolean>
    closed_session: Generated<boolean>
    show_songs_on_poster: Generated<boolean>
    auto_run: Generated<boolean>
    place_name: string
    country: Generated<string>
    city: Generated<string>
    street: Generated<string>
    house_number: Generated<string>
    address: Generated<string>
    place_description: Generated<string>
    longitude: number | null
    latitude: number | null
    time_zone: string
    revision: Generated<number>
    created_at: Date
    started_at: Date | null
    finished_at: Date | null
  }
  queue_entries: {
    id: string
    concert_id: string
    song_id: string
    status: EntryStatus
    position: number | null
    created_at: Date
    now_at: Date | null
    closed_at: Date | null
  }
  orders: {
    id: string
    concert_id: string
    entry_id: string
    device_id: string
    kind: 'free' | 'paid'
    created_at: Date
  }
  going: { concert_id: string; device_id: string; since: Date }
  idempotency_keys: {
    call: string
    key: string
    body_hash: string
    answer: Json<unknown>
    created_at: Date
  }
  feature_flags: { name: string; artist_id: string | null; enabled: boolean }
  mailbox_letters: { id: string; recipient: string; subject: string; body: string; sent_at: Date }
  instance_secrets: { name: string; value: string }
}
