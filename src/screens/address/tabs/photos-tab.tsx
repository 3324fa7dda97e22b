import { chakra } from '@chakra-ui/react/styled-system'
import { useState } from 'react'
import type { Photo } from '../../../contract/photo.ts'
import type { Listed } from '../../../parts/listed.ts'
import { isPicture } from '../../../parts/photo-match.ts'
import { photosPerPage } from '../../../rules/pages.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Lightbox } from '../../../ui/lightbox.tsx'
import { PageBar, usePages } from '../../../ui/pages.tsx'
import { Empty, ErrorLine, Loading } from '../../../ui/states.tsx'

const Grid = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(3, minmax(0, 1fr))',
    gap: 2,
    maxWidth: '48rem',
    '& > li > *': {
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
      overflowWrap: 'anywhere',
      padding: 1,
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
})

/** The photos of the address and its units, 6 on a page in three columns (AD-15); one tap enlarges (AD-16). */
export function PhotosTab({ rows, problem }: Listed<Photo>) {
  const pages = usePages(rows ?? [], 'photos-page', photosPerPage)
  const [open, setOpen] = useState<Photo | null>(null)
  if (problem) return <ErrorLine message={problem} />
  if (!rows) return <Loading />
  if (rows.length === 0) return <Empty>No photos available.</Empty>
  const pictures = rows.filter((it) => isPicture({ own: null, server: it }))
  return (
    <>
      <Grid aria-label="Photos">
        {pages.rows.map((it) => (
          <li key={it.id ?? it.url}>
            {pictures.includes(it) ? (
              <button type="button" aria-label={`Enlarge ${nameOf(it)}`} onClick={() => setOpen(it)}>
                <Icon name="photo" />
                <Shown photo={it} />
              </button>
            ) : (
              <a href={it.url} target="_blank" rel="noreferrer">
                <Icon name="file" />
                {nameOf(it)}
              </a>
            )}
          </li>
        ))}
      </Grid>
      <PageBar pages={pages} of="Photos" />
      {open && (
        <Lightbox
          pictures={pictures.map((it) => ({ url: it.url, name: nameOf(it) }))}
          start={pictures.indexOf(open)}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const nameOf = (photo: Photo): string => photo.filename?.trim() || 'Photo'

function Shown({ photo }: { photo: Photo }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <span>Not on this device</span>
  return <img src={photo.poster_url ?? photo.url} alt={nameOf(photo)} loading="lazy" onError={() => setMissing(true)} />
}
