import type { TaxStatus } from '#domain/payments/tax-status.ts'
import type { ColumnType, Generated } from 'kysely'
import type { AccountType } from '#domain/accounts/account.ts'
import type { ConcertStatus } from '#domain/concerts/concert.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { NewsAbout } from '#domain/follows.ts'
import type { PushAbout } from '#domain/push.ts'
import type { SongStatus } from '#domain/queue/queue.ts'
import type { PadAction } from '#domain/queue/second-pad.ts'
import type { SetItem } from '#domain/songs/song-set.ts'
import type { SongState } from '#domain/songs/repertoire.ts'
import type { Json, MoneySchema } from './schema-money.ts'
import type { SandboxSchema } from './schema-sandbox.ts'

type PhotoState = 'LOADING' | 'KEPT' | 'REMOVED'

export type Social = { type: string; url: string }

/** The tables as migrations leave them. */
export type Schema = MoneySchema &
  SandboxSchema & {
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
      tax_status: TaxStatus | null
      tax_name: Generated<string>
      tax_inn: Generated<string>
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
    order_words: {
      id: Generated<string>
      order_id: string
      concert_id: string
      name: string
      words: string
      held: boolean
      opened_at: Generated<Date | null>
    }
    thanks: {
      id: Generated<string>
      concert_id: string
      order_id: string | null
      payment_id: Generated<string | null>
      thanked_at: Date
      answered_at: Generated<Date | null>
    }
    push_subscriptions: { order_id: string; endpoint: string; p256dh: string; auth: string }
    push_messages: {
      id: Generated<string>
      order_id: string
      about: PushAbout
      made_at: Date
      due_at: Date | null
      tries: Generated<number>
    }
    followers: {
      id: string
      email: string | null
      endpoint: string | null
      p256dh: string | null
      auth: string | null
      time_zone: string | null
      device_id: string | null
      since: Date
    }
    follows: {
      id: string
      follower_id: string
      artist_id: string | null
      song_id: string | null
      town: string | null
      device_id: string | null
      asked_at: Date
      confirmed_at: Date | null
      consent_edition: string | null
    }
    follow_news: {
      id: Generated<string>
      artist_id: string
      concert_id: string | null
      song_id: string | null
      about: NewsAbout
      made_at: Date
      due_at: Date | null
      to_waiting: Generated<boolean>
      after_id: string | null
    }
    follow_notices: {
      follower_id: string
      artist_id: string
      subject_id: string
      about: NewsAbout
      follow_id: string
      made_at: Date
      due_at: Date | null
      told_at: Date | null
      tries: Generated<number>
      message_id: string | null
    }
    town_wishes: { town: string; song_id: string; device_id: string; wished_at: Date }
    town_wish_counts: { town: string; song_id: string; persons: number }
    seats: { concert_id: string; device_id: string; number: number }
    muted_devices: { concert_id: string; device_id: string }
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
    repertoire: {
      artist_id: string
      song_id: string
      added_at: Date
      tags: Generated<string[]>
      min_rubles: number | null
      music_key: Generated<string>
      capo: number | null
      tempo: number | null
      seconds: number | null
      notes: Generated<string>
      state: Generated<SongState>
    }
    old_usernames: { username_key: string; artist_id: string; left_at: Date }
    song_wishes: { artist_id: string; song_id: string; device_id: string; wished_at: Date }
    song_texts: {
      artist_id: string
      song_id: string
      text: string
      transpose: Generated<number>
      updated_at: Date
    }
    tag_minimums: { artist_id: string; tag: string; rubles: number }
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
      code_word: Generated<string | null>
      pass: Generated<string | null>
      commanded_at: Generated<Date | null>
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
      corrections: Generated<number>
      start_was: Generated<Date | null>
      venue_was: Generated<string | null>
      break_until: Generated<Date | null>
      own_run: Generated<number>
      series_id: Generated<string | null>
    }
    sets: {
      id: string
      artist_id: string
      title: string
      target_minutes: number | null
      items: Json<readonly SetItem[]>
      updated_at: Date
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
      noted: Generated<boolean>
      goal: Generated<number | null>
      before_note: Generated<string>
      before_break: Generated<number>
      break_at: Generated<Date | null>
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
      share: Generated<boolean>
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
    tap_times: { day: string; up_to_ms: number; count: number }
    spent_limits: { key: string; spent: number; until: Date }
  }
