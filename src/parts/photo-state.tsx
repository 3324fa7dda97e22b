import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { type OutboxEntry, photoRowName } from '../db/outbox.ts'
import type { PhotoRow } from '../db/photos.ts'
import { useEngine } from '../sync/react/engine.ts'
import { useLive } from '../sync/react/live.ts'
import { Icon } from '../ui/icon.tsx'
import { photoWords } from './entry-words.ts'

/** How often the upload progress is read (ms). */
const lookEveryMs = 400

const Line = chakra('span', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    paddingTop: '2px',
    fontSize: 'sm',
    lineHeight: 1.25,
    color: 'fg.muted',
    '&[data-tone=red]': { color: 'red', fontWeight: 'medium' },
    '& > svg': { flex: 'none' },
  },
})

/**
 * The state of a file of this device: on this phone, sending with its progress, sent, or refused with the server's
 * message.
 */
export function PhotoState({ photo }: { photo: PhotoRow }) {
  const entries =
    useLive(
      async (db) => db.outbox.where('touches').equals(photoRowName(photo.id)).toArray(),
      [photo.id],
      `work on photo ${photo.id}`,
    ) ?? []
  return <PhotoStateOf photo={photo} entries={entries} />
}

/** The same if its unsent work is already known. */
export function PhotoStateOf({ photo, entries }: { photo: PhotoRow; entries: readonly OutboxEntry[] }) {
  const isSending = entries.some((it) => it.state === 'sending')
  const progress = useProgress(photo.id, isSending)
  const said = photoWords(entries, photo.state === 'verified', progress)
  return (
    <Line data-tone={said.tone} title={said.detail ?? undefined}>
      <Icon name={said.icon} size={14} />
      <span>
        {said.text}
        {said.tone === 'red' && said.detail && `: ${said.detail}`}
      </span>
    </Line>
  )
}

function useProgress(photo: string, isSending: boolean) {
  const { progress } = useEngine().device
  const [now, setNow] = useState<{ sent: number; total: number }>()
  useEffect(() => {
    if (!isSending) return
    const look = () => setNow(progress.get(photo))
    look()
    const timer = setInterval(look, lookEveryMs)
    return () => clearInterval(timer)
  }, [isSending, photo, progress])
  return isSending ? now : undefined
}
