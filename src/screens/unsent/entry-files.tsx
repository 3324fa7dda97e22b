import type { OutboxEntry } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'
import { leaveOut } from '../../sync/reconcile/resolve-entry.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { FileStrip, Tile } from './files-item.tsx'

/**
 * The files of a refused entry that is sent together with them. One that the office does not take in can be left out,
 * so that the text and the other files are not lost with it.
 */
export function EntryFiles({ entry }: { entry: OutboxEntry }) {
  const ids = entry.files ?? []
  const photos = useLive((db) => db.photos.bulkGet([...ids]), [ids.join()])
  if (!photos) return null
  return (
    <FileStrip aria-label="Files">
      {ids.map((id, at) => (
        <EntryFile key={id} entry={entry} id={id} photo={photos[at]} place={ids.length > 1 ? `${at + 1}. ` : ''} />
      ))}
    </FileStrip>
  )
}

interface FileProps {
  entry: OutboxEntry
  id: string
  photo: PhotoRow | undefined
  /** '2. ', as the office's refusal counts the files; '' for the only one. */
  place: string
}

function EntryFile({ entry, id, photo, place }: FileProps) {
  const { device } = useEngine()
  const name = photo?.name ?? 'A file that is gone'
  const ask = async () => {
    const isSure = await confirm({
      title: 'Leave this file out?',
      text: `“${name}” will be gone from this ${deviceWord}. Everything else is sent again without it.`,
      yes: 'Leave it out',
      no: 'Keep',
      isDanger: true,
    })
    if (!isSure) return
    if (await leaveOut(device, entry.key, id)) tell('Left out, waiting to send')
    else tellFailure('Not left out: it is just being sent.')
  }
  return (
    <li>
      <Tile photo={photo} />
      <span className="name">
        {place}
        {name}
      </span>
      <Button kind="quiet" onClick={() => void ask()}>
        Leave out<span className="unseen"> {name}</span>
      </Button>
    </li>
  )
}
