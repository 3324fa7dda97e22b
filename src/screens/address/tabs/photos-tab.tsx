import { chakra } from '@chakra-ui/react/styled-system'
import type { Listed } from '../../../parts/listed.ts'
import type { ShownPhoto } from '../../../parts/photo-match.ts'
import { PhotoState } from '../../../parts/photo-state.tsx'
import { useTiles } from '../../../parts/photo-tile.tsx'
import { photosPerPage } from '../../../rules/pages.ts'
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
export function PhotosTab({ rows, problem, unheld }: Listed<ShownPhoto>) {
  const pages = usePages(rows ?? [], 'photos-page', photosPerPage)
  const { tile, enlarged } = useTiles(rows ?? [])
  if (problem) return <ErrorLine message={problem} />
  if (!rows) return <Loading />
  if (rows.length === 0) return <Empty>{unheld ?? 'No photos available.'}</Empty>
  return (
    <>
      <Grid aria-label="Photos">
        {pages.rows.map((it) => (
          <li key={it.key}>
            {tile(it)}
            {it.own && <PhotoState photo={it.own} />}
          </li>
        ))}
      </Grid>
      <Pager>
        <PageBar pages={pages} of="Photos" />
        <PageJump pages={pages} of="Photos" />
      </Pager>
      {enlarged}
    </>
  )
}
