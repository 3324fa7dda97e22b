import { againIfAborted } from '../../db/again-if-aborted.ts'
import { follow } from '../../db/follow.ts'
import { isStorageError } from '../../db/storage-error.ts'
import { dayMs } from '../../rules/dates.ts'
import { same } from '../../rules/same.ts'
import { keepReserve } from '../capture/reserve.ts'
import { forgetClearedMark } from '../device/cleared-mark.ts'
import type { Device } from '../device/device.ts'
import { thisDevice } from '../device/local-storage.ts'
import { renameLeftPhotos } from '../entry/drafts.ts'
import { noteIfRoom } from '../entry/journal.ts'
import type { AddressSearch } from '../online/address-search.ts'
import { askTown } from '../online/ask-town.ts'
import type { Town } from '../online/town.ts'
import type { Runner } from '../schedule/runner.ts'
import { CallError } from '../transport/problem.ts'
import { pauseWithoutToken } from '../transport/token.ts'
import { reserveDelayMs, scheduleDelayMs } from './delays.ts'
import { dropToken } from './person-here.ts'
import type { Engine } from './presence.ts'
import { readyToSeal } from './seal/at-the-door.ts'
import { profileOf } from './sign-in.ts'

/**
 * Tasks that nobody waits for; they run after the first screen. `needsKey`: there is no key for sealing yet. `again`
 * fetches the profile and the town again.
 */
export async function settleIn(
  device: Device,
  runner: Pick<Runner, 'schedule'>,
  needsKey: boolean,
  again?: () => void,
): Promise<void> {
  const { db } = device
  if (again) keepProfileFresh(device, again)
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  setTimeout(() => runner.schedule(), scheduleDelayMs)
  // The tasks are independent, so a failing one delays none of the others.
  await Promise.all([
    db.setFact('deviceName', thisDevice()),
    renameLeftPhotos(db),
    forgetClearedMark(),
    // The session is older than sealing, or began without signal.
    needsKey ? readyToSeal(device, null) : undefined,
    wait(reserveDelayMs).then(() => keepReserve(db)),
  ])
}

/** A page that is shown again, or a forbidden call, fetches the profile no more often than this (ms). */
const freshMs = 60_000

let endFollowing: () => void = () => undefined

/**
 * An Admin may change this person's role, email or name meanwhile. So the profile is fetched again once a day, when the
 * page is shown again, when the server forbids a call, and when the person's own row changes here. Ends with the next
 * call.
 */
export function keepProfileFresh(device: Device, again: () => void): void {
  endFollowing()
  let askedAt = device.now()
  let own: unknown
  const ask = () => {
    askedAt = device.now()
    again()
  }
  const askUnlessFresh = () => {
    if (Math.abs(device.now() - askedAt) >= freshMs) ask()
  }
  const shown = () => {
    if (document.visibilityState === 'visible') askUnlessFresh()
  }
  device.forbidden = askUnlessFresh
  const daily = setInterval(ask, dayMs)
  document.addEventListener('visibilitychange', shown)
  const end = follow(
    async () => (await device.db.rows('user').get(device.userId)) ?? null,
    (row) => {
      if (own !== undefined && !same(own, row)) ask()
      own = row
    },
    // The session has ended, or the device reads nothing any more, which every screen says.
    () => undefined,
  )
  endFollowing = () => {
    end()
    clearInterval(daily)
    document.removeEventListener('visibilitychange', shown)
  }
}

interface Known {
  /** The person's role; null if unknown. */
  role: number | null
  /** The server's time; null if it sent none. */
  serverNow: number | null
}

const unknown: Known = { role: null, serverNow: null }

/**
 * Fetches the profile and the town again. A refusal drops the token; any answer other than a profile changes nothing.
 * Returns the town if its settings have changed.
 */
export async function catchUp(engine: Engine): Promise<Known & { town: Town | null }> {
  const { device, directory, book } = engine
  const town = await askTown(directory, device.fetch, location.origin)
  // From here on there is no token for this person's work. The screen must say so before the next try to send.
  if (town && town.townId !== engine.person.townId) await pauseWithoutToken(device)
  const known = await askProfile(engine)
  // The profile shows that there is signal.
  if (known.role !== null) void renewBook(book)
  return { ...known, town: town && !same(town, engine.town) ? town : null }
}

/** Renews an address book that is a week old. Nobody waits for it, so it fails in silence. */
export async function renewBook(book: AddressSearch): Promise<void> {
  try {
    await book.renewBook()
  } catch (error) {
    if (!(error instanceof CallError || isStorageError(error))) throw error
  }
}

async function askProfile({ device, directory, person }: Engine): Promise<Known> {
  const token = await device.token()
  if (!token) return unknown
  const answer = await profileOf(device, token)
  if (answer.kind === 'profile') {
    const ends = answer.endsAt === null ? {} : { tokenEndsAt: answer.endsAt }
    // Somebody of another town may have taken the number meanwhile.
    const own = () => directory.people.where({ userId: person.userId }).and((it) => it.townId === person.townId)
    await againIfAborted(() => own().modify({ profile: answer.user, ...ends }))
    return { role: answer.user.role, serverNow: answer.serverNow }
  }
  if (answer.kind === 'refused') {
    await dropToken(directory, person.userId, token)
    await pauseWithoutToken(device)
  }
  await noteIfRoom(device.db, Date.now(), 'profile', { answer: answer.kind })
  return unknown
}
