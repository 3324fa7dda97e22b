import { chakra } from '@chakra-ui/react/styled-system'
import { useRef, useState } from 'react'
import { inTransaction } from '../db/in-transaction.ts'
import type { PhotoRow } from '../db/photos.ts'
import { tidyFileName } from '../rules/file-names.ts'
import type { Taken } from '../sync/capture/read-picked.ts'
import { keepReserve } from '../sync/capture/reserve.ts'
import { shrink } from '../sync/capture/shrink.ts'
import { forget, makeSendable, PhotoRefusal, takeIn } from '../sync/capture/take-in.ts'
import { formNames } from '../sync/entry/names.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePhotosIn } from '../sync/react/hooks.ts'
import { usePicture } from '../sync/react/picture.ts'
import { IconButton } from '../ui/button.tsx'
import { FileChooser } from '../ui/file-chooser.tsx'
import { Icon } from '../ui/icon.tsx'
import { withNewFiles } from '../ui/same-file.ts'
import { Note } from '../ui/states.tsx'
import { deviceWord } from '../ui/this-device.ts'
import { CameraButton } from './camera-button.tsx'
import { FilePreview } from './fetched-preview.ts'
import { isPicture, type PreviewState, previewKind, previewNote } from './photo-match.ts'

/** A file that is being read and stored, and is not safe yet. `id` is the photo that it becomes. */
interface Reading {
  id: string
  name: string
  /** It is stored and being attached to its record, whose list shows it. */
  isAttached?: true
}

/** A file that was not accepted, and why. */
interface NotTaken {
  id: string
  words: string
}

/** Files of a form that is not saved yet. Each is safe on this device as soon as it is in `photos`. */
export interface PhotoIntake {
  photos: readonly PhotoRow[]
  reading: readonly Reading[]
  /** Files are read, or stored ones are made ready to be sent. */
  isBusy: boolean
  notTaken: readonly NotTaken[]
  take(files: readonly Taken[]): void
  remove(photo: string): Promise<void>
  removeAll(): Promise<void>
  dismiss(id: string): void
  /** Waits for files being read, and resolves to the ids of all files of the form. */
  settled(): Promise<string[]>
  /** No file was chosen, as far as the device has been read; then nobody needs to wait for `settled`. */
  isEmpty(): boolean
}

/**
 * Accepts files for a form, all at once and independently: one that cannot be read does not delay the others. `attach`
 * gives each to its record as soon as it is safe, if the record is saved already.
 */
export function usePhotoIntake(form: string, attach?: (photo: string) => Promise<unknown>): PhotoIntake {
  const { db } = useEngine().device
  const ofForm = usePhotosIn(form)
  const photos = ofForm ?? []
  const [reading, setReading] = useState<Reading[]>([])
  const [notTaken, setNotTaken] = useState<NotTaken[]>([])
  const running = useRef(new Set<Promise<void>>())
  // Files that are not stored yet, so that one picked twice is noticed. Stored ones are compared when they are stored.
  const picked = useRef<Taken[]>([])

  const tell = (id: string, words: string) => setNotTaken((old) => [...old, { id, words }])
  const takeOne = async (file: Taken, id: string) => {
    const attachOne = (photo: string) => {
      setReading((old) => old.map((it) => (it.id === id ? { ...it, isAttached: true } : it)))
      return attach?.(photo) ?? Promise.resolve()
    }
    const onSafe = 'onSafe' in file ? file.onSafe : undefined
    try {
      await takeIn(db, file, { form }, { keepReserve, newId: () => id, onSafe, attach: attach && attachOne })
    } catch (error) {
      if (error instanceof PhotoRefusal) return tell(id, error.message)
      // Once stored it is safe, whatever failed later.
      if (!(await db.photos.get(id).catch(() => undefined))) tell(id, notStoredText(file.name))
      throw error
    } finally {
      setReading((old) => old.filter((it) => it.id !== id))
    }
  }
  return {
    photos,
    // A stored photo is made ready for a second or more. Shown twice meanwhile, it would move what is below it.
    reading: reading.filter(({ id, isAttached }) => !isAttached && photos.every((it) => it.id !== id)),
    isBusy: reading.length > 0,
    notTaken,
    take(files) {
      const known = picked.current.length
      picked.current = withNewFiles(picked.current, files)
      for (const file of picked.current.slice(known)) {
        const id = crypto.randomUUID()
        setReading((old) => [...old, { id, name: file.name }])
        const job = takeOne(file, id)
        running.current.add(job)
        void job.finally(() => {
          running.current.delete(job)
          picked.current = picked.current.filter((it) => it !== file)
        })
      }
    },
    remove(photo) {
      setReading((old) => old.filter((it) => it.id !== photo))
      return forget(db, photo)
    },
    async removeAll() {
      await Promise.allSettled(running.current)
      for (const photo of await idsIn(db, form)) await forget(db, photo)
    },
    isEmpty: () => running.current.size === 0 && photos.length === 0 && ofForm !== undefined,
    dismiss: (id) => setNotTaken((old) => old.filter((it) => it.id !== id)),
    async settled() {
      await Promise.allSettled(running.current)
      const ids = await idsIn(db, form)
      // Shrinking may not have finished before the app was last closed.
      for (const id of ids) {
        const refusal = await makeSendable(db, id, shrink)
        if (refusal) tell(id, refusal.message)
      }
      // One may have been removed meanwhile, and a record cannot be saved with a photo that is gone. A new one is not
      // read yet.
      const left = new Set(await idsIn(db, form))
      return ids.filter((id) => left.has(id))
    },
  }
}

