import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import Fastify from 'fastify'
import { api, everyEndpoint } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { isDuty } from '#domain/accounts/operators.ts'
import { bindContract } from '#server/platform/http/bind.ts'
import { inputOf } from '#test/support/inputs/fuzz.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'

/** Every call that the product promises, as its description names them. */
const PROMISED = `
  POST /api/v1/auth/is-username-free
  POST /api/v1/auth/is-email-free
  POST /api/v1/auth/verification-code
  POST /api/v1/auth/signup
  POST /api/v1/auth/login
  POST /api/v1/auth/forgot-password
  POST /api/v1/auth/reset-password
  PATCH /api/v1/auth/update
  PATCH /api/v1/auth/check_number
  POST /api/v1/auth/change-username
  GET /api/v1/auth/check-token
  POST /api/v1/auth/logout
  POST /api/v1/auth/logout-others
  POST /api/v1/security/passkeys/new
  POST /api/v1/security/passkeys
  POST /api/v1/security/passkeys/remove
  POST /api/v1/security/prove/challenge
  POST /api/v1/security/prove
  POST /api/v1/security/prove/code
  POST /api/v1/security/recovery-codes
  POST /api/v1/security/lost-keys/code
  POST /api/v1/security/lost-keys
  POST /api/v1/auth/passkey/challenge
  POST /api/v1/auth/passkey
  GET /api/v1/security
  POST /api/v1/security/end-login
  POST /api/v1/security/email-code
  POST /api/v1/security/email
  POST /api/v1/security/email-change
  POST /api/v1/security/email-change/undo
  POST /api/v1/security/consent
  GET /api/v1/security/leaving
  POST /api/v1/security/leave
  POST /api/v1/security/copy
  GET /api/v1/security/copy
  GET /api/v1/page/numbers
  GET /api/v1/page/get-info
  GET /api/v1/page/get-current-session-info
  GET /api/v1/page/get-next-session
  GET /api/v1/page/search-by-name
  GET /api/v1/page/get-account-info
  GET /api/v1/session
  GET /api/v1/session/cancelled
  GET /api/v1/session/cancelled-ahead
  GET /api/v1/session/played
  GET /api/v1/session/last-ended
  POST /api/v1/session/songs
  POST /api/v1/session/enter
  POST /api/v1/session/get-sessions
  POST /api/v1/session/search-recommended-sessions
  POST /api/v1/session/search-locations
  GET /api/v1/session/cities
  POST /api/v1/session/location-by-input
  POST /api/v1/session/location-by-coords
  POST /api/v1/session/create-session
  POST /api/v1/session/play-here
  PUT /api/v1/session/correct-session
  PUT /api/v1/session/publish-session
  PUT /api/v1/session/update-session
  DELETE /api/v1/session/delete-session
  POST /api/v1/session/going
  GET /api/v1/session/past
  GET /api/v1/session/report
  GET /api/v1/session/report-csv
  GET /api/v1/session/evenings
  GET /api/v1/session/evenings-csv
  GET /api/v1/songs/find-song
  GET /api/v1/songs/find-song-artist
  POST /api/v1/songs/by-ids
  GET /api/v1/songs/get-favorite-songs
  POST /api/v1/songs/order-song
  GET /api/v1/songs/my-orders
  POST /api/v1/songs/cancel-order
  POST /api/v1/songs/let-pass
  POST /api/v1/songs/vote-in-battle
  GET /api/v1/songs/my-vote
  POST /api/v1/songs/thank
  POST /api/v1/songs/wish
  GET /api/v1/songs/keepsake-key
  GET /api/v1/songs/keepsakes
  GET /api/v1/songs/keepsake
  GET /api/v1/songs/keepsake-picture
  GET /api/v1/songs/push-key
  POST /api/v1/songs/push-subscription
  POST /api/v1/artist/update-session-status
  POST /api/v1/artist/pause
  POST /api/v1/artist/continue
  POST /api/v1/artist/next-song
  POST /api/v1/artist/on-top
  POST /api/v1/artist/one-song-up
  POST /api/v1/artist/change-song-status
  POST /api/v1/artist/update-session-songList
  POST /api/v1/artist/add-new-favorite-list
  DELETE /api/v1/artist/delete-song-from-favorite-list
  POST /api/v1/artist/preview-import
  POST /api/v1/artist/import-favorites
  POST /api/v1/artist/remove-favorites
  GET /api/v1/artist/queue
  POST /api/v1/payment/donate
  POST /api/v1/payment
  GET /api/v1/payment/{id}
  POST /api/v1/payment/confirm
  POST /api/v1/payment/payout
  POST /api/v1/payment/return
  GET /api/v1/payment/balance
  POST /api/v1/payment/notification
  GET /api/v1/works/performed
  GET /api/v1/works/performed-csv
  POST /api/v1/follows/push
  POST /api/v1/follows/email
  GET /api/v1/follows/own
  POST /api/v1/follows/end
  GET /api/v1/follows/of-link
  POST /api/v1/follows/confirm
  POST /api/v1/follows/end-by-link
  POST /api/v1/follows/wish
  GET /api/v1/artist/town-wishes
  GET /api/v1/artist/evening-rules
  POST /api/v1/artist/change-rules
  POST /api/v1/artist/preview-rules
  POST /api/v1/artist/play-longer
  POST /api/v1/artist/back-to-orders
  POST /api/v1/artist/move-song
  GET /api/v1/artist/evening
  POST /api/v1/artist/add-song
  POST /api/v1/artist/break
  GET /api/v1/artist/second-pads
  POST /api/v1/artist/add-second-pad
  POST /api/v1/artist/revoke-second-pad
  GET /api/v1/artist/second-pad
  GET /api/v1/artist/host
  POST /api/v1/artist/host-link
  POST /api/v1/artist/host-lists
  POST /api/v1/artist/host-link/revoke
  POST /api/v1/artist/host-moment
  GET /api/v1/host
  POST /api/v1/host/songs
  POST /api/v1/host/barred
  GET /api/v1/artist/pad-log
  GET /api/v1/artist/signals
  POST /api/v1/artist/give-signal
  POST /api/v1/artist/own-signals
  POST /api/v1/artist/start-battle
  POST /api/v1/artist/end-battle
  POST /api/v1/artist/cancel-battle
  GET /api/v1/artist/asks
  GET /api/v1/artist/guest-orders
  POST /api/v1/artist/take-out-guest
  GET /api/v1/artist/thanks
  POST /api/v1/artist/open-words
  POST /api/v1/artist/open-title
  POST /api/v1/artist/mute-listener
  POST /api/v1/artist/answer-thanks
  POST /api/v1/artist/answer-tip
  POST /api/v1/artist/open-tip-name
  GET /api/v1/artist/repertoire
  POST /api/v1/artist/tag-song
  POST /api/v1/artist/note-songs
  GET /api/v1/artist/song-texts
  GET /api/v1/artist/song-text
  POST /api/v1/artist/song-texts
  POST /api/v1/artist/transpose-song
  GET /api/v1/artist/sets
  GET /api/v1/artist/set
  POST /api/v1/artist/set
  DELETE /api/v1/artist/set
  POST /api/v1/artist/lay-set
  GET /api/v1/artist/tag-minimums
  POST /api/v1/artist/tag-minimums
  GET /api/v1/songs/offered
  GET /api/v1/songs/place-ahead
  GET /api/v1/artist/last-played
  POST /api/v1/artist/undo-played
  GET /api/v1/payment/number
  POST /api/v1/payment/number/recipient
  POST /api/v1/payment/number-change
  POST /api/v1/payment/number-change/undo
  GET /api/v1/payment/statement
  GET /api/v1/payment/earnings
  GET /api/v1/artist/members
  POST /api/v1/artist/members
  POST /api/v1/artist/concert-members
  GET /api/v1/payment/splits
  GET /api/v1/payment/split-csv
  GET /api/v1/payment/stuck
  POST /api/v1/payment/stuck/{id}
  POST /api/v1/payment/payouts/resume
  POST /api/v1/file/upload
  GET /api/v1/file/get-link
  DELETE /api/v1/file/delete-photo
  POST /api/v1/qr/create-custom-qr
  GET /api/v1/qr/get-image/{username}
  GET /api/v1/qr/download-image/{username}
  GET /api/v1/features
  POST /api/v1/features/setter
  POST /api/v1/features/setter-user
  POST /api/v1/features/{name}/invalidate
  POST /api/v1/feedback
  POST /api/v1/feedback/support
  GET /api/v1/admin/flags
  POST /api/v1/admin/flags/reset
  GET /api/v1/admin/feedback
  GET /api/v1/admin/support
  POST /api/v1/admin/support/{id}
  POST /api/v1/admin/support/{id}/answer
  GET /api/v1/admin/accounts
  GET /api/v1/admin/songs
  GET /api/v1/operator/find
  GET /api/v1/operator/account
  GET /api/v1/operator/payment
  GET /api/v1/operator/payments
  GET /api/v1/operator/photo
  GET /api/v1/operator/today
  GET /api/v1/operator/log
  GET /api/v1/operator/log.csv
  POST /api/v1/operator/freeze-payouts
  POST /api/v1/operator/log-out
  POST /api/v1/operator/reconcile
  POST /api/v1/operator/hide
  POST /api/v1/operator/hide-photo
  POST /api/v1/operator/hide-concert
  POST /api/v1/operator/hide-song
  POST /api/v1/operator/hide-text
  POST /api/v1/operator/email
  POST /api/v1/operator/leave
  POST /api/v1/operator/block
  POST /api/v1/operator/role
  POST /api/v1/operator/return-payment
  POST /api/v1/complaints
  GET /api/v1/admin/complaints
  POST /api/v1/messengers/link
  GET /api/v1/artist/channels
  POST /api/v1/artist/channels/code
  POST /api/v1/artist/channels/end
  GET /api/v1/artist/words
  POST /api/v1/artist/words
  POST /api/v1/artist/words/drop
  GET /api/v1/artist/goal
  POST /api/v1/artist/goal
  POST /api/v1/artist/goal/drop
  GET /api/v1/artist/machine-keys
  POST /api/v1/artist/machine-keys
  POST /api/v1/artist/machine-keys/end
  POST /api/v1/artist/orders/{state}
  POST /api/v1/artist/tablet-code
  GET /api/v1/artist/tablets
  POST /api/v1/artist/end-tablet
  POST /api/v1/tablet/pair
  POST /api/v1/tablet/move
  POST /api/v1/tablet/look
  POST /api/v1/tablet/place-ahead
  POST /api/v1/tablet/order
  GET /api/v1/artist/webhooks
  POST /api/v1/artist/webhooks
  POST /api/v1/artist/webhooks/resume
  POST /api/v1/artist/webhooks/end
  POST /api/v1/admin/complaints/{id}
  POST /api/v1/admin/complaints/{id}/answer
  POST /api/v1/admin/songs/verify
  POST /api/v1/test/get-queue-by-session
  GET /api/v1/test/get-queue-by-artist
  GET /api/v1/test/get-location-by-ip
  GET /healthz
  GET /readyz
  GET /metrics
  GET /api/docs
  GET /api/openapi.json
`
  .trim()
  .split(/\s*\n\s*/)

