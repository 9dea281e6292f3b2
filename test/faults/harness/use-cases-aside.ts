import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { freshAddress } from '#test/support/steps/newcomer.ts'
import { checkedNumber, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { someChannel } from '#test/support/steps/channels.ts'
import { photo, upload } from '#test/support/photos.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'
import { asking, ofAdmin, ofArtist } from './use-case.ts'
import type { Begin } from './use-case.ts'

const FLAG = 'social-media-color'

const complaintOf = (username: string) =>
  ({ username, reason: 'other', words: 'Это не он', email: '' }) as const

const NEW_AMP = {
  title: 'На новый комбик',
  amount: 3_000_000,
  withSongs: true,
  span: 'reached',
} as const

async function someSet(world: World, artist: TestArtist) {
  const songId = await world.song('Весна', artist.username)
  const items = [
    { kind: 'break' as const, minutes: 15 },
    { kind: 'note' as const, text: 'тихо' },
    { kind: 'song' as const, songId },
  ]
  const body = { id: null, title: 'Первый', targetMinutes: 60, items }
  return world.ok(api.artist.saveSet, { body }, artist)
}

/** The calls of money, photos, flags and e-mails to the service. */
export const USE_CASES_ASIDE: Readonly<Record<string, Begin>> = {
  'auth.changeUsername': async (world) => {
    const artist = await world.artist()
    const body = { username: `${artist.username}-new`, currentPassword: ARTIST_PASSWORD }
    return { ask: asking(world, api.auth.changeUsername, { body }, artist) }
  },
  'payment.donate': async (world) => {
    const { artist } = await paidConcert(world)
    const body = {
      amount: 20_000,
      artistUsername: artist.username,
      message: 'Спасибо',
      shown: { name: 'Аня', withSum: true },
    }
    return {
      ask: asking(world, api.payment.donate, { body }, { key: randomUUID() }),
      settles: true,
    }
  },
  'payment.confirm': async (world) => {
    const show = await paidConcert(world)
    const { song } = await show.paid()
    await show.next(song)
    const body = { sessionId: show.sessionId, songId: song }
    return { ask: asking(world, api.payment.confirm, { body }, show.as), settles: true }
  },
  'payment.payout': async (world) => {
    const show = await paidConcert(world, { artist: checkedNumber(world) })
    await tipped(world, show.artist.username, 20_000)
    return {
      ask: asking(world, api.payment.payout, {}, { ...show.as, key: randomUUID() }),
      settles: true,
    }
  },
  'payment.refund': async (world) => {
    const show = await paidConcert(world)
    await tipped(world, show.artist.username, 20_000)
    const [tip] = (await show.balance()).entries
    const body = { paymentId: tip?.id, word: 'Спасибо, но нет' }
    return {
      ask: asking(world, api.payment.refund, { body }, { ...show.as, key: randomUUID() }),
      settles: true,
    }
  },
  'payment.confirmRecipient': async (world) => {
    const artist = await world.artist({
      ...checkedNumber(world),
      payoutRecipientConfirmed: null,
    })
    return {
      ask: asking(world, api.payment.confirmRecipient, { body: { name: RECIPIENT_NAME } }, artist),
    }
  },
  'artist.tagSong': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const song = { songId, title: '', imageUrl: '', artistName: '' }
    await world.ok(api.artist.addFavorite, { body: song }, artist)
    const body = {
      songId,
      title: 'Лето',
      tags: ['медленные', 'для двоих'],
      state: 'learning' as const,
      key: 'Am',
      seconds: 225,
      notes: 'тихо',
    }
    return { ask: asking(world, api.artist.tagSong, { body }, artist) }
  },
  'artist.noteSongs': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const song = { songId, title: '', imageUrl: '', artistName: '' }
    await world.ok(api.artist.addFavorite, { body: song }, artist)
    const body = { songIds: [songId], tags: ['медленные'], state: 'learning' as const }
    return { ask: asking(world, api.artist.noteSongs, { body }, artist) }
  },
  'songs.wish': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const song = { songId, title: '', imageUrl: '', artistName: '' }
    await world.ok(api.artist.addFavorite, { body: song }, artist)
    await world.ok(api.artist.tagSong, { body: { songId, tags: [], state: 'learning' } }, artist)
    return {
      ask: asking(world, api.songs.wish, { body: { artistUsername: artist.username, songId } }),
    }
  },
  'artist.saveMembers': async (world) => {
    const artist = await world.artist()
    const body = { members: [{ name: 'Аня', part: 2 }] }
    return { ask: asking(world, api.artist.saveMembers, { body }, artist) }
  },
  'artist.correctMembers': async (world) => {
    const show = await paidConcert(world)
    const body = { sessionId: show.sessionId, members: [{ name: 'Аня', part: 2 }] }
    return { ask: asking(world, api.artist.correctMembers, { body }, show.as) }
  },
  'artist.setTagMinimums': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const song = { songId, title: '', imageUrl: '', artistName: '' }
    await world.ok(api.artist.addFavorite, { body: song }, artist)
    await world.ok(api.artist.tagSong, { body: { songId, tags: ['хиты'] } }, artist)
    const body = { minimums: [{ tag: 'хиты', minSongAmount: 500 }] }
    return { ask: asking(world, api.artist.setTagMinimums, { body }, artist) }
  },
  'artist.saveSongTexts': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const body = { texts: [{ songId, text: '[Am]Весна' }] }
    return { ask: asking(world, api.artist.saveSongTexts, { body }, artist) }
  },
  'artist.saveSet': async (world) => {
    const artist = await world.artist()
    const { id } = await someSet(world, artist)
    const body = { id, title: 'Иначе', targetMinutes: 40, items: [] }
    return { ask: asking(world, api.artist.saveSet, { body }, artist) }
  },
  'artist.deleteSet': async (world) => {
    const artist = await world.artist()
    const { id } = await someSet(world, artist)
    return { ask: asking(world, api.artist.deleteSet, { query: { id } }, artist) }
  },
  'artist.laySet': async (world) => {
    const artist = await world.artist()
    const { id } = await someSet(world, artist)
    const sessionId = await world.concert(artist, { status: 'NOW', startsIn: -10 })
    const as = { token: artist.token, key: randomUUID() }
    return { ask: asking(world, api.artist.laySet, { body: { id, sessionId } }, as) }
  },
  'artist.transposeSong': async (world) => {
    const artist = await world.artist()
    const songId = await world.song('Весна', artist.username)
    const texts = [{ songId, text: '[Am]Весна' }]
    await world.ok(api.artist.saveSongTexts, { body: { texts } }, artist)
    return {
      ask: asking(world, api.artist.transposeSong, { body: { songId, semitones: 3 } }, artist),
    }
  },
  'payment.undoNumberChange': async (world) => {
    const artist = await world.artist(checkedNumber(world))
    const paymentDTO = { phoneNumber: '79007654321' }
    const change = { body: { paymentDTO, currentPassword: ARTIST_PASSWORD } }
    await world.ok(api.auth.update, change, { token: artist.token })
    await mailIdle(world.app.ctx)
    const text = world.sentMail.at(-1)?.text ?? ''
    const token = /\/payout-number\/([\w-]+)$/mu.exec(text)?.[1] ?? ''
    return { ask: asking(world, api.payment.undoNumberChange, { body: { token } }) }
  },
  'payment.resumePayouts': ofAdmin(api.payment.resumePayouts, async (world) => {
    const mark = { name: 'payouts-paused', value: 'нет денег', at: world.now() }
    await world.sql
      .insertInto('moneyMarks')
      .values(mark)
      .onConflict((same) => same.column('name').doUpdateSet(mark))
      .execute()
    return {}
  }),
  'payment.settle': async (world) => {
    const show = await paidConcert(world)
    const { id, song } = await show.paid('sbp', 12_300)
    await world.bank.faults.set({ kind: 'refused_refund', code: '3028' })
    await show.skip(song)
    await world.settle()
    await world.bank.faults.clear()
    const { token } = await world.artist({ role: 'ADMIN' })
    const input = { params: { id }, body: { action: 'close' } }
    return { ask: asking(world, api.payment.settle, input, { token }), settles: true }
  },
  'file.upload': async (world) => {
    const artist = await world.artist()
    const bytes = await photo(64, 48).jpeg().toBuffer()
    return { ask: () => upload(world, artist, bytes) }
  },
  'file.deletePhoto': async (world) => {
    const artist = await world.artist()
    const bytes = await photo(64, 48).jpeg().toBuffer()
    const { link } = await upload(world, artist, bytes)
    assert.notEqual(link, '')
    return {
      ask: asking(
        world,
        api.file.deletePhoto,
        { query: { fileName: link.split('/').at(-1) } },
        artist,
      ),
    }
  },
  'features.setForAll': ofAdmin(api.features.setForAll, async (world) => {
    const admin = await world.artist({ role: 'ADMIN' })
    await world.ok(api.features.setForAll, { body: { featureName: FLAG, enabled: false } }, admin)
    return { body: { featureName: FLAG, enabled: true } }
  }),
  'features.setForArtist': ofAdmin(api.features.setForArtist, async (world) => ({
    body: { featureName: FLAG, enabled: true, username: (await world.artist()).username },
  })),
  'admin.resetFlag': ofAdmin(api.admin.resetFlag, async (world) => {
    const { username } = await world.artist()
    const admin = await world.artist({ role: 'ADMIN' })
    const body = { featureName: FLAG, enabled: true, username }
    await world.ok(api.features.setForArtist, { body }, admin)
    return { body: { featureName: FLAG, username } }
  }),
  'admin.settleSupport': ofAdmin(api.admin.settleSupport, async (world) => ({
    params: { id: await someLetter(world) },
    body: { done: true },
  })),
  'admin.answerSupport': ofAdmin(api.admin.answerSupport, async (world) => ({
    params: { id: await someLetter(world) },
    body: { text: 'Спасибо, разобрались' },
  })),
  'complaints.send': async (world) => {
    const { username } = await world.artist()
    return { ask: asking(world, api.complaints.send, { body: complaintOf(username) }) }
  },
  'admin.settleComplaint': ofAdmin(api.admin.settleComplaint, async (world) => ({
    params: { id: await someComplaint(world) },
    body: { done: true },
  })),
  'admin.answerComplaint': ofAdmin(api.admin.answerComplaint, async (world) => ({
    params: { id: await someComplaint(world) },
    body: { text: 'Спасибо, разобрались' },
  })),
  'messengers.code': ofArtist(api.messengers.code, () => ({})),
  'messengers.end': async (world) => {
    const artist = await world.artist()
    const id = await someChannel(world, artist)
    return { ask: asking(world, api.messengers.end, { body: { id } }, artist) }
  },
  'artistWords.send': ofArtist(api.artistWords.send, () => ({ text: 'Ждём', sessionId: null })),
  'artistWords.drop': async (world) => {
    const artist = await world.artist()
    const word = { text: 'Ждём', sessionId: null }
    const id = await world.ok(api.artistWords.send, { body: word }, artist)
    return { ask: asking(world, api.artistWords.drop, { body: { id } }, artist) }
  },
  'artist.saveGoal': ofArtist(api.artist.saveGoal, () => NEW_AMP),
  'artist.dropGoal': async (world) => {
    const artist = await world.artist()
    await world.ok(api.artist.saveGoal, { body: NEW_AMP }, artist)
    return { ask: asking(world, api.artist.dropGoal, {}, artist) }
  },
  'machineKeys.add': ofArtist(api.machineKeys.add, () => ({ name: 'Кнопки', rights: ['play'] })),
  'machineKeys.end': async (world) => {
    const artist = await world.artist()
    const body = { name: 'Кнопки', rights: ['watch' as const] }
    const { id } = await world.ok(api.machineKeys.add, { body }, artist)
    return { ask: asking(world, api.machineKeys.end, { body: { id } }, artist) }
  },
  'webhooks.add': ofArtist(api.webhooks.add, () => ({ url: 'https://hooks.example/bis' })),
  'webhooks.resume': async (world) => {
    const artist = await world.artist()
    const body = { url: 'https://hooks.example/bis' }
    const { id } = await world.ok(api.webhooks.add, { body }, artist)
    const ended = world.sql.updateTable('webhooks').set({ endedAt: world.now() })
    await ended.where('id', '=', id).execute()
    return { ask: asking(world, api.webhooks.resume, { body: { id } }, artist) }
  },
  'webhooks.end': async (world) => {
    const artist = await world.artist()
    const body = { url: 'https://hooks.example/bis' }
    const { id } = await world.ok(api.webhooks.add, { body }, artist)
    return { ask: asking(world, api.webhooks.end, { body: { id } }, artist) }
  },
  'feedback.send': ofArtist(api.feedback.send, () => ({ message: 'Всё хорошо, спасибо вам' })),
  'feedback.support': async (world) => {
    const body = {
      name: 'Лера',
      email: 'lera@example.org',
      topic: 'OTHER',
      message: 'Где мой заказ?',
    }
    return { ask: asking(world, api.feedback.support, { body }) }
  },
}

/** The id of a letter to the support. */
async function someLetter(world: World): Promise<string> {
  const message = randomUUID()
  const body = { name: 'Лера', email: 'lera@example.org', topic: 'Заказ', message }
  await world.ok(api.feedback.support, { body }, { address: freshAddress() })
  const { token } = await world.artist({ role: 'ADMIN' })
  const { requests } = await world.ok(api.admin.support, { query: { limit: 100 } }, { token })
  return requests.find((one) => one.message === message)?.id ?? ''
}

/** The id of a complaint that wants an answer. */
async function someComplaint(world: World): Promise<string> {
  const { username } = await world.artist()
  const body = { ...complaintOf(username), email: 'lera@example.org' }
  await world.ok(api.complaints.send, { body }, { address: freshAddress() })
  const { token } = await world.artist({ role: 'ADMIN' })
  const { complaints } = await world.ok(api.admin.complaints, { query: { limit: 100 } }, { token })
  return complaints.find((one) => one.username === username)?.id ?? ''
}
