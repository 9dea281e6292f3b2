import { redirect } from 'react-router'
import { orElse } from './call-failed.ts'

/** What a page of operators loads; where the login has yet to be proved by a key, that page comes first. */
export function proveFirst<T>(request: Request, loaded: Promise<T>): Promise<T> {
  return orElse(loaded, (failure) => {
    if (failure.code !== 'PASSKEY_NEEDED') throw failure
    const { pathname, search } = new URL(request.url)
    throw redirect(`/artist/prove?then=${encodeURIComponent(`${pathname}${search}`)}`)
  })
}
