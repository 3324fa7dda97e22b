import * as z from 'zod/mini'
import { SignInMethods } from '../../contract/session.ts'
import type { Directory, Person } from '../../db/directory.ts'

/** A town's settings for its app (G-15), served as /config.json beside the shell. */
export const Town = z.object({
  townId: z.string(),
  townName: z._default(z.string(), 'CodeSoft'),
  /** The URL of the town's seal; null if it has none. */
  townSeal: z._default(z.nullable(z.string()), null),
  /** Lines under its name in letters, and a last paragraph of its notices. */
  letterhead: z._default(z.array(z.string()), []),
  noticeText: z._default(z.string(), ''),
  timeZone: z._default(z.string(), 'America/New_York'),
  /** How long a lost answer stays in doubt (ms). Longer than the server's longest request. */
  doubtWaitMs: z._default(z.number(), 120_000),
  /** Calls in flight at once to a server that keeps keys. */
  inFlight: z._default(z.number(), 6),
  mapsUrl: z._default(z.nullable(z.string()), null),
  taxUrl: z._default(z.nullable(z.string()), null),
  helpfulLinks: z._default(z.record(z.string(), z.string()), {}),
  defaultComplaintInspector: z._default(z.number(), 1),
  /** Whether permits may be made by hand. Normally they are made from inspections, and this is off (PM-02). */
  manualPermits: z._default(z.boolean(), false),
  /** Ways to sign in other than email and password; null for a server that has only the documented calls. */
  waysIn: z._default(z.nullable(SignInMethods), null),
})
export type Town = z.infer<typeof Town>

/** The town's settings as last received; null before the first contact. */
export async function knownTown(directory: Directory): Promise<Town | null> {
  const row = await directory.now.get('town')
  return townIn(row?.value)
}

/** The person signed in at this device (null if nobody) and the town, in one transaction. */
export async function knownHere(directory: Directory): Promise<{ person: Person | null; town: Town | null }> {
  const { person, town } = await directory.here()
  return { person, town: townIn(town) }
}

/** A stored town; null if there is none, or if this version cannot read it. */
function townIn(value: unknown): Town | null {
  const town = z.safeParse(Town, value)
  return town.success ? town.data : null
}
