import { api } from '#contract/index.ts'
import { call, callForFile } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type Sheet = {
  name: string
  /** The page's address as it is typed, without what browsers add themselves. */
  address: string
  /** Where the browser keeps the drawn code; the tab takes it along when it closes. */
  code: string
}

/** What both sheets show. */
export async function loadSheet(): Promise<Sheet> {
  const { username } = await requireArtist()
  const [page, code] = await Promise.all([
    call(api.page.getInfo, { query: { artistUsername: username } }),
    callForFile(api.qr.createCustom, { body: { artistUsername: username, format: 'svg' } }),
  ])
  const { name } = page.artistInfoDTO
  return {
    name: name === '' ? username : name,
    address: `${window.location.host}/user/${username}`,
    code: URL.createObjectURL(code),
  }
}
