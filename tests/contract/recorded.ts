import { readdirSync, readFileSync } from 'node:fs'

/** One answer of a documented server, as it was recorded; the town in it is invented. */
export interface Recorded {
  call: string
  name: string
  method: string
  path: string
  status: number
  sent?: { json?: unknown; form?: Record<string, unknown>; files?: string[] }
  body: unknown
}

const folder = new URL('../recorded/', import.meta.url)

/** Every recorded answer: at least one for each documented call, more where one was not like another. */
export const recorded: readonly Recorded[] = readdirSync(folder).flatMap((name): Recorded[] =>
  JSON.parse(readFileSync(new URL(name, folder), 'utf8')),
)
