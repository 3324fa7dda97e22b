import { chakra } from '@chakra-ui/react/styled-system'
import { CameraButton } from '../../parts/camera-button.tsx'
import { ChosenPhotos, type PhotoIntake } from '../../parts/photo-intake.tsx'
import { useTiles } from '../../parts/photo-tile.tsx'
import { useZone } from '../../parts/use-now.ts'
import { dateText } from '../../rules/date-text.ts'
import { IconButton } from '../../ui/button.tsx'
import { FileChooser } from '../../ui/file-chooser.tsx'
import { useIsDesk } from '../../ui/media.ts'
import type { EarlierPhoto } from './earlier-photos.ts'

const Pair = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
    gap: 2,
    maxWidth: '32rem',
    alignItems: 'start',
    '& > div': { display: 'flex', flexDirection: 'column', gap: 1, minWidth: 0 },
    '& > div > p': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    // The app's camera is used most, so it comes first; on the phone it has its own line.
    '& [role=group] > button:nth-of-type(3)': { order: { base: -1, lg: 0 }, flex: { base: '1 1 100%', lg: 'none' } },
    '& [data-choice]': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 },
    '& [data-choice] > p': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
  },
})

const Tile = chakra('div', {
  base: {
    '& > button, & > a, & > span': {
      position: 'relative',
      display: 'grid',
      placeItems: 'center',
      width: '100%',
      aspectRatio: '4 / 3',
      padding: 2,
      borderRadius: 'md',
      overflow: 'hidden',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
      lineHeight: 1.25,
      textAlign: 'center',
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
  },
  variants: {
    // There is no photo beside it, so no room is reserved for one.
    flat: { true: { '& > span': { aspectRatio: 'auto', minHeight: '56px' } } },
  },
})

interface Props {
  /** What the photos show. */
  name: string
  photos: readonly EarlierPhoto[]
  /** The one shown beside the new photo, and as a guide in the camera. */
  earlier: EarlierPhoto | undefined
  onEarlier: (key: string) => void
  /** Absent if no more photos can be taken. */
  intake?: PhotoIntake | undefined
}

/** The earlier photo at the left, today's at the right. */
export function PhotoPair({ name, photos, earlier, onEarlier, intake }: Props) {
  const isDesk = useIsDesk()
  const count = intake?.photos.length ?? 0
  return (
    <Pair>
      <div>
        <Earlier photos={photos} earlier={earlier} onEarlier={onEarlier} />
      </div>
      {intake && (
        <div>
          <p>Today</p>
          {count + intake.reading.length === 0 && (
            <Tile flat={earlier ? undefined : true}>
              <span>No photo yet</span>
            </Tile>
          )}
          <ChosenPhotos intake={intake} what={`Photos of ${name}`} />
          <FileChooser label={`Photos of ${name}`} isCompact={!isDesk} onPick={intake.take}>
            <CameraButton
              intake={intake}
              earlier={earlier?.photo}
              words={
                <>
                  Photo<span className="unseen"> of {name}</span>
                </>
              }
            />
          </FileChooser>
        </div>
      )}
    </Pair>
  )
}

function Earlier({ photos, earlier, onEarlier }: Pick<Props, 'photos' | 'earlier' | 'onEarlier'>) {
  const zone = useZone()
  const { tile, enlarged } = useTiles(earlier ? [earlier.photo] : [])
  const at = photos.findIndex((it) => it.photo.key === earlier?.photo.key)
  const turn = (by: number) => {
    const next = photos[(at + by + photos.length) % photos.length]
    if (next) onEarlier(next.photo.key)
  }
  return (
    <>
      <p>{earlier ? dateText(earlier.at, zone) || 'Earlier' : 'Earlier'}</p>
      <Tile flat={earlier ? undefined : true}>{earlier ? tile(earlier.photo) : <span>No earlier photo</span>}</Tile>
      {photos.length > 1 && (
        <div data-choice="">
          <IconButton icon="back" label="Earlier photo before" onClick={() => turn(-1)} />
          <p>
            {at + 1} of {photos.length}
          </p>
          <IconButton icon="next" label="Earlier photo after" onClick={() => turn(1)} />
        </div>
      )}
      {enlarged}
    </>
  )
}
