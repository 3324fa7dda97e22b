import * as z from 'zod/mini'
import { SignInMethods } from '../../contract/session.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import type { Directory } from '../../db/directory.ts'
import { same } from '../../rules/same.ts'
import { withDirectoryRoom } from '../device/directory-room.ts'
import { askJson } from '../transport/ask.ts'
import { knownTown, type Town, usualTown as usual } from './town.ts'

const SentTown = z.object({
  townId: z.string(),
  townName: z._default(z.string(), usual.townName),
  townSeal: z._default(z.nullable(z.string()), usual.townSeal),
  letterhead: z._default(z.array(z.string()), usual.letterhead),
  noticeText: z._default(z.string(), usual.noticeText),
  timeZone: z._default(z.string(), usual.timeZone),
  doubtWaitMs: z._default(z.number(), usual.doubtWaitMs),
  inFlight: z._default(z.number(), usual.inFlight),
  mapsUrl: z._default(z.nullable(z.string()), usual.mapsUrl),
  taxUrl: z._default(z.nullable(z.string()), usual.taxUrl),
  links: z._default(z.array(z.object({ name: z.string(), url: z.string() })), usual.links),
  defaultComplaintInspector: z._default(z.number(), usual.defaultComplaintInspector),
  manualPermits: z._default(z.boolean(), usual.manualPermits),
  waysIn: z._default(z.nullable(SignInMethods), usual.waysIn),
})

/** Asks the server which town this is; returns the stored town if the server cannot be reached. */
export async function askTown(
  directory: Directory,
  fetch: (request: Request) => Promise<Response>,
  origin: string,
): Promise<Town | null> {
  const asked = await askJson(fetch, new Request(`${origin}/config.json`), 10_000)
  const town = z.safeParse(SentTown, asked?.answer.ok ? asked.json : null)
  const known = await knownTown(directory)
  // Only an answer of our server changes the town.
  if (!town.success) return known
  const { data } = town
  // Most answers change nothing, and on a full device each write would delete cached pictures.
  if (!same(data, known))
    await withDirectoryRoom(() => againIfAborted(() => directory.now.put({ name: 'town', value: data })))
  return data
}
