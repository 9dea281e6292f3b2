/** A process of the product that delivers webhooks by its own clock; its parent moves that by `{ aheadMs }`. */
import { tmpdir } from 'node:os'
import process from 'node:process'
import { pino } from 'pino'
import { kopecks } from '#domain/money.ts'
import { localBus } from '#packages/live-broadcast/bus.ts'
import { buildApp } from '#server/app.ts'
import { SILENT_SITE } from '#server/config/site.ts'
import { diskFiles } from '#server/integrations/storage/files.disk.ts'
import { webhookSender } from '#server/integrations/webhooks/webhook-sender.ts'
import { deliverEvents } from '#server/modules/webhooks/webhook-delivery.service.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { runClock } from '#server/platform/jobs/clock.ts'
import { demoBank } from '#test/support/servers/demo-bank.ts'

const EVERY_MS = 100
const [, , databaseUrl = '', from = ''] = process.argv
const log = pino({ level: 'error' })
const began = Date.now()
let aheadMs = 0
const now = () => new Date(Number(from) + Date.now() - began + aheadMs)
const publicUrl = 'http://localhost'

const app: Awaited<ReturnType<typeof buildApp>> = await buildApp({
  database: await openPostgres(databaseUrl, 10),
  bus: localBus(),
  mail: { send: async () => {}, ready: async () => {} },
  webhooks: webhookSender({ local: true }),
  files: diskFiles({ folder: tmpdir(), log }),
  ipLocation: { locationOf: async () => null },
  now,
  publicUrl,
  site: SILENT_SITE,
  endGraceMinutes: 60,
  money: {
    bank: demoBank({ now, publicUrl, log, http: () => app.http }).bank,
    notificationUrl: () => publicUrl,
    receipts: null,
    captureGraceSeconds: 20,
    payoutFloat: kopecks(0),
  },
  maxWatchers: 10,
  trustProxy: false,
  testCalls: false,
  mailbox: false,
  log,
})
process.on('message', (said: { aheadMs: number }) => {
  ;({ aheadMs } = said)
})
runClock({ tick: (stopping) => deliverEvents(app.ctx, stopping), everyMs: EVERY_MS, log })
process.send?.('ready')
