import { HIDDEN_SONG_TEXT } from '#domain/accounts/hidden-page.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { moveSongOfConcerts } from '../concerts/rules.service.ts'
import { moveSongNews } from '../notifications/news.service.ts'
import { moveWishes } from '../notifications/wishes.service.ts'
import { moveSongOfSets } from '../sets/sets.service.ts'
import { addOwnSong, respellSong, songById, verifyPlayedSongs } from '../songs/songs.service.ts'
import type { SongText } from '../songs/songs.service.ts'
import { hasSong, moveSong } from './repertoire.store.ts'
import { copyText } from './song-texts.store.ts'

const refused = (words: string) => new Refusal('VALIDATION', words, 'title')

/**
 * Puts the song of this title and performer into the place of one of the repertoire, with all that is noted of it, and
 * returns its id; what was ordered and played stays with the song before. Asked again, it changes nothing. In the
 * caller's transaction, which has locked the artist. Refuses VALIDATION at `title`, `artistName`, and TOO_MANY.
 */
export async function correctSong(
  inside: Context,
  artistId: string,
  songId: string,
  typed: Partial<SongText>,
): Promise<string> {
  const { sql } = inside
  const song = await songById(inside, songId)
  if (song === null) return songId
  const named = { title: song.title, artistName: song.artistName, ...typed }
  const isThere = await hasSong(sql, artistId, songId)
  const { id: to } = await addOwnSong(inside, artistId, named)
  if (to === songId) {
    if (isThere && !(await respellSong(inside, song, named)))
      throw refused('Эту песню играют и другие, написать её название иначе нельзя')
    return songId
  }
  const isOther = await hasSong(sql, artistId, to)
  if (!isThere) return isOther ? to : songId
  if (isOther) throw refused('Такая песня уже есть в репертуаре')
  const move = { artistId, songId, to }
  if (!(await moveSong(sql, move))) throw refused(HIDDEN_SONG_TEXT)
  await copyText(sql, move)
  await moveWishes(inside, move)
  await moveSongNews(inside, move)
  await moveSongOfSets(inside, move)
  await moveSongOfConcerts(inside, move)
  await verifyPlayedSongs(inside, [to])
  return to
}
