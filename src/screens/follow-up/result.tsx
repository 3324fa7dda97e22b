import { chakra } from '@chakra-ui/react/styled-system'
import type { ViolationComment } from '../../contract/violation.ts'
import { PhotoWall } from '../../parts/photo-wall.tsx'
import { followedCode } from '../../rules/follow-up.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Subject } from './subjects.ts'

const Lines = chakra('ul', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: 2,
    paddingTop: 3,
    borderTop: 'var(--hairline) solid var(--line)',
    '& > li': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr) auto', columnGap: 2, alignItems: 'center' },
    '& > li > p': { gridColumn: '1 / -1', color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
  },
})

/** Today's follow-up of each section, with its photos. */
export function Result({ comment, subjects }: { comment: ViolationComment; subjects: readonly Subject[] }) {
  return (
    <>
      <Lines aria-label="Follow-up of today">
        {subjects.map(({ key, name }) => {
          const followed = followedCode(comment.content, name)
          if (!followed) return null
          return (
            <li key={key}>
              <span>{name}</span>
              <Badge tone={followed.isFixed ? 'green' : 'yellow'} icon={followed.isFixed ? 'done' : 'close'}>
                {followed.isFixed ? 'Fixed' : 'Not fixed'}
              </Badge>
              {followed.note && <p>{followed.note}</p>}
            </li>
          )
        })}
      </Lines>
      <PhotoWall
        type="violationComment"
        id={comment.id}
        photos={comment.photos ?? []}
        of="the follow-up"
        empty={null}
      />
    </>
  )
}
