/** Who is sent away first under overload; `last`: never. */
export type Urgency = 'first' | 'read' | 'write' | 'last'

/** Looked for by millions who only look; each comes back with the next letter or the next tap. */
const SEARCHES = new Set([
  'page.searchByName',
  'session.cities',
  'session.getSessions',
  'session.searchRecommended',
  'session.searchLocations',
  'songs.findSong',
  'songs.findSongOfArtist',
  'qr.getImage',
  'qr.downloadImage',
  'qr.createCustom',
  'operation.docs',
  'operation.openapi',
])

/** The pad on stage, on which a whole hall waits, the bank's word about money, and those who watch over us. */
const LAST = new Set([
  'operation.health',
  'operation.ready',
  'operation.metrics',
  'payment.notification',
  'artist.queue',
  'artist.updateSessionStatus',
  'artist.pause',
  'artist.resume',
  'artist.nextSong',
  'artist.onTop',
  'artist.oneSongUp',
  'artist.changeSongStatus',
  'artist.updateSessionSongList',
  'artist.lastPlayed',
  'artist.undoPlayed',
  'payment.confirm',
])

/** `call`: the name in the contract, none for pages, pictures and files. */
export function urgencyOf(of: {
  method: string
  route: string
  call?: string | undefined
}): Urgency {
  const reads = of.method === 'GET' || of.method === 'HEAD' || of.method === 'OPTIONS'
  if (of.call === undefined) {
    if (of.route.startsWith('/sandbox-bank')) return 'last'
    // A page that is there already is of no use without its scripts.
    if (of.route.startsWith('/assets/')) return 'read'
    return reads ? 'first' : 'write'
  }
  if (LAST.has(of.call)) return 'last'
  if (SEARCHES.has(of.call)) return 'first'
  return reads || of.call === 'songs.byIds' || of.call === 'session.songs' ? 'read' : 'write'
}
