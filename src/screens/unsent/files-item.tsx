import { chakra } from '@chakra-ui/react/styled-system'
import { needsUser, type OutboxEntry } from '../../db/outbox.ts'
import { type PhotoRow, sentSize } from '../../db/photos.ts'
import { PhotoStateOf } from '../../parts/photo-state.tsx'
import { sizeText } from '../../rules/size.ts'
import { plural } from '../../rules/text.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { usePicture } from '../../sync/react/picture.ts'
import { retry } from '../../sync/reconcile/resolve-entry.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { deviceIcon, savedHere } from '../../ui/this-device.ts'
import { useDescribed } from './described.tsx'
import { askAndDiscard } from './discard.tsx'
import { ItemFrame } from './item-frame.tsx'
import { Where } from './where.tsx'

/** Pictures shown at once; more are counted. */
const shownAtMost = 12

export const FileStrip = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    '& > li': { width: '7rem', minWidth: 0 },
    '& .tile': {
      display: 'grid',
      placeItems: 'center',
      position: 'relative',
      aspectRatio: '4 / 3',
      overflow: 'hidden',
      borderRadius: 'md',
      background: 'bg.muted',
      color: 'fg.muted',
      fontSize: 'sm',
      padding: 1,
      textAlign: 'center',
      overflowWrap: 'anywhere',
    },
    '& img': { position: 'absolute', inset: 0, width: '100%', height: '100%', objectFit: 'cover' },
    '& .name': { display: 'block', paddingTop: '2px', fontSize: 'sm', lineHeight: 1.25, overflowWrap: 'anywhere' },
    '& button': { width: '100%', paddingInline: 1 },
  },
})

/** The files of one record that are still on this phone, each with its progress. */
export function FilesItem({ entries }: { entries: OutboxEntry[] }) {
  const first = entries[0]
  return first ? <Files first={first} entries={entries} /> : null
}

function Files({ first, entries }: { first: OutboxEntry; entries: OutboxEntry[] }) {
  const described = useDescribed(first)
  const ids = entries.flatMap((it) => it.photo ?? [])
  const photos = useLive((db) => db.photos.bulkGet(ids), [ids.join()])
  if (!described || !photos) return <ItemFrame aria-busy="true">&nbsp;</ItemFrame>
  const known = new Map(photos.flatMap((it) => (it ? [[it.id, it] as const] : [])))
  const bytes = sentSize([...known.values()])
  const stuck = entries.filter((it) => needsUser.includes(it.state))
  // Files that need the user are never hidden behind the count.
  const shown = [...stuck, ...entries.filter((it) => !stuck.includes(it))].slice(0, Math.max(shownAtMost, stuck.length))
  const title = `${plural(entries.length, 'photo')} · ${described.words}`
  return (
    <ItemFrame aria-label={title}>
      <h3>{title}</h3>
      <Where described={described} at={first.capturedAt} />
      <div className="state">
        {stuck.length > 0 ? (
          <Badge tone="red">{`${stuck.length} refused`}</Badge>
        ) : (
          <Badge tone="accent" icon={deviceIcon}>
            {savedHere}
          </Badge>
        )}
        <span>{sizeText(bytes)} to send; photos never hold other work back</span>
      </div>
      <div className="below">
        <FileStrip>
          {shown.map((entry) => (
            <FileTile key={entry.seq} entry={entry} photo={known.get(entry.photo ?? '')} words={described.words} />
          ))}
        </FileStrip>
        {shown.length < entries.length && <p>and {plural(entries.length - shown.length, 'more photo')}</p>}
      </div>
    </ItemFrame>
  )
}

function FileTile({ entry, photo, words }: { entry: OutboxEntry; photo: PhotoRow | undefined; words: string }) {
  const { device } = useEngine()
  const isStuck = needsUser.includes(entry.state)
  return (
    <li>
      <Tile photo={photo} />
      {photo && <PhotoStateOf photo={photo} entries={[entry]} />}
      {!photo && <span>{entry.problem?.detail}</span>}
      {isStuck && (
        <>
          <Button onClick={() => void retry(device, entry.key)}>Try again</Button>
          <Button kind="quiet" onClick={() => void askAndDiscard(device, entry, photo?.name ?? words)}>
            Discard
          </Button>
        </>
      )}
    </li>
  )
}

/** A file of the strip as a picture, if it is still on this device. */
export const Tile = ({ photo }: { photo: PhotoRow | undefined }) => (
  <div className="tile">{photo ? <Thumb photo={photo} /> : <Icon name="file" />}</div>
)

function Thumb({ photo }: { photo: PhotoRow }) {
  const url = usePicture(photo.id, 'thumb')
  return url ? <img src={url} alt={photo.name} /> : <span>{photo.name}</span>
}
