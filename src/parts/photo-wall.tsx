import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'
import type { Id, RecordType } from '../contract/id.ts'
import type { Photo } from '../contract/photo.ts'
import { mayWrite } from '../rules/permissions.ts'
import { usePhotosOf } from '../sync/react/hooks.ts'
import { useUser } from '../sync/react/live.ts'
import { useDuplicatesOn } from '../sync/react/possible-duplicates.ts'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { shownPhotos } from './photo-match.ts'
import { PhotoState } from './photo-state.tsx'
import { useTiles } from './photo-tile.tsx'

const Wall = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& > li': { width: '7rem', minWidth: 0 },
    '& > li > button, & > li > a': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      aspectRatio: '4 / 3',
      borderRadius: 'md',
      overflow: 'hidden',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
      textDecoration: 'none',
      padding: 1,
      textAlign: 'center',
      overflowWrap: 'anywhere',
      lineHeight: 1.2,
    },
    '@media print': { '& > li': { width: '2.2in' } },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
})

interface Props {
  type: RecordType
  id: Id
  /** Its files as the server lists them. */
  photos: readonly Photo[]
  /** What the pictures show, for screen readers. */
  of: string
  /** The specification's text for no photos; null shows nothing. */
  empty?: string | null
  /** Actions for all of them, below the pictures; `view` enlarges the first, null if none is a picture. */
  actions?: (files: { count: number; view: (() => void) | null }) => ReactNode
}

/** A record's photos, this device's at once and each with its own state; a tap enlarges (AR-09). */
export function PhotoWall({ type, id, photos, of, empty = 'No photos attached', actions }: Props) {
  const own = usePhotosOf(type, id)
  const seconds = useDuplicatesOn(type, id)
  const shown = shownPhotos(own ?? [], photos)
  const canWrite = mayWrite(useUser().role)
  const { tile, view, enlarged } = useTiles(shown, canWrite && isMarkable(type) ? { type, id } : undefined)
  if (shown.length === 0) return own === undefined || empty === null ? null : <NoPhotos>{empty}</NoPhotos>
  return (
    <>
      <Wall aria-label={`Photos of ${of}`}>
        {shown.map((it) => (
          <li key={it.key}>
            {tile(it)}
            {it.own && <PhotoState photo={it.own} />}
          </li>
        ))}
      </Wall>
      {seconds.map((it) => it.photo !== null && <DuplicateWarning key={it.key} second={it} />)}
      {actions?.({ count: shown.length, view })}
      {enlarged}
    </>
  )
}

/** Records to which files can be added. A comment has only those with which it was written. */
const isMarkable = (type: RecordType) => type === 'observation' || type === 'violation' || type === 'inspection'

const NoPhotos = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm' } })