/** Who may call the operations that are not public. */
const SECURE = {
  artist: `
    auth.update auth.checkNumber auth.changeUsername auth.checkToken auth.logout auth.logoutOthers security.state security.endLogin
    security.emailCode security.changeEmail security.agree security.leaving security.leave
    security.newKey security.addKey security.removeKey security.challenge security.prove security.proveByCode
    security.recoveryCodes security.lostCode security.loseKeys
    security.askCopy security.copy page.getAccountInfo
    session.locationByInput session.locationByCoords session.create session.playHere session.update session.publish session.correct session.remove
    session.past session.report session.reportCsv session.evenings session.eveningsCsv
    artist.updateSessionStatus
    artist.updateSessionSongList artist.addFavorite artist.removeFavorite artist.previewImport
    artist.importFavorites artist.removeFavorites payment.confirm payment.payout payment.balance
    payment.number payment.confirmRecipient payment.statement payment.earnings payment.refund artist.eveningRules
    artist.changeRules artist.previewRules artist.playLonger file.upload file.deletePhoto
    artist.secondPads artist.addSecondPad artist.revokeSecondPad
    artist.host artist.makeHostLink artist.closeHostLists artist.revokeHostLink artist.openMoment
    artist.tagSong artist.noteSongs artist.tagMinimums artist.setTagMinimums
    artist.songText artist.saveSongTexts artist.members artist.saveMembers artist.correctMembers
    payment.splits payment.splitCsv artist.townWishes
    artistWords.list artistWords.send artistWords.drop artist.goal artist.saveGoal artist.dropGoal
    works.performed works.performedCsv artist.setOwnSignals
    machineKeys.list machineKeys.add machineKeys.end tablets.code tablets.list tablets.end
    webhooks.list webhooks.add webhooks.resume webhooks.end
    messengers.channels messengers.code messengers.end
    artist.sets artist.set artist.saveSet artist.deleteSet artist.laySet artist.answerTip
    artist.openTipName`,
  pad: `
    artist.pause artist.resume artist.takeBreak artist.nextSong artist.onTop artist.oneSongUp
    artist.changeSongStatus artist.queue artist.lastPlayed artist.undoPlayed artist.backToOrders
    artist.secondPad artist.padLog artist.addSong songs.findSongOfArtist artist.moveSong
    artist.evening artist.repertoire artist.asks artist.openWords artist.openTitle artist.muteListener
    artist.guestOrders artist.takeOutGuest artist.signals artist.giveSignal
    artist.startBattle artist.endBattle artist.cancelBattle
    artist.thanks artist.answerThanks artist.songTexts artist.transposeSong artist.takeOrders`,
  host: `host.view host.saveSongs host.saveBarred`,
  support: `payment.stuck admin.flags admin.feedback admin.support admin.settleSupport
    admin.accounts admin.complaints admin.settleComplaint admin.answerSupport admin.answerComplaint
    operator.today operator.find operator.account operator.photo operator.payment operator.payments operator.log operator.logCsv`,
  moderator: `admin.songs admin.verifySong
    operator.logOut operator.hide operator.hidePhoto operator.hideConcert operator.hideText
    operator.hideSong`,
  cashier: `payment.settle payment.resumePayouts operator.reconcile operator.freezePayouts operator.returnPayment`,
  admin: `features.setForAll features.setForArtist features.invalidate admin.resetFlag
    operator.block operator.setRole operator.changeEmail operator.leave`,
}

