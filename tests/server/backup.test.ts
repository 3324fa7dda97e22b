import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { observations } from '../../src/contract/observation.ts'
import { rooms } from '../../src/contract/room.ts'
import { Changes } from '../../src/contract/sync.ts'
import { createApp } from '../../src/server/app.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { townTables } from '../../src/server/backup/town-catalog.ts'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { FileStoreDown } from '../../src/server/files/file-store.ts'
import { createLog } from '../../src/server/log.ts'
import { backUp as backUpTown, restore as restoreInto, withClient } from '../harness/backups.ts'
import { type Office, office, type Person, signInAll } from '../harness/office.ts'
import { type EmptyTown, emptyTown as newEmptyTown } from '../harness/restored.ts'
import { programArgs } from '../harness/server-program.ts'
import { addCodes, ask } from './routes/ask.ts'
import { addObservation, jpeg } from './visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-backup-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const emptyTown = async () => {
  const empty = await newEmptyTown()
  closers.push(() => empty.close())
  return empty
}

/** Every row of every table as text, except for the list of changes and the one setting that a restore replaces. */
const contents = (pool: pg.Pool) =>
  withClient(pool, async (client) => {
    const all: Record<string, string[]> = {}
    for (const { name } of await townTables(client)) {
      // Tables that a restore rewrites or adds to.
      if (['changes', 'town_histories', 'numbers_left_free'].includes(name)) continue
      const { rows } = await client.query<{ line: string }>(
        `select row_to_json(t)::text as line from ${name} t order by 1`,
      )
      all[name] = rows.map(({ line }) => line).filter((line) => !line.includes('"session-generation"'))
    }
    return all
  })

let town: Office
let path: string
beforeEach(async () => {
  town = await office()
  closers.push(() => town.close())
  path = join(newFolder(), 'town.tar.gz')
})

const backUp = (to = path, source: Office = town) => backUpTown(source, to)

const restore = (target: EmptyTown, from = path) => restoreInto(target, from)

/** The restored town's server; people of the first one may ask it with their old sessions, or sign in again. */
const officeOn = ({ pool, store }: EmptyTown): Office => {
  const app = createApp({
    db: drizzle(pool),
    store,
    config: town.config,
    log: createLog('silent'),
    clock: () => new Date(),
  })
  const fetch: Office['fetch'] = async (asked, { as, ...init } = {}) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, town.url), init)
    if (as) request.headers.set('Authorization', `Bearer ${as.token}`)
    return app.fetch(request)
  }
  return { ...town, app, fetch, pool, store }
}

/** A visit with a photo, words that are hard to carry, a code section, and a room that is gone again. */
const live = async () => {
  const visit = await addObservation(town)
  await addCodes(town, 'Tall "grass"\n\\N \u2028 é 🏚️')
  const photo = await jpeg()
  await ask(town, observations.addPhoto, {
    params: { observationId: visit.observationId },
    files: [{ name: 'stairs.jpg', bytes: photo }],
    headers: { 'Idempotency-Key': 'photo-1' },
  })
  const room = await ask(town, rooms.add, { body: { name: 'Attic' }, as: town.people.admin })
  await ask(town, rooms.remove, { params: { roomId: room.id }, as: town.people.admin })
  return { ...visit, photo, roomId: room.id }
}

