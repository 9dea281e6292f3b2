type MusicService = { readonly name: string; readonly search: string }

/** Where a song is looked for by words; the words follow the address. */
const SERVICES: readonly MusicService[] = [
  { name: 'Яндекс Музыка', search: 'https://music.yandex.ru/search?text=' },
  { name: 'VK Музыка', search: 'https://vk.com/audio?q=' },
  { name: 'Звук', search: 'https://zvuk.com/search?query=' },
  { name: 'YouTube Music', search: 'https://music.youtube.com/search?q=' },
  { name: 'Apple Music', search: 'https://music.apple.com/ru/search?term=' },
]

/** The pages of music services that search a song. */
export function musicSearches({
  title,
  artistName,
}: {
  readonly title: string
  readonly artistName: string
}): { name: string; href: string }[] {
  const words = encodeURIComponent([artistName, title].filter((part) => part !== '').join(' '))
  return SERVICES.map(({ name, search }) => ({ name, href: search + words }))
}
