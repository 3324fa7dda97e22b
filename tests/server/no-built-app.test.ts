import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { spawnServer } from '../harness/server-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'codesoft-no-app-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a start without the built app says so in one line with what to do, and goes on', async () => {
  const dist = join(folder, 'dist')
  const settings = { DATA_FOLDER: join(folder, 'data'), DIST_FOLDER: dist }
  const words = `The built app is not in ${dist}. Run "npm run build", or set DIST_FOLDER to the folder that has it.`
  const first = spawnServer(settings, ['--empty'])
  try {
    const page = await fetch(await first.address, { headers: { Accept: 'text/html' } })
    expect(page.status).toBe(503)
    expect(
      first
        .said()
        .split('\n')
        .filter((line) => line.includes('built app')),
    ).toEqual([words])
  } finally {
    await first.stop()
  }
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), '<!doctype html>')
  const second = spawnServer(settings)
  try {
    await second.address
    expect(second.said()).not.toContain('built app')
  } finally {
    await second.stop()
  }
}, 120_000)
