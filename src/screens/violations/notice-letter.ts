import type { Photo } from '../../contract/photo.ts'
import type { Violation } from '../../contract/violation.ts'
import { photoAsJpeg, sealAsPng } from '../../parts/letter-pictures.ts'
import type { MadeLetter } from '../../parts/letters.tsx'
import { isPhoto, officeHash, type ShownPhoto, shownPhotos, takenFacts } from '../../parts/photo-match.ts'
import { queryName } from '../../records/query.ts'
import { violationFiles } from '../../records/violation.ts'
import { letterOf } from '../../rules/letter.ts'
import { withoutMarked } from '../../rules/marked.ts'
import { maxNoticePhotos, type NoticePhotos, noticeOf } from '../../rules/notice.ts'
import { plural } from '../../rules/text.ts'
import type { Device } from '../../sync/device/device.ts'
import { serverNow } from '../../sync/device/server-time.ts'
import type { Town } from '../../sync/online/town.ts'

/** A letter made from this device's data, and what it lacks, in words. */
export interface NoticeHere extends MadeLetter {
  lacks: string[]
}

/** Makes the current notice of a violation from this device's own records. */
export async function noticeHere(
  { device, town }: { device: Device; town: Town },
  violation: Violation,
  withPhotos: boolean,
): Promise<NoticeHere> {
  const { db } = device
  const { id, user_id, address_id, unit_id, codes } = violation
  const [address, inspector, unit, sections] = await Promise.all([
    db.rows('address').get(address_id),
    user_id ? db.rows('user').get(user_id) : undefined,
    unit_id ? db.rows('unit').get(unit_id) : undefined,
    db.rows('code').bulkGet((codes ?? []).map((it) => it.id)),
  ])
  const photos = withPhotos ? await photosHere(device, id) : undefined
  const notice = noticeOf(
    {
      violation: {
        ...violation,
        unit: violation.unit ?? unit,
        // Lists may leave out the texts of a section.
        codes: (codes ?? []).map((it, at) => ({ ...sections[at], ...it })),
      },
      address: address ?? null,
      inspector: inspector ?? violation.user ?? null,
    },
    {
      townName: town.townName,
      letterhead: town.letterhead,
      noticeText: town.noticeText,
      seal: await sealAsPng(town.townSeal),
      zone: town.timeZone,
      now: new Date(await serverNow(device)),
    },
  )
  return {
    letter: letterOf(notice, photos),
    isPartial: !address || Boolean(photos && (photos.notHere > 0 || !photos.isListed)),
    lacks: [
      ...(id < 0 ? ['The town has not recorded this violation yet. The notice says that its number follows.'] : []),
      ...(address
        ? []
        : ["The owner is not on this device. The notice says 'Property owner', and no mailing address."]),
      ...lacking(photos),
    ],
  }
}

/** The photos of a letter, and how many this device does not have or cannot draw. */
interface PhotosHere extends NoticePhotos {
  /** Whether the office has told which photos there are. */
  isListed: boolean
  notHere: number
  notDrawn: number
}

const lacking = (photos: PhotosHere | undefined): string[] => {
  const { isListed, notHere, notDrawn } = photos ?? { isListed: true, notHere: 0, notDrawn: 0 }
  return [
    ...(isListed ? [] : ["The list of the office's photos is not on this device."]),
    ...(notHere === 0 ? [] : [`${plural(notHere, 'photo')} ${notHere === 1 ? 'is' : 'are'} not on this device.`]),
    ...(notDrawn === 0 ? [] : [`${plural(notDrawn, 'HEIC photo')} cannot be drawn by this device.`]),
  ]
}

/** The photos of a violation in the office's order, then unsent ones. */
async function photosHere(device: Device, violationId: number): Promise<PhotosHere> {
  const { db } = device
  const kept = await db.pulls.get(queryName(violationFiles(violationId).query))
  // The value stored under a call's name is that call's reply, checked against the contract.
  const listed = (kept?.value as Photo[] | undefined) ?? []
  const own = await db.photos.where('[ownerType+ownerId]').equals(['violation', violationId]).sortBy('takenInAt')
  const all = withoutOriginals(shownPhotos(own, listed))
  const place = ({ server }: { server: Photo | null }) => (server ? listed.indexOf(server) : listed.length)
  const pictures = all.filter(isPhoto).sort((a, b) => place(a) - place(b))
  const found: NoticePhotos['photos'] = []
  const without = { notHere: 0, notDrawn: 0 }
  for (const photo of pictures.slice(0, maxNoticePhotos)) {
    const picture = await photoAsJpeg(device, photo)
    if (typeof picture === 'string') without[picture] += 1
    else found.push({ ...picture, ...namedBy(photo) })
  }
  const isListed = kept !== undefined || violationId < 0
  return { isListed, photos: found, leftOut: all.length - found.length - without.notHere, ...without }
}

/** The name of a photo, and the sections that it proves: only our server tells these. */
const namedBy = ({ own, server }: ShownPhoto) => ({
  filename: server?.filename ?? `${own?.id}.jpg`,
  codeIds: server?.code_ids ?? [],
})

/** A letter goes to strangers, so it shows the marked-up copy of a picture if there is one, as at the office. */
const withoutOriginals = (photos: readonly ShownPhoto[]): ShownPhoto[] =>
  withoutMarked(photos.map((photo) => ({ photo, sha256: officeHash(photo), capture: takenFacts(photo) }))).map(
    ({ photo }) => photo,
  )
