import type { SignInMethods } from '../../contract/session.ts'
import type { Directory, Person } from '../../db/directory.ts'

/** What a town sets for its app (G-15), served as /config.json beside the shell. Its answer is checked by ask-town.ts. */
export interface Town {
  townId: string
  townName: string
  /** Where the picture of its seal is served; null without one. */
  townSeal: string | null
  timeZone: string
  /** Longer than the server's longest request: how long a lost answer stays in doubt (ms). */
  doubtWaitMs: number
  /** Calls in flight at once to a server that keeps keys. */
  inFlight: number
  mapsUrl: string | null
  taxUrl: string | null
  helpfulLinks: Record<string, string>
  defaultComplaintInspector: number
  /** Whether permits may be made by hand; they are made from inspections, and this is switched off (PM-02). */
  manualPermits: boolean
  /** Ways to sign in beside email and password; null for a server that has only the documented calls. */
  waysIn: SignInMethods | null
}

/** What holds where a town says nothing. */
export const usualTown: Omit<Town, 'townId'> = {
  townName: 'CodeSoft',
  townSeal: null,
  timeZone: 'America/New_York',
  doubtWaitMs: 120_000,
  inFlight: 6,
  mapsUrl: null,
  taxUrl: null,
  helpfulLinks: {},
  defaultComplaintInspector: 1,
  manualPermits: false,
  waysIn: null,
}

/** The town's settings as last received; null before the first contact. */
export async function knownTown(directory: Directory): Promise<Town | null> {
  const row = await directory.now.get('town')
  return townIn(row?.value)
}

/** Who is at this device, or null when nobody is signed in, and the town; one transaction. */
export async function knownHere(directory: Directory): Promise<{ person: Person | null; town: Town | null }> {
  const { person, town } = await directory.here()
  return { person, town: townIn(town) }
}

/**
 * A town as it was stored; null where it is none. It was checked before it was stored; another version of the app may
 * have stored it, so what it does not say, or says in another form, is as usual.
 */
function townIn(value: unknown): Town | null {
  const stored: Record<string, unknown> = Object(value)
  if (typeof stored.townId !== 'string') return null
  const said = Object.entries(usualTown).flatMap(([name, usual]) =>
    isLike(usual, stored[name]) ? [[name, stored[name]] as const] : [],
  )
  return { townId: stored.townId, ...usualTown, ...Object.fromEntries(said) }
}

/** Whether a stored value can stand in place of a usual one; where that is null, a text or what says more. */
const isLike = (usual: unknown, stored: unknown): boolean =>
  usual === null
    ? stored === null || typeof stored === 'string' || typeof stored === 'object'
    : stored !== null && typeof stored === typeof usual
