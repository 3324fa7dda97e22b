import { everybody } from '../../../db/aside.ts'
import { DeviceDatabase, databaseName } from '../../../db/database.ts'
import type { Directory, Person } from '../../../db/directory.ts'
import { isFull } from '../../../db/storage-error.ts'
import { withRoom } from '../../capture/reserve.ts'
import type { Device } from '../../device/device.ts'
import { noteIfRoom } from '../../entry/journal.ts'
import { isSealed, SealDamaged, type SealedCopy, sealedCopies } from './pieces.ts'
import { keepNoSeal, keepSealKey, keyByPassword, makeSealKey, sealKeyOf } from './seal-key.ts'
import { askTownKey, keyByTown } from './town-key.ts'
import { unseal } from './unseal.ts'

/**
 * The result of opening sealed work. Copies that were not opened stay unchanged. `needsSignal`: only the town can open
 * it now; `refused`: neither the password nor this town can open it.
 */
export type Opening = 'opened' | 'needsSignal' | 'refused' | 'damaged' | 'noRoom'

/** What is told first if several copies stay sealed: what the person can change comes before what they cannot. */
const toldFirst: readonly Opening[] = ['noRoom', 'needsSignal', 'refused', 'damaged']

/**
 * Opens all sealed work of the person who has signed in, with their password if it fits, else with the town's help. A
 * copy that does not open keeps no other shut.
 */
export async function openSealed(device: Device, password: string | null): Promise<Opening> {
  const openings = new Set<Opening>()
  for (const copy of await sealedCopies(device.db)) {
    // Without signal each further question would only make the person wait.
    const opening = await openOne(device, copy, password, !openings.has('needsSignal'))
    openings.add(opening)
    if (opening !== 'opened') await noteIfRoom(device.db, device.now(), 'not opened', { copy: copy.id, why: opening })
  }
  return toldFirst.find((it) => openings.has(it)) ?? 'opened'
}

async function openOne(device: Device, copy: SealedCopy, password: string | null, asksTown: boolean): Promise<Opening> {
  const { db, userId } = device
  const own = password === null ? null : await keyByPassword(copy.wraps, userId, password)
  const key = own ?? (asksTown ? await keyByTown(device, copy) : 'noAnswer')
  if (key === 'noAnswer') return 'needsSignal'
  if (key === 'refused') return 'refused'
  try {
    await withRoom(db, () => unseal(db, copy, key, device.now()))
  } catch (error) {
    // Opened all the same, by another tab or by an attempt that the browser called aborted.
    if (error instanceof SealDamaged) return (await isSealed(db, copy)) ? 'damaged' : 'opened'
    if (isFull(error)) return 'noRoom'
    throw error
  }
  // No new key can be made without signal, so this one is used again, with the same password and town.
  if (!(await sealKeyOf(db))) await keepSealKey(db, { key, wraps: copy.wraps })
  return 'opened'
}

/**
 * Makes the key for sealing at the next sign-out, while the password is known. A documented server has no town key, so
 * nothing is sealed then. `password`: null for a sign-in without one.
 */
export async function readySealKey(device: Device, password: string | null): Promise<void> {
  const town = await askTownKey(device)
  if (town === null) return
  if (town === 'none') return keepNoSeal(device.db)
  await keepSealKey(device.db, await makeSealKey(device.userId, password, town))
}

/**
 * Without a server, sealed work identifies the person: the email names them, and the password opens what they sealed.
 */
export async function personBySeal(
  directory: Directory,
  townId: string,
  email: string,
  password: string,
): Promise<Person | 'wrong' | null> {
  const asked = email.trim().toLowerCase()
  const people = (await everybody(directory)).filter((it) => it.townId === townId)
  const person = people.find((it) => it.profile.email.toLowerCase() === asked)
  if (!person) return null
  const db = new DeviceDatabase(databaseName(person.townId, person.userId))
  try {
    await db.open()
    const copies = (await sealedCopies(db)).filter((it) => it.wraps.password !== null)
    if (copies.length === 0) return null
    for (const { wraps } of copies) if (await keyByPassword(wraps, person.userId, password)) return person
    return 'wrong'
  } finally {
    db.close()
  }
}
