import { chakra } from '@chakra-ui/react/styled-system'
import type { Id } from '../contract/id.ts'
import { type PhotoProgress, photoProgressOfInspection } from '../sync/capture/photo-progress.ts'
import { useLive } from '../sync/react/live.ts'
import { Icon } from '../ui/icon.tsx'

const Line = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
    fontVariantNumeric: 'tabular-nums',
    '& > svg': { flex: 'none' },
  },
})

/** 'Stored 41 of 43 photos': how many of them were verified at the office. */
export const storedText = ({ stored, of }: PhotoProgress): string =>
  `Stored ${stored} of ${of} ${of === 1 ? 'photo' : 'photos'}`

/** How many of this phone's photos of an inspection are at the office; nothing if it took none. */
export function PhotosStored({ inspectionId }: { inspectionId: Id }) {
  const tally = useLive(
    (db) => photoProgressOfInspection(db, inspectionId),
    [inspectionId],
    `photos stored of ${inspectionId}`,
  )
  if (!tally) return null
  return (
    <Line>
      <Icon name={tally.stored === tally.of ? 'done' : 'phone'} size={16} />
      {storedText(tally)}
    </Line>
  )
}
