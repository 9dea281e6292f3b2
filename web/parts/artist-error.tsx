import { isRouteErrorResponse, useRouteError } from 'react-router'
import { sentenceOf } from '../lib/call-failed.ts'
import { Button } from '../ui/button.tsx'
import { ArtistFrame } from './artist-frame.tsx'
import { NotFoundView } from './not-found-view.tsx'

/** A page of the artist's area that could not be shown: why, and the way on. */
export function ArtistError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundView />
  return (
    <ArtistFrame title="Не получилось открыть" lead={sentenceOf(error)}>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Попробовать ещё раз
      </Button>
    </ArtistFrame>
  )
}
