import { useState } from 'react'
import type { ReactNode } from 'react'
import type { SetlistSong } from '#contract/shapes.ts'
import { clockTime, countedSongs } from '#domain/russian.ts'
import { musicSearches } from '#domain/songs/music-services.ts'
import { performanceOf } from './performance.ts'
import { SongRow } from './song-row.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { BackSheet } from '../back-sheet.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import css from './setlist.module.css'

const FIRST_SONGS = 6

type SetlistProps = {
  title?: string | undefined
  played: readonly SetlistSong[]
  /** The performances that this device ordered. */
  mine: ReadonlySet<string>
  zone: string
  /** By performance: what stands under its performer. */
  notes?: ReadonlyMap<string, ReactNode>
  className?: string | undefined
}

/** What sounded and when, with the listener's own songs. */
export function Setlist({
  title = 'Что звучало',
  played,
  mine,
  zone,
  notes,
  className,
}: SetlistProps) {
  const [whole, setWhole] = useState(false)
  const [heard, setHeard] = useState<SetlistSong | null>(null)
  if (played.length === 0) return null
  const shown = whole ? played : played.slice(0, FIRST_SONGS)
  return (
    <Section title={title} count={countedSongs(played.length)} className={className}>
      <ol>
        {shown.map((song) => {
          const performance = performanceOf(song)
          const own = mine.has(performance)
          return (
            <SongRow
              key={song.id}
              song={song}
              className={own ? css.mine : undefined}
              time={song.startedAt === null ? '' : clockTime(new Date(song.startedAt), zone)}
              note={notes?.get(performance)}
              onPress={() => setHeard(song)}
              mark={own && <Badge className={css.you}>вы</Badge>}
            />
          )
        })}
      </ol>
      <BackSheet open={heard !== null} onClose={() => setHeard(null)} title="Где послушать">
        {heard && (
          <>
            <p className="t-l">{[heard.title, heard.artistName].filter(Boolean).join(', ')}</p>
            <ul>
              {musicSearches(heard).map(({ name, href }) => (
                <li key={name}>
                  <Anchor
                    href={href}
                    target="_blank"
                    rel="noopener noreferrer"
                    className={css.service}
                  >
                    {name}
                  </Anchor>
                </li>
              ))}
            </ul>
          </>
        )}
      </BackSheet>
      {shown.length < played.length && (
        <Button className={css.all} onClick={() => setWhole(true)}>
          Показать все {played.length}
        </Button>
      )}
    </Section>
  )
}
