/** What a listener orders; `songId` null: the words are his own suggestion. */
export type Wish = {
  songId: string | null
  title: string
  artistName: string
  imageUrl: string
}

/** Reads the form of an order sheet, in the browser and on the server. */
export function orderOf(form: FormData): { wish: Wish; sessionId: string; key: string } {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : ''
  }
  const songId = text('songId')
  return {
    wish: {
      songId: songId === '' ? null : songId,
      title: text('title').trim(),
      artistName: text('artistName').trim(),
      imageUrl: text('imageUrl'),
    },
    sessionId: text('sessionId'),
    key: text('key'),
  }
}