describe('backup and restore', () => {
  test('bring every row of every table and every file back, exactly', async () => {
    const { photo } = await live()
    const manifest = await backUp()
    const empty = await emptyTown()
    await restore(empty)
    const [before, after] = [await contents(town.pool), await contents(empty.pool)]
    expect(after).toEqual(before)
    expect(before.attachments).toHaveLength(1)
    expect(before.idempotency_keys).toHaveLength(1)
    const [row] = (await empty.pool.query('select * from attachments')).rows
    for (const key of [row.original_key, row.web_key, row.thumb_key])
      expect(await empty.store.open(key)).toEqual(await town.store.open(key))
    const stored = await empty.store.open(row.original_key)
    expect(createHash('sha256').update(stored!).digest('hex')).toBe(row.sha256)
    expect(Buffer.from(stored!).equals(photo)).toBe(true)
    expect(manifest.missingFiles).toEqual([])
  })

  test('G-09 phones of the town before sign in again, read everything again, and hear what is gone', async () => {
    const { roomId } = await live()
    const readAll = async (fetch: Office['fetch'], since: string, as: Person) =>
      Changes.parse(await (await fetch(`/api/sync/changes?since=${since}&limit=5000`, { as })).json())
    const { cursor } = await readAll(town.fetch, '0', town.people.ons)
    await backUp()
    const empty = await emptyTown()
    await restore(empty)
    const after = officeOn(empty)
    after.people = await signInAll(after.fetch)
    // The cursor belongs to the history of the database before the restore.
    const old = await after.fetch(`/api/sync/changes?since=${cursor}`, { as: after.people.ons })
    expect(old.status).toBe(410)
    const { changes } = await readAll(after.fetch, '0', after.people.ons)
    expect(changes.filter(({ type, row }) => type === 'user' && row !== null)).toHaveLength(5)
    expect(changes).toContainEqual({ type: 'room', id: roomId, row: null })
    const made = await ask(after, rooms.add, { body: { name: 'Cellar' }, as: after.people.admin })
    expect(made.id).toBeGreaterThan(roomId + 10_000)
  })

  test('who was signed out after the backup is not signed in again by it, nor anybody else', async () => {
    await backUp()
    await town.fetch('/api/logout', { method: 'POST', as: town.people.ons })
    const empty = await emptyTown()
    await restore(empty)
    const after = officeOn(empty)
    for (const as of [town.people.ons, town.people.admin])
      expect((await after.fetch('/api/user', { as })).status, as.email).toBe(401)
  })

  test('go on while the town works: the backup is one moment', async () => {
    await live()
    const writing = backUp()
    await ask(town, rooms.add, { body: { name: 'Meanwhile' }, as: town.people.admin })
    await writing
    const empty = await emptyTown()
    await restore(empty)
    expect((await contents(empty.pool)).rooms!.length).toBeLessThanOrEqual(1)
  })

  test('a backup is an archive that any tar program lists, for its owner only, and is never written over', async () => {
    await live()
    await backUp()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(existsSync(`${path}.part`)).toBe(false)
    const listed = spawnSync('tar', ['tzf', path], { encoding: 'utf8' })
    if (listed.error === undefined) {
      expect(listed.stderr).toBe('')
      expect(listed.stdout.split('\n')).toEqual(expect.arrayContaining(['tables/users.0001.jsonl', 'manifest.json']))
    }
    await expect(backUp()).rejects.toThrow(/There is a file .* already/)
  })

  test('a file that the store has lost is named, and the rest is backed up', async () => {
    await live()
    const [row] = (await town.pool.query('select thumb_key from attachments')).rows
    await town.store.remove(row.thumb_key)
    expect((await backUp()).missingFiles).toEqual([row.thumb_key])
    const empty = await emptyTown()
    await restore(empty)
    expect((await contents(empty.pool)).attachments).toHaveLength(1)
  })

  test('a file that the disk cannot read is named, and the rest is backed up', async () => {
    await live()
    const [{ thumb_key: key }] = (await town.pool.query('select thumb_key from attachments')).rows
    await town.store.remove(key)
    mkdirSync(join(town.config.dataFolder, 'files', key.slice(0, 2), key))
    const { missingFiles, entries } = await backUp()
    expect([missingFiles, Object.keys(entries).filter((it) => it.startsWith('files/'))]).toEqual([
      [key],
      [expect.any(String), expect.any(String)],
    ])
  })

  test('a file store that does not answer at all ends a backup', async () => {
    await live()
    const open = () => Promise.reject(new FileStoreDown('The object store does not answer'))
    await expect(backUp(path, { ...town, store: { ...town.store, open } })).rejects.toThrow('does not answer')
    expect(existsSync(path)).toBe(false)
  })

  test('a database that is not empty is left as it is', async () => {
    await live()
    await backUp()
    const before = await contents(town.pool)
    await expect(withClient(town.pool, (client) => restoreBackup(path, { client, store: town.store }))).rejects.toThrow(
      'The database is not empty: there are rows in',
    )
    expect(await contents(town.pool)).toEqual(before)
  })
})

