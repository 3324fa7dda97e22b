import type { PhotoRow } from '../../src/db/photos.ts'
import type { TestDevice } from './device.ts'

/** Stand-ins for what a form with photos draws, and for the room that it keeps free, by their paths from a test. */
export const undrawnPhotoForm = {
  '../../src/sync/react/picture.ts': { usePicture: () => undefined },
  '../../src/sync/capture/reserve.ts': { keepReserve: async () => true },
  '../../src/parts/camera-button.tsx': { CameraButton: () => null },
  '../../src/parts/fetched-preview.ts': { FilePreview: () => null },
  '../../src/ui/icon.tsx': { Icon: () => null },
  '../../src/ui/states.tsx': { Note: () => null },
  '../../src/ui/this-device.ts': { deviceWord: 'phone' },
}

/** A file of a form that was stored before the app was closed, and not made ready. `name` is its id, too. */
export async function storedDraft(
  { db }: TestDevice,
  {
    name,
    form,
    kind,
    size,
    takenInAt = 1,
  }: { name: string; form: string; kind: 'heic' | 'pdf'; size: number; takenInAt?: number },
): Promise<void> {
  const type = { heic: 'image/heic', pdf: 'application/pdf' }[kind]
  const row = { id: name, state: 'draft', form, ownerType: '', ownerId: 0, name: `${name}.${kind}`, type, size }
  await db.photos.add({
    ...(row as PhotoRow),
    ...{ sha256: name, facts: {} as PhotoRow['facts'], sends: null, lastModified: 1, takenInAt },
    ...{ verifiedAt: null, url: null },
  })
  await db.blobs.add({ photo: name, part: 'original', type, bytes: new ArrayBuffer(size) })
}
