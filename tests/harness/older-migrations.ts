import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'

/** Copies the migrations into a folder as they were before one of them. Returns the folder. */
export function migrationsBefore(tag: string, folder: string): string {
  cpSync('src/server/store/migrations', folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(path, 'utf8'))
  const at = journal.entries.findIndex((it) => it.tag === tag)
  expect(at).toBeGreaterThan(0)
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }))
  return folder
}
