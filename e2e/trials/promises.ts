import type { Page } from '@playwright/test'
import { sha256 } from '../inspector.ts'
import { onDevice, type Unsent } from '../story.ts'
import type { TestTown } from '../town.ts'
import { momentIn, type PickedFile } from './pictures.ts'

/** What was done at the device: the text of each observation and its files. */
export interface RecordOfSaves {
  /** The screen said that it is saved. */
  saved: Map<string, PickedFile[]>
  /** The device died before the screen said so. It may be there as a whole, or not at all. */
  unsure: Map<string, PickedFile[]>
}

export const newRecordOfSaves = (): RecordOfSaves => ({ saved: new Map(), unsure: new Map() })

/** The comparison of the office's records with this book. */
export interface Comparison {
  observations: number
  photos: number
  bytes: number
  lost: number
  /** Doubled, and the app does not say so. */
  doubled: number
  /** Doubled, and the app says so: without keys no client can prevent it. */
  saidDoubled: number
  torn: number
  /** A sentence for each fault. */
  broken: string[]
}

/** '0 doubled', and the number that the app reported. */
export const duplicatesText = ({ doubled, saidDoubled }: Comparison): string =>
  `${doubled} doubled${saidDoubled > 0 ? ` without a word, ${saidDoubled} of which it is said` : ''}`

interface PhotoAtDevice {
  /** The hash of the picked file. */
  sha256: string
  sends: { part: string; sha256: string } | null
  state: string
}

interface PhotoAtOffice {
  content: string
  filename: string
  original_key: string
  sha256: string
}

/**
 * Checks that everything the screen called saved is at the office, once and whole. A photo is identified by the EXIF
 * time in its bytes. The bytes must be the picked ones, or the smaller copy that the device declared.
 */
export async function compareWithOffice(town: TestTown, page: Page, book: RecordOfSaves): Promise<Comparison> {
  const found: Comparison = {
    observations: 0,
    photos: 0,
    bytes: 0,
    lost: 0,
    doubled: 0,
    saidDoubled: 0,
    torn: 0,
    broken: [],
  }
  const say = (what: 'lost' | 'doubled' | 'torn', words: string) => {
    found[what]++
    found.broken.push(`${what}: ${words}`)
  }
  const count = (times: number, words: string, isSaid: () => boolean) => {
    if (times === 0) say('lost', words)
    if (times === 1 && isSaid()) found.broken.push(`untrue: ${words} stands once, and may stand twice it is said`)
    if (times > 1 && isSaid()) found.saidDoubled++
    else if (times > 1) say('doubled', `${words} stands ${times} times`)
  }
  const observations = await rows<{ id: number; content: string }>(town, 'select id, content from observations')
  const receipts = await onDevice<{ note?: string; touches: string[] }>(page, 'receipts')
  const warned = receipts.filter((it) => it.note?.includes('second one')).flatMap((it) => it.touches)
  const photos = await rows<PhotoAtOffice>(
    town,
    `select o.content, a.filename, a.original_key, a.sha256 from attachments a
     join observations o on o.id = a.owner_id where a.owner_type = 'observation'`,
  )
  const declared = new Map((await onDevice<PhotoAtDevice>(page, 'photos')).map((it) => [it.sha256, it.sends]))
  const written = new Map([...book.saved, ...book.unsure])
  const stored: string[] = []
  const named = new Map<string, string>()
  for (const { content, filename, original_key, sha256: known } of photos) {
    const bytes = await town.files.open(original_key)
    const moment = bytes ? momentIn(bytes) : undefined
    const picked = written.get(content)?.find((it) => momentIn(it.buffer) === moment)
    const sends = picked && declared.get(sha256(picked.buffer))
    stored.push(`${content} ${moment}`)
    named.set(`${content} ${moment}`, filename)
    if (!bytes || sha256(bytes) !== known) say('torn', `the stored bytes of a photo of ${content}`)
    else if (!picked) say('torn', `a photo of ${content} was never picked for it`)
    else if (sends?.sha256 !== known)
      say('torn', `a photo of ${content} is not the ${sends?.part ?? 'undeclared'} that the device declared`)
    else if (sends.part === 'original' && known !== sha256(picked.buffer)) say('torn', `a photo of ${content} differs`)
    found.bytes += bytes?.byteLength ?? 0
  }
  const times = countOf(observations.map((it) => it.content))
  const copies = countOf(stored)
  for (const [content, files] of written) {
    const standing = times.get(content) ?? 0
    if (standing === 0 && book.unsure.has(content)) continue
    count(standing, `observation ${content}`, () =>
      observations.some((it) => it.content === content && warned.includes(`observation:${it.id}`)),
    )
    for (const { buffer, name } of files) {
      const photo = `${content} ${momentIn(buffer)}`
      const isSaid = () => warned.some((it) => it.startsWith('photo:') && named.get(photo)?.includes(it.slice(6)))
      count(copies.get(photo) ?? 0, `${name} of ${content}`, isSaid)
    }
  }
  for (const content of times.keys()) if (!written.has(content)) say('torn', `nobody wrote ${content}`)
  found.observations = observations.length
  found.photos = photos.length
  return found
}

/** Checks that all waiting files on the device have their whole bytes. Gives a sentence for each that does not. */
export async function incompleteOnDevice(page: Page): Promise<string[]> {
  const entries = await onDevice<Unsent & { files?: string[] }>(page, 'outbox')
  const named = entries.flatMap((it) => it.files ?? (it.photo ? [it.photo] : []))
  if (named.length === 0) return []
  return page.evaluate(async (ids) => {
    // No named functions here: tsx would wrap them in a helper that the page does not have.
    const names = (await indexedDB.databases()).map((it) => it.name ?? '')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const open = indexedDB.open(names.find((it) => /^codesoft-.*-1$/.test(it)) ?? '')
      open.onsuccess = () => resolve(open.result)
      open.onerror = () => reject(open.error)
    })
    const torn: string[] = []
    for (const id of ids) {
      const places: [string, IDBValidKey][] = [
        ['photos', id],
        ['blobs', [id, 'original']],
      ]
      const [photo, blob] = await Promise.all(
        places.map(
          ([table, key]) =>
            new Promise<{ state?: string; sha256?: string; bytes?: ArrayBuffer } | undefined>((resolve, reject) => {
              const asked = database.transaction(table).objectStore(table).get(key)
              asked.onsuccess = () => resolve(asked.result)
              asked.onerror = () => reject(asked.error)
            }),
        ),
      )
      // Confirmed during the check. The next check does not see it any more.
      if (photo?.state === 'verified') continue
      const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', blob?.bytes ?? new ArrayBuffer(0)))
      const hash = Array.from(digest, (it) => it.toString(16).padStart(2, '0')).join('')
      if (!photo) torn.push(`the entry of photo ${id} has no photo`)
      else if (!blob) torn.push(`photo ${id} waits without its bytes`)
      else if (hash !== photo.sha256) torn.push(`the bytes of waiting photo ${id} are others`)
    }
    database.close()
    return torn
  }, named)
}

const rows = async <Row>(town: TestTown, sql: string): Promise<Row[]> => (await town.pool.query(sql)).rows as Row[]

const countOf = (names: string[]): Map<string, number> => {
  const count = new Map<string, number>()
  for (const name of names) count.set(name, (count.get(name) ?? 0) + 1)
  return count
}