describe('a damaged backup restores nothing', () => {
  const cases: [string, (whole: Buffer) => Buffer][] = [
    ['no backup at all', () => Buffer.from('%PDF-1.7 something else')],
    ['another archive', () => gzipSync(Buffer.alloc(4096, 'x'))],
    ['cut in the middle', (whole) => whole.subarray(0, whole.length / 2)],
    ['cut before its list', (whole) => gzipSync(withoutManifest(gunzipSync(whole)))],
    ['a changed row', (whole) => gzipSync(replaced(gunzipSync(whole), 'ons@town.example', 'own@town.example'))],
    ['a changed photo', (whole) => gzipSync(replaced(gunzipSync(whole), '\u00ff\u00d8\u00ff', '\u00ff\u00d8\u00fe'))],
  ]

  test.each(cases)('%s', async (_, damage) => {
    await live()
    await backUp()
    const broken = join(newFolder(), 'broken.tar.gz')
    writeFileSync(broken, damage(readFileSync(path)))
    const empty = await emptyTown()
    await expect(restore(empty, broken)).rejects.toThrow(/The backup .* cannot be used: .*\. Nothing was restored\./)
    const rows = Object.entries(await contents(empty.pool)).filter(([, lines]) => lines.length > 0)
    expect(rows).toEqual([])
    expect(existsSync(join(empty.folder, 'files'))).toBe(false)
  })

  const withoutManifest = (tar: Buffer) =>
    Buffer.concat([tar.subarray(0, tar.indexOf('manifest.json')), Buffer.alloc(1024)])

  const replaced = (tar: Buffer, from: string, to: string) => {
    const at = tar.indexOf(from, 0, 'latin1')
    if (at < 0) throw new Error(`There is no ${from}`)
    return Buffer.concat([tar.subarray(0, at), Buffer.from(to, 'latin1'), tar.subarray(at + from.length)])
  }
})

const command = async (program: string, folder: string, ...args: string[]) => {
  const child = spawn(process.execPath, programArgs(`src/server/${program}`, args), {
    env: {
      ...process.env,
      ...{ DATA_FOLDER: folder, PORT: '0', LOG_LEVEL: 'silent', PASSWORD_MEMORY_KIB: '1024', PASSWORD_PASSES: '1' },
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  closers.push(async () => {
    child.kill('SIGTERM')
    await ended
  })
  return { child, ended }
}

const run = async (program: string, folder: string, ...args: string[]) => {
  const { child, ended } = await command(program, folder, ...args)
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, said, told }
}

const serve = async (folder: string) => {
  const { child, ended } = await command('main.ts', folder)
  let said = ''
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (data) => {
      said += data
      const found = /CodeSoft is at (http:\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    })
    void ended.then(() => reject(new Error(`ended: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { address, stop }
}

test('the commands move a running demo town into a new data folder', { timeout: 120_000 }, async () => {
  const [from, to] = [newFolder(), newFolder()]
  const first = await serve(from)
  const made = await run('cli/backup.ts', from, path)
  expect([made.told.includes('users: '), made.status, made.said]).toEqual([
    true,
    0,
    expect.stringMatching(/rows of \d+ tables, \d\d+ files/),
  ])
  const refused = await run('cli/restore.ts', from, path)
  expect([refused.status, refused.told]).toEqual([1, expect.stringContaining('is in use by the server')])
  await first.stop()
  const restored = await run('cli/restore.ts', to, path)
  expect([restored.status, restored.said]).toEqual([0, expect.stringMatching(/^CodeSoft as of .* files restored\.\n$/)])
  const second = await serve(to)
  const body = new URLSearchParams({ username: 'admin@codesoft.example', password: DEMO_PASSWORD })
  expect((await fetch(`${second.address}/api/login`, { method: 'POST', body })).status).toBe(200)
})
