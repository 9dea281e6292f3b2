import type { Song } from '#contract/shapes.ts'

/** A song that a listener wishes to hear. */
export type WishedSong = Pick<Song, 'songId' | 'title' | 'artistName' | 'imageUrl'>

export const wishedSong = ({ songId, title, artistName, imageUrl }: WishedSong): WishedSong => ({
  songId,
  title,
  artistName,
  imageUrl,
})
