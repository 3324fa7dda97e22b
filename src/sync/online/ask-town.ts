import * as z from 'zod/mini'
import type { Directory } from '../../db/directory.ts'
import { askJson } from '../transport/ask.ts'
import { knownTown, Town } from './town.ts'

/** Asks the server which town this is; returns the stored town if the server cannot be reached. */
export async function askTown(
  directory: Directory,
  fetch: (request: Request) => Promise<Response>,
  origin: string,
): Promise<Town | null> {
  const asked = await askJson(fetch, new Request(`${origin}/config.json`), 10_000)
  const town = z.safeParse(Town, asked?.answer.ok ? asked.json : null)
  // Only an answer of our own server changes the town.
  if (!town.success) return knownTown(directory)
  await directory.now.put({ name: 'town', value: town.data })
  return town.data
}