/** The documentation does not list itself. */
const UNLISTED = new Set(['GET /api/docs', 'GET /api/openapi.json'])

type Operation = { operationId: string; security?: unknown; responses: Record<string, unknown> }
type OpenApi = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
}

const words = (text: string) => text.trim().split(/\s+/).toSorted()
const braced = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

let world: World
let spec: OpenApi

before(async () => {
  world = await makeWorld()
  spec = (await world.app.http.inject({ url: '/api/openapi.json' })).json()
})
after(() => world.close())

function documented(): string[] {
  return Object.entries(spec.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
}

function operations(): Operation[] {
  return Object.values(spec.paths).flatMap((methods) => Object.values(methods))
}

describe('the contract', () => {
  test('holds every promised call by its method and path, and no other', () => {
    const held = everyEndpoint().map(
      ({ endpoint }) => `${endpoint.method} ${braced(pathOf(endpoint))}`,
    )
    assert.deepEqual(held.toSorted(), PROMISED.toSorted())
  })

  test('asks for a token exactly where the promise says «secure»', () => {
    for (const access of ['artist', 'pad', 'host', 'admin'] as const) {
      const asking = everyEndpoint().filter(({ endpoint }) => endpoint.access === access)
      assert.deepEqual(asking.map(({ name }) => name).toSorted(), words(SECURE[access]), access)
    }
  })
})

describe('what answers the calls', () => {
  test('is there for each of them, whatever else it refuses', async () => {
    const admin = await world.artist({ role: 'ADMIN' })
    const known = { ids: [randomUUIDv7()], names: ['lada'] }
    for (const { name, endpoint } of everyEndpoint()) {
      const [input] = fc.sample(inputOf(endpoint, known), { numRuns: 1, seed: 1 })
      const params = Object.fromEntries(
        Object.entries(input?.params ?? {}).map(([key, value]) => [key, String(value)]),
      )
      const reply = await world.call(endpoint, { ...input, params }, admin)
      assert.notEqual(reply.status, 501, name)
      assert.notEqual(reply.failure.message, 'Такого вызова нет', name)
    }
  })

  test('a call without a route keeps the server from starting', async (t) => {
    const limits = { spend: async () => {} }
    const bindingDeps = {
      authenticate: async () => null,
      limits,
      deviceSecret: 's',
      formerDeviceSecrets: [],
      secure: false,
      testCalls: false,
      done() {},
    }
    const bare = Fastify()
    t.after(() => bare.close())
    bare.decorateRequest('caller', null)
    const routed = everyEndpoint()
      .filter(({ endpoint }) => !endpoint.testOnly && endpoint !== api.operation.health)
      .map(({ endpoint }) => ({ endpoint, answer: async () => null }))
    assert.throws(
      () => bindContract(bare, routed, bindingDeps),
      /No route answers operation\.health/,
    )
  })
})

describe('the documentation', () => {
  test('is OpenAPI 3.1 and tells of every call but itself', () => {
    assert.match(spec.openapi, /^3\.1\./)
    assert.equal(spec.info.title, 'Бис')
    assert.deepEqual(documented().toSorted(), PROMISED.filter(notUnlisted).toSorted())
  })

  test('of a real site tells nothing of what operators may do', async () => {
    const closed = await makeWorld({ testCalls: false })
    const { paths }: OpenApi = (await closed.app.http.inject({ url: '/api/openapi.json' })).json()
    await closed.close()
    const told = Object.values(paths).flatMap((methods) => Object.values(methods))
    const ids = new Set(told.map(({ operationId }) => operationId))
    assert.ok(ids.has('auth.login'))
    const duties = everyEndpoint().filter(({ endpoint }) => isDuty(endpoint.access))
    assert.ok(duties.length > 20)
    assert.deepEqual(
      duties.flatMap(({ name }) => (ids.has(name) ? name : [])),
      [],
    )
  })

  test('names each call once', () => {
    const ids = operations().map(({ operationId }) => operationId)
    assert.ok(ids.every((id) => typeof id === 'string' && id !== ''))
    assert.equal(new Set(ids).size, ids.length)
  })

  test('tells for each call what a refusal looks like, and which calls take a token', () => {
    const secure = new Set(words(Object.values(SECURE).join(' ')))
    for (const { operationId, security, responses } of operations()) {
      assert.ok('4XX' in responses && '5XX' in responses, operationId)
      assert.equal(security !== undefined, secure.has(operationId), operationId)
    }
  })

  test('names every parameter of a path', () => {
    for (const [path, methods] of Object.entries(spec.paths))
      for (const [method, operation] of Object.entries(methods)) {
        const { parameters = [] } = operation as { parameters?: { in: string; name: string }[] }
        const told = parameters.filter((parameter) => parameter.in === 'path')
        const used = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
        assert.deepEqual(
          told.map(({ name }) => name),
          used,
          `${method} ${path}`,
        )
      }
  })

  test('is a page for people too', async () => {
    const answer = await world.app.http.inject({ url: '/api/docs' })
    assert.equal(answer.statusCode, 200)
    assert.match(String(answer.headers['content-type']), /^text\/html/)
    const [, script] = /src="([^"]+swagger-ui-bundle\.js)"/.exec(answer.body) ?? []
    assert.ok(script !== undefined)
    assert.equal((await world.app.http.inject({ url: script })).statusCode, 200)
  })
})

function notUnlisted(line: string): boolean {
  return !UNLISTED.has(line)
}
