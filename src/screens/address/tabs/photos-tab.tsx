import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Id } from '../../../contract/id.ts'
import type { Photo } from '../../../contract/photo.ts'
import type { DeviceDatabase } from '../../../db/database.ts'
import type { PhotoRow } from '../../../db/photos.ts'
import type { Listed } from '../../../parts/listed.ts'
import { isPicture, type Shown, shownPhotos } from '../../../parts/photo-match.ts'
import { PhotoState } from '../../../parts/photo-state.tsx'
import { Enlarged, FileTile, PictureTile } from '../../../parts/photo-tile.tsx'
import { photosPerPage } from '../../../rules/pages.ts'
import { useLive } from '../../../sync/react.ts'
import { PageJump } from '../../../ui/page-jump.tsx'
import { PageBar, usePages } from '../../../ui/pages.tsx'
import { Empty, ErrorLine, Loading } from '../../../ui/states.tsx'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: 2,
    maxWidth: '48rem',
    '& > li > button, & > li > a': {
      display: 'grid',
      placeItems: 'center',
      position: 'relative',
      width: '100%',
      aspectRatio: '4 / 3',
      overflow: 'hidden',
      borderRadius: 'md',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
      textAlign: 'center',
      textDecoration: 'none',
      overflowWrap: 'anywhere',
      padding: 1,
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
})

const Pager = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', columnGap: 6 } })

/** The photos of the address and its units, 6 on a page in three columns (AD-15); one tap enlarges (AD-16). */
export function PhotosTab({ rows, problem, addressId }: Listed<Photo> & { addressId: Id }) {
  const own = useLive((db) => ownPhotos(db, addressId), [addressId]) ?? []
  const shown = inOrder(own, rows ?? [])
  const pages = usePages(shown, 'photos-page', photosPerPage)
  const [open, setOpen] = useState<string | null>(null)
  if (shown.length === 0) {
    if (problem) return <ErrorLine message={problem} />
    return rows ? <Empty>No photos available.</Empty> : <Loading />
  }
  const pictures = shown.filter(isPicture)
  return (
    <>
      <Grid aria-label="Photos">
        {pages.rows.map((it) => (
          <li key={it.key}>
            {isPicture(it) ? <PictureTile shown={it} onOpen={() => setOpen(it.key)} /> : <FileTile shown={it} />}
            {it.own && <PhotoState photo={it.own} />}
          </li>
        ))}
      </Grid>
      <Pager>
        <PageBar pages={pages} of="Photos" />
        <PageJump pages={pages} of="Photos" />
      </Pager>
      {open !== null && (
        <Enlarged
          pictures={pictures}
          start={pictures.findIndex((it) => it.key === open)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

/** What the office has not listed yet stands first; the rest as it lists them. */
function inOrder(own: readonly PhotoRow[], listed: readonly Photo[]): Shown[] {
  const all = shownPhotos(own, listed)
  const known = new Map(all.map((it) => [it.server, it]))
  return [...all.filter((it) => it.server === null), ...listed.flatMap((it) => known.get(it) ?? [])]
}

/** Photos that this device gave to comments on the address, the newest first. */
async function ownPhotos(db: DeviceDatabase, addressId: Id): Promise<PhotoRow[]> {
  const comments = await db.rows('comment').where('address_id').equals(addressId).toArray()
  const owners = comments.map((it): [string, number] => ['comment', it.id])
  return (await db.photos.where('[ownerType+ownerId]').anyOf(owners).sortBy('takenInAt')).reverse()
}
