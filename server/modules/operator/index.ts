import { api } from '#contract/index.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { artistByUsername } from '../artists/artists.service.ts'
import { openAnyPhoto } from '../files/files.service.ts'
import { askAudit } from '../reconciliation/audit.service.ts'
import { deedsCsv, logDeed } from './deeds.service.ts'
import { deedsPart } from './deeds.store.ts'
import {
  hideAccount,
  hideAccountPhoto,
  hideAccountSong,
  hideOneConcert,
  hideText,
} from './hiding.service.ts'
import {
  blockAccount,
  changeAccountEmail,
  deleteAccount,
  findNamed,
  freezePayouts,
  giveRole,
  logOutEverywhere,
  operatedAccount,
  paymentsTo,
} from './operator.service.ts'
import { paymentCard, returnPayment } from './payment-return.service.ts'
import { todayNow } from './today.service.ts'

/** What operators do to accounts, concerts and payments, and the log of it. */
export const operator: Module = {
  routes: (ctx) => [
    on(api.operator.today, () => todayNow(ctx)),
    on(api.operator.reconcile, ({ artist }) =>
      transaction<true>(ctx, async (inside) => {
        await askAudit(inside)
        await logDeed(inside, artist, { kind: 'reconcile', artistId: null, subject: 'Сверка' })
        return true
      }),
    ),
    on(api.operator.find, async ({ query }) => {
      const { accounts, payments, concerts, all } = await findNamed(ctx, query.input)
      return { accounts: [...accounts], payments: [...payments], concerts: [...concerts], all }
    }),
    on(api.operator.account, ({ query }) => operatedAccount(ctx, query.username)),
    on(api.operator.freezePayouts, ({ artist, body }) => freezePayouts(ctx, artist, body)),
    on(api.operator.logOut, ({ artist, body }) => logOutEverywhere(ctx, artist, body)),
    on(api.operator.hide, ({ artist, body }) => hideAccount(ctx, artist, body)),
    on(api.operator.hidePhoto, ({ artist, body }) => hideAccountPhoto(ctx, artist, body)),
    on(api.operator.photo, async ({ query }) => {
      const name = query.photo.split('/').at(-1) ?? ''
      const file = await openAnyPhoto(ctx, name)
      if (file === null) throw new Refusal('NOT_FOUND', 'Такого фото нет')
      return { type: file.type, bytes: Buffer.from(file.bytes) }
    }),
    on(api.operator.hideConcert, ({ artist, body }) => hideOneConcert(ctx, artist, body)),
    on(api.operator.hideSong, ({ artist, body }) => hideAccountSong(ctx, artist, body)),
    on(api.operator.hideText, ({ artist, body }) => hideText(ctx, artist, body)),
    on(api.operator.changeEmail, ({ artist, body }) => changeAccountEmail(ctx, artist, body)),
    on(api.operator.leave, ({ artist, body }) => deleteAccount(ctx, artist, body)),
    on(api.operator.block, ({ artist, body }) => blockAccount(ctx, artist, body)),
    on(api.operator.setRole, ({ artist, body }) => giveRole(ctx, artist, body)),
    on(api.operator.payment, ({ query }) => paymentCard(ctx, query.id)),
    on(api.operator.payments, ({ query }) => paymentsTo(ctx, query)),
    on(api.operator.returnPayment, ({ artist, body, idempotencyKey }) =>
      returnPayment(ctx, artist, body, idempotencyKey),
    ),
    on(api.operator.log, async ({ query: { username, cursor, limit = 40 } }) => {
      const artistId = username === undefined ? null : (await artistByUsername(ctx, username)).id
      const found = await deedsPart(ctx.sql, { artistId, cursor, limit: limit + 1 })
      const shown = found.slice(0, limit)
      return {
        deeds: shown.map(({ at, byName, ...deed }) => ({
          ...deed,
          at: at.toISOString(),
          by: byName,
        })),
        cursor: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
      }
    }),
    on(api.operator.logCsv, async () => ({
      type: 'text/csv; charset=utf-8',
      bytes: Buffer.from(await deedsCsv(ctx)),
      fileName: 'zhurnal.csv',
    })),
  ],
}
