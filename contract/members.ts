import { Type } from '@sinclair/typebox'
import type { Static } from '@sinclair/typebox'
import { endpoint } from './endpoint.ts'
import { Id, Moment, SignedAmount } from './shapes.ts'

/** A person who gets a part of what concerts earn: `part` is a whole number of shares. */
const Member = Type.Object({ name: Type.String(), part: Type.Integer() })
const typedMembers = Type.Array(
  Type.Object({ name: Type.String({ maxLength: 1000 }), part: Type.Integer() }),
  { maxItems: 100 },
)

/** What a member gets, in kopecks. */
const MemberSum = Type.Object({ ...Member.properties, amount: SignedAmount })

/** How a concert's earnings are divided; `parts` is empty where they are not split. */
const split = {
  /** Kopecks after the commission: its songs and the tips between its start and its end. */
  earned: SignedAmount,
  parts: Type.Array(MemberSum),
}

export const Split = Type.Object({
  ...split,
  /** The members of the account today. */
  band: Type.Array(Member),
})

export const ConcertSplit = Type.Object({
  ...split,
  sessionId: Id,
  title: Type.String(),
  dateTimeStart: Moment,
  /** IANA name of the venue's zone. */
  timeZone: Type.String(),
  /** The concert was deleted: its tips can no longer be attributed to it. */
  deleted: Type.Boolean(),
})

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$' })

/** The band behind an account. */
export const members = {
  members: endpoint({
    method: 'GET',
    path: '/artist/members',
    access: 'artist',
    summary: 'Участники и их доли',
    answer: Type.Array(Member),
  }),
  saveMembers: endpoint({
    method: 'POST',
    path: '/artist/members',
    access: 'artist',
    summary: 'Записать участников: доли действуют для концертов, которые начнутся потом',
    body: { members: typedMembers },
    answer: Type.Array(Member),
  }),
  correctMembers: endpoint({
    method: 'POST',
    path: '/artist/concert-members',
    access: 'artist',
    summary: 'Поправить доли одного концерта',
    body: { sessionId: Id, members: typedMembers },
    answer: Type.Array(Member),
    refusals: ['NOT_FOUND', 'NOT_YOURS', 'ILLEGAL_STEP'],
  }),
}

/** What the members get. */
export const splits = {
  splits: endpoint({
    method: 'GET',
    path: '/payment/splits',
    access: 'artist',
    summary: 'Кому сколько из заработанного на концертах',
    query: { month: Type.Optional(Month) },
    /** Covers the newest 1000 concerts that earned anything. */
    answer: Type.Object({
      /** Months with such concerts, in the venues' local time, the newest first. */
      months: Type.Array(Type.String()),
      /** Kopecks of the concerts that are split, and of those that are not. */
      split: SignedAmount,
      unsplit: SignedAmount,
      members: Type.Array(Type.Object({ name: Type.String(), amount: SignedAmount })),
      /** The newest first. */
      concerts: Type.Array(ConcertSplit),
    }),
  }),
  splitCsv: endpoint({
    method: 'GET',
    path: '/payment/split-csv',
    access: 'artist',
    summary: 'Доли участников в CSV: одного концерта или всех',
    kind: 'blob',
    query: { sessionId: Type.Optional(Id) },
    answer: Type.String(),
    refusals: ['NOT_FOUND', 'NOT_YOURS'],
  }),
}

export type Split = Static<typeof Split>
export type ConcertSplit = Static<typeof ConcertSplit>