const notStoredText = (name: string) =>
  `${tidyFileName(name, 'This file')} could not be stored on this ${deviceWord}. Take or choose it again.`

const idsIn = (db: ReturnType<typeof useEngine>['device']['db'], form: string): Promise<string[]> =>
  // The record may have got its server id since the page was rendered, or may get it now, so names and photos are read
  // in one transaction.
  inTransaction(db, 'r', [db.ids, db.photos, db.meta], async (db) => {
    const names = await formNames(db, form)
    return (await db.photos.where('form').anyOf(names).sortBy('takenInAt')).map((it) => it.id)
  })

const Shelf = chakra('ul', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(7rem, 1fr))',
    gap: 2,
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      minWidth: 0,
      border: 'var(--hairline) solid var(--line)',
      borderRadius: 'md',
      overflow: 'hidden',
    },
    '& > li > div:first-of-type': {
      position: 'relative',
      aspectRatio: '4 / 3',
      background: 'bg.muted',
      display: 'grid',
      placeItems: 'center',
    },
    '& img': { width: '100%', height: '100%', objectFit: 'cover', position: 'absolute', inset: 0 },
    '& > li > p': { padding: 1, fontSize: 'sm', lineHeight: 1.25, color: 'fg.muted' },
    '& > li > div:last-of-type': {
      display: 'flex',
      alignItems: 'center',
      gap: '2px',
      // The same height while a file is read as with its button afterwards.
      minHeight: 'tap',
      paddingInlineStart: 1,
    },
    // Three of them fit in a row on a phone, and the word must not be cut.
    '& > li > div:last-of-type > button': { marginInlineStart: '-8px' },
    '& > li > div:last-of-type > span': {
      flex: 1,
      minWidth: 0,
      fontSize: 'sm',
      color: 'fg.muted',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  },
})

/** The files chosen in a form: stored, being read, and failed. */
export function ChosenPhotos({ intake, what = 'Chosen files' }: { intake: PhotoIntake; what?: string }) {
  const { photos, reading } = intake
  return (
    <>
      {photos.length + reading.length > 0 && (
        <Shelf aria-label={what}>
          {photos.map((photo) => (
            <ChosenPhoto key={photo.id} photo={photo} onRemove={() => void intake.remove(photo.id)} />
          ))}
          {reading.map(({ id, name }) => (
            <li key={id}>
              <div>
                <Icon name="photo" />
              </div>
              <div role="status">
                <span>Reading {name}</span>
              </div>
            </li>
          ))}
        </Shelf>
      )}
      <FilesNotTaken intake={intake} />
    </>
  )
}

/** The files that were not accepted, each with the reason, until the message is closed. */
export function FilesNotTaken({ intake }: { intake: PhotoIntake }) {
  if (intake.notTaken.length === 0) return null
  return (
    <Refusals>
      {intake.notTaken.map(({ id, words }) => (
        <Note key={id} tone="red" role="alert" onClose={() => intake.dismiss(id)}>
          {words}
        </Note>
      ))}
    </Refusals>
  )
}

const Refusals = chakra('div', { base: { display: 'grid', gap: 2, marginBlock: 2 } })

/** The thumbnail of a file that belongs to no record yet, and a text if there is none. */
export function useSmallPicture(photo: PhotoRow) {
  const url = usePicture(photo.id, 'thumb')
  const [state, setState] = useState<PreviewState | null>(null)
  const shown = { key: photo.id, name: photo.name, own: photo, server: null }
  const hasPreview = !isPicture(shown) && previewKind(shown) !== null
  const picture = (
    <>
      <Icon name={photo.type.startsWith('image/') ? 'photo' : 'file'} />
      {url && <img src={url} alt={photo.name} />}
      {hasPreview && <FilePreview of={shown} canEnlarge={false} onState={setState} />}
    </>
  )
  return { picture, note: hasPreview ? previewNote(shown, state) : null }
}

function ChosenPhoto({ photo, onRemove }: { photo: PhotoRow; onRemove: () => void }) {
  const { picture, note } = useSmallPicture(photo)
  return (
    <li>
      <div>{picture}</div>
      {note && <p>{note}</p>}
      <div>
        <Icon name="check" size={14} />
        <span title={`${photo.name}: saved on this ${deviceWord}`}>Saved</span>
        <IconButton icon="trash" label={`Remove ${photo.name}`} onClick={onRemove} />
      </div>
    </li>
  )
}

/** Camera and file buttons with the chosen files: the attachments of any form. */
export function PhotoField({ intake, label, words }: { intake: PhotoIntake; label: string; words?: string }) {
  return (
    <>
      <FileChooser label={label} words={words} onPick={intake.take}>
        <CameraButton intake={intake} />
        {intake.photos.length > 0 && <span>{count(intake.photos.length)}</span>}
      </FileChooser>
      <ChosenPhotos intake={intake} />
    </>
  )
}

const count = (files: number) => `${files} ${files === 1 ? 'file' : 'files'}`
