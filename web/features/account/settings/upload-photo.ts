import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { callWithFile } from '#web/lib/call.ts'

/**
 * Sends a picture, which becomes the last of the artist's photos, and gives its link. Throws CallFailed
 * with the sentence to show; after `signal` it is one that `wasAborted` knows.
 */
export function uploadPhoto(
  picture: Blob,
  options: { signal?: AbortSignal } = {},
): Promise<AnswerOf<typeof api.file.upload>> {
  return callWithFile(api.file.upload, picture, options)
}
