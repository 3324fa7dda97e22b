import type { SignInMethods } from '../../contract/session.ts'
import type { TownSettings } from '../../contract/town.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { Directory, Person } from '../../db/directory.ts'

/** A town's settings for its app (G-15), served as /config.json beside the shell. ask-town.ts checks the answer. */
export interface Town {
  townId: string
  townName: string
  /** The URL of the town's seal; null if it has none. */
  townSeal: string | null
  /** Lines under its name in letters, and a last paragraph of its notices. */
  letterhead: string[]
  noticeText: string
  timeZone: string
  /** How long a lost answer stays in doubt (ms). Longer than the server's longest request. */
  doubtWaitMs: number
  /** Calls in flight at once to a server that keeps keys. */
  inFlight: number
  mapsUrl: string | null
  taxUrl: string | null
  /** Web addresses by name, in the town's order. */
  links: TownSettings['links']
  defaultComplaintInspector: number
  /** Whether permits may be made by hand. Normally they are made from inspections, and this is off (PM-02). */
  manualPermits: boolean
  /** Ways to sign in other than email and password; null for a server that has only the documented calls. */
  waysIn: SignInMethods | null
}

/** The defaults of all settings. */
export const usualTown: Omit<Town, 'townId'> = {
  townName: 'CodeSoft',
  townSeal: null,
  letterhead: [],
  noticeText: '',
  timeZone: 'America/New_York',
  doubtWaitMs: 120_000,
  inFlight: 6,
  mapsUrl: null,
  taxUrl: null,
  links: [],
  defaultComplaintInspector: 1,
  manualPermits: false,
  waysIn: null,
}

/** The town's settings as last received; null before the first contact. */
export async function knownTown(directory: Directory): Promise<Town | null> {
  const row = await againIfAborted(() => directory.now.get('town'))
  return townIn(row?.value)
}

/** The person signed in at this device (null if nobody) and the town, in one transaction. */
export async function knownHere(directory: Directory): Promise<{ person: Person | null; town: Town | null }> {
  const { person, town } = await directory.here()
  return { person, town: townIn(town) }
}

/**
 * A stored town; null if there is none. It was checked before it was stored, but maybe by another version of the app:
 * missing settings and those of another type get their defaults.
 */
function townIn(value: unknown): Town | null {
  const stored: Record<string, unknown> = Object(value)
  if (typeof stored.townId !== 'string') return null
  const said = Object.entries(usualTown).flatMap(([name, usual]) =>
    isLike(usual, stored[name]) ? [[name, stored[name]] as const] : [],
  )
  return { townId: stored.townId, ...usualTown, ...Object.fromEntries(said) }
}

/** Whether a stored value has the type of its default. If that is null, a text or an object. */
const isLike = (usual: unknown, stored: unknown): boolean =>
  usual === null
    ? stored === null || typeof stored === 'string' || typeof stored === 'object'
    : stored !== null && typeof stored === typeof usual
