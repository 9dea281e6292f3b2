import { MINUTE_MS } from '#domain/time.ts'
import { boundedBytes } from '../bounded-text.ts'
import { serviceFetch } from '../outgoing-fetch.ts'
import { askMessenger, CALL_MS, fieldsOf, listOf, wordOf } from './messenger.ts'
import { addressGiven } from './vk-calls.ts'
import type { VkAnswer, VkCall } from './vk-calls.ts'

/** A picture that VK has is sent with all the messages of one round of news. */
const KEPT_MS = 10 * MINUTE_MS
const FAILED_KEPT_MS = MINUTE_MS
const KEPT_MOST = 64
const MOST_BYTES = 4 * 1024 * 1024

/** Gives VK the pictures of messages: it takes bytes, and no address. */
export function vkPictures(call: VkCall, url: string): (address: string) => Promise<string | null> {
  const kept = new Map<string, { attachment: Promise<string | null>; until: number }>()
  /** The attachment of this picture; null where it cannot be had, which must not cost the words. */
  return (address) => {
    const now = performance.now()
    const before = kept.get(address)
    if (before !== undefined && before.until > now) return before.attachment
    const one = { attachment: uploaded(call, url, address).catch(() => null), until: now + KEPT_MS }
    void one.attachment.then((found) => {
      if (found === null) one.until = performance.now() + FAILED_KEPT_MS
      return found
    })
    kept.delete(address)
    kept.set(address, one)
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MOST) break
      kept.delete(oldest)
    }
    return one.attachment
  }
}

async function uploaded(call: VkCall, url: string, address: string): Promise<string | null> {
  const signal = AbortSignal.timeout(CALL_MS)
  const answer = await serviceFetch(address, { signal })
  if (answer.status !== 200 || answer.body === null) return null
  const tooLong = () => new Error('the picture is too large')
  const picture = await boundedBytes(answer.body, MOST_BYTES, tooLong)
  const server = fields(await call('photos.getMessagesUploadServer', {}))
  const form = new FormData()
  form.set('photo', new Blob([picture], { type: 'image/jpeg' }), 'picture.jpg')
  const encoded = new Response(form)
  const given = await askMessenger(addressGiven(url, server['upload_url']), {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    body: Buffer.from(await encoded.arrayBuffer()),
  })
  if (typeof given === 'string') return null
  const { photo, server: on, hash } = given.body
  const saving = { photo: wordOf(photo), server: wordOf(on), hash: wordOf(hash) }
  const saved = await call('photos.saveMessagesPhoto', saving)
  const [first] = typeof saved === 'object' && 'response' in saved ? listOf(saved.response) : []
  return photoAttachment(first)
}

const fields = (answer: VkAnswer) =>
  fieldsOf(typeof answer === 'object' && 'response' in answer ? answer.response : null)

/** «photo-1_2_key»; null where this is no picture. */
export function photoAttachment(photo: unknown): string | null {
  const { owner_id: owner, id, access_key: key } = fieldsOf(photo)
  if (wordOf(id) === '') return null
  return ['photo' + wordOf(owner), wordOf(id), wordOf(key)].filter((part) => part !== '').join('_')
}
