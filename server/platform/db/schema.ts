import type { ColumnType, Generated } from 'kysely'
import type { AccountType } from '#domain/account.ts'
import type { ConcertStatus } from '#domain/concert.ts'
import type { EveningRules } from '#domain/evening-rules.ts'
import type {
  Attention,
  BankState,
  PaymentReason,
  PaymentState,
  PayMethod,
} from '#domain/payment.ts'
import type { PayoutState } from '#domain/payout.ts'
import type { PadAction, SongStatus } from '#domain/queue.ts'
import type { SandboxSchema } from './schema-sandbox.ts'

type PhotoState = 'LOADING' | 'KEPT' | 'REMOVED'
/** Written as JSON text, read as what it holds. */
type Json<T> = ColumnType<T, string, string>

export type Social = { type: string; url: string }

/** The tables as migrations leave them. */
export type Schema = SandboxSchema & {
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
    number_checked_at: Date | null
    payout_recipient: string | null
    payout_recipient_confirmed: string | null
    partner_id: string | null
    created_at: Date
  }
  photos: {
    id: string
    artist_id: string
    state: PhotoState
    bytes: number
    created_at: Date
    changed_at: Date
  }
  login_tokens: { token_hash: string; artist_id: string; created_at: Date; expires_at: Date }
  second_pads: {
    id: string
    concert_id: string
    token_hash: string
    name: string
    created_at: Date
    opened_at: Generated<Date | null>
  }
  pad_log: {
    id: string
    concert_id: string
    done_at: Date
    done_by: string | null
    action: PadAction
    song_id: string | null
  }
  known_devices: { artist_id: string; device_hash: string; seen_at: Date }
  payout_number_changes: {
    id: string
    artist_id: string
    undo_hash: string
    phone_before: string | null
    sbp_bank_before: string | null
    checked_at_before: Date | null
    recipient_before: string | null
    phone: string | null
    sbp_bank_id: string | null
    changed_at: Date
    held_until: Date
    undone_at: Date | null
  }
  login_tries: {
    account: string
    network: string
    real: boolean
    wrong: Generated<number>
    wait_until: Date | null
    right_at: Date | null
    tried_at: Date
  }
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
  catalogue_imports: {
    name: string
    size: number | null
    head_hash: string
    position: number
    line: number
    counts: Json<unknown>
    at: Date
  }
  repertoire: { artist_id: string; song_id: string; added_at: Date }
  concerts: {
    id: string
    artist_id: string
    title: string
    starts_at: Date
    ends_at: Date
    status: Generated<ConcertStatus>
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
    sequence: Generated<number>
    changed_at: Generated<Date | null>
    rules: ColumnType<Partial<EveningRules>, string | undefined, string>
    longer_minutes: Generated<number>
    break_until: Generated<Date | null>
  }
  default_rules: { artist_id: string; rules: Json<Partial<EveningRules>> }
  open_songs: { concert_id: string; song_id: string }
  gone_concerts: {
    id: string
    artist_id: string
    title: string
    starts_at: Date
    ends_at: Date
    place: string
    closed_session: boolean
    sequence: number
    gone_at: Date
  }
  queue_entries: {
    id: string
    concert_id: string
    song_id: string
    status: SongStatus
    position: number | null
    created_at: Date
    now_at: Date | null
    closed_at: Date | null
    own: Generated<boolean>
    for_whom: Generated<string>
    in_cash: Generated<boolean>
  }
  orders: {
    id: string
    concert_id: string
    entry_id: string
    device_id: string
    kind: 'free' | 'paid'
    created_at: Date
    payment_id: string | null
    dropped_at: Date | null
    amount: Generated<number>
    taken_off: Generated<boolean>
    joined: Generated<boolean>
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
  feedback_messages: { id: string; message: string; created_at: Date }
  support_requests: {
    id: string
    name: string
    email: string
    topic: string
    message: string
    created_at: Date
    done_at: Date | null
    done_by: string | null
  }
  mailbox_letters: { id: string; recipient: string; subject: string; body: string; sent_at: Date }
  instance_secrets: { name: string; value: string }
  installation: { singleton: Generated<boolean>; demo: boolean }
  payments: {
    id: string
    kind: 'song' | 'tip' | 'check'
    artist_id: string
    amount: number
    commission_bps: number
    state: PaymentState
    funds: 'none' | 'hold' | 'charged'
    reason: PaymentReason | null
    attention: Attention | null
    attention_since: Date | null
    method: PayMethod | null
    mode: 'hold' | 'charge'
    attempt: Generated<number>
    bank_payment_id: string | null
    bank_state: BankState | null
    link: string | null
    expires_at: Date
    hold_until: Date | null
    guarded: Generated<boolean>
    release_at: Date | null
    concert_id: string | null
    concert_title: Generated<string>
    song_id: string | null
    song_title: Generated<string>
    song_artist: Generated<string>
    device_id: string | null
    message: Generated<string>
    phone: string | null
    sbp_bank_id: string | null
    created_at: Date
    secured_at: Date | null
    closed_at: Date | null
    due_at: Date | null
    leased_until: Date | null
    quiet_looks: Generated<number>
    looked_at: Date | null
  }
  bank_operations: {
    id: string
    payment_id: string
    kind: 'open' | 'capture' | 'give_back' | 'close_link'
    state: 'planned' | 'sent' | 'done' | 'declined' | 'withdrawn'
    tries: Generated<number>
    not_before: Date
    answer: Generated<string>
    created_at: Date
    closed_at: Date | null
  }
  bank_notices: {
    dedupe_key: string
    payment_id: string | null
    payout_id: string | null
    verified: boolean
    word: string
    body: string
    times: Generated<number>
    received_at: Date
  }
  payouts: {
    id: string
    artist_id: string
    check_payment_id: string | null
    amount: number
    phone: string
    sbp_bank_id: string
    state: PayoutState
    attempt: Generated<number>
    bank_payout_id: string | null
    prepared_at: Date | null
    told_at: Date | null
    recipient: string | null
    fee: Generated<number>
    words: Generated<string>
    attention: string | null
    attention_since: Date | null
    created_at: Date
    closed_at: Date | null
    due_at: Date | null
    leased_until: Date | null
    tries: Generated<number>
  }
  payout_plans: { artist_id: string; due_at: Date }
  ledger_transactions: {
    id: string
    key: string
    layer: 'pending' | 'posted'
    resolves: string | null
    cause: string
    lines: number
    payment_id: string | null
    payout_id: string | null
    at: Date
  }
  ledger_lines: {
    id: Generated<number>
    transaction_id: string
    layer: 'pending' | 'posted'
    account: string
    kind: 'asset' | 'liability' | 'income' | 'expense'
    amount: number
  }
  ledger_balances: { account: string; layer: 'pending' | 'posted'; kind: string; amount: number }
  registry_days: {
    day: string
    lines: number
    matched: number
    gross: number
    fee: number
    read_at: Date
  }
  registry_lines: {
    key: string
    day: string
    payment_id: string | null
    bank_payment_id: string
    operation: string
    gross: number
    fee: number
  }
  money_questions: {
    id: string
    about: string
    subject: 'registry' | 'ledger' | 'notices'
    what: string
    amount: Generated<number>
    payment_id: string | null
    bank_id: string | null
    opened_at: Date
    closed_at: Date | null
    closed_by: string | null
  }
  money_marks: { name: string; value: string; at: Date }
  spent_limits: { key: string; spent: number; until: Date }
}
