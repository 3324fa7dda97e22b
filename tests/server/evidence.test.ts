import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { drizzle } from 'drizzle-orm/node-postgres'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { audit } from '../../src/contract/audit.ts'
import { evidence } from '../../src/contract/evidence.ts'
import { observations } from '../../src/contract/observation.ts'
import { rooms } from '../../src/contract/room.ts'
import { violations } from '../../src/contract/violation.ts'
import { checkChain, sealLog } from '../../src/server/audit-chain.ts'
import { checkOriginals } from '../../src/server/files/check-originals.ts'
import { backUp, restore, withClient } from '../harness/backups.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { emptyTown } from '../harness/restored.ts'
import { programArgs } from '../harness/server-program.ts'
import { ask, send } from './routes/ask.ts'
import { addObservation, jpeg } from './visit.ts'

let now = new Date('2026-11-20T14:00:00Z')
let town: Office
let url = ''
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  const database = await copyOfTemplate('packaged')
  url = database.url
  town = await office({ clock: () => now, database })
})
afterEach(() => town.close())

const addRoom = (name: string) => ask(town, rooms.add, { body: { name }, as: town.people.admin })
const sealed = () => sealLog(town.db, now)
const check = (kept?: { n: number; hash: string }) => checkChain(town.db, { kept })

/** The powers of somebody who has the database: every guard of a table is off. */
const tamper = (table: string, statement: string) =>
  withClient(town.pool, async (client) => {
    await client.query(
      `alter table ${table} disable trigger all; ${statement}; alter table ${table} enable trigger all`,
    )
  })

const photoOn = async (fields: object = {}) => {
  const { observationId, areaId } = await addObservation(town)
  const bytes = await jpeg()
  await ask(town, observations.addPhoto, {
    params: { observationId },
    body: fields,
    files: [{ name: 'stairs.jpg', bytes }],
    headers: { 'Device-Id': 'phone-7' },
  })
  return { observationId, areaId, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

const verify = (sha256: string) => ask(town, evidence.verify, { search: { sha256 } })

describe('the chain over the log', () => {
  test('holds every change once, whatever came at the same time, and checks', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => addRoom(`Room ${at}`)))
    const counts = await Promise.all([sealed(), sealed(), sealed()])
    expect(counts.reduce((sum, it) => sum + it)).toBe(20)
    const { head, problem } = await check()
    expect([head.n, problem]).toEqual([20, null])
    await addRoom('One more')
    expect(await sealed()).toBe(1)
    expect((await check(head)).head.n).toBe(21)
  })

  test('X9 tells the place of each entry, and its seal can be computed by hand', async () => {
    await addRoom('Attic')
    await sealed()
    const [entry] = await ask(town, audit.list, { as: town.people.admin })
    const { rows } = await town.pool.query(
      'select audit_entry_text(1, c.sealed_at, a) as text from audit_log a join audit_chain c on c.entry_id = a.id',
    )
    const hash = createHash('sha256').update('0'.repeat(64)).update(rows[0].text).digest('hex')
    expect(entry?.seal).toEqual({ n: 1, hash })
    expect(rows[0].text).toContain('"2026-11-20T14:00:00.000000Z"')
  })

  test('refuses changes, and tells of those that were made by force: which entry, and the first of them', async () => {
    for (const name of ['One', 'Two', 'Three']) await addRoom(name)
    await sealed()
    await expect(town.pool.query("update audit_chain set hash = ''")).rejects.toThrow(/kept for ever/)
    await tamper('audit_log', `update audit_log set body = '{"name":"Other"}' where body ->> 'name' = 'Two'`)
    const { problem } = await check()
    expect(problem).toMatchObject({ n: 2 })
    expect(problem?.words).toMatch(/is not what was sealed.*"Other"/)
  })

  test('tells of an entry that was removed, of a seal that was removed, and of one that has none', async () => {
    for (const name of ['One', 'Two', 'Three']) await addRoom(name)
    await sealed()
    await tamper('audit_chain', 'delete from audit_chain where n = 2')
    expect((await check()).problem?.words).toBe('this seal is missing')
    await tamper('audit_chain', 'delete from audit_chain where n = 3')
    expect((await check()).problem?.words).toMatch(/^entry \d+ stands in the log without a seal$/)
    await tamper(
      'audit_log',
      `alter table audit_chain disable trigger all; delete from audit_log where body ->> 'name' = 'One'`,
    )
    expect((await check()).problem?.words).toMatch(/was removed from the log$/)
  })

  test('that was written anew as a whole, or cut, does not fit a head that was kept', async () => {
    for (const name of ['One', 'Two', 'Three']) await addRoom(name)
    await sealed()
    const { head } = await check()
    await tamper('audit_log', `update audit_log set body = '{"name":"Other"}' where body ->> 'name' = 'Two'`)
    await tamper('audit_chain', 'delete from audit_chain; insert into audit_unsealed select id from audit_log')
    await sealed()
    expect((await check()).problem).toBeNull()
    expect((await check(head)).problem?.words).toMatch(/it was written anew$/)
    expect((await check({ n: 9, hash: head.hash })).problem?.words).toMatch(/ends at 3, before the head that was kept/)
  })

  test('X62 has a head for each day in the zone of the town, for Admins', async () => {
    const { admin, oas } = town.people
    now = new Date('2026-11-20T03:00:00Z')
    await addRoom('Late in the evening of the 19th')
    await sealed()
    now = new Date('2026-11-20T15:00:00Z')
    await addRoom('One')
    await sealed()
    await addRoom('Two')
    const heads = await ask(town, evidence.heads, { as: admin })
    expect(heads.map(({ day, n }) => [day, n])).toEqual([
      ['2026-11-20', 3],
      ['2026-11-19', 1],
    ])
    expect((await check(heads[1])).problem).toBeNull()
    expect((await send(town, evidence.heads, { as: oas })).status).toBe(403)
  })

  test('comes back with a backup, and goes on there', async () => {
    await photoOn()
    await sealed()
    await addRoom('After the last seal')
    const { head } = await check()
    const empty = await emptyTown()
    try {
      const path = join(town.config.dataFolder, 'town.tar.gz')
      await backUp(town, path)
      await restore(empty, path)
      const db = drizzle(empty.pool)
      expect(await sealLog(db, now)).toBe(head.n + 1)
      const after = await checkChain(db, { kept: head })
      expect([after.head.n, after.problem]).toEqual([head.n + 1, null])
    } finally {
      await empty.close()
    }
  })
})

describe('a stored original', () => {
  test('X61 is found by its hash: who, when by both clocks, where, on which phone, and its seal', async () => {
    const taken = { taken_at: '2026-11-20T13:58:00Z', lat: 40.1, lng: -80.2, accuracy: 6, clock_offset_ms: -2000 }
    const { sha256, observationId, areaId } = await photoOn({ capture_metadata: JSON.stringify(taken) })
    const [found, ...more] = await verify(sha256)
    expect(more).toEqual([])
    expect(found).toMatchObject({
      ...{ match: 'stored', state: 'same', owner_type: 'observation', owner_id: observationId, sha256 },
      ...{ capture: taken, user_id: town.people.ons.id, stored_at: '2026-11-20T14:00:00.000Z' },
      place: { combadd: '12 Fern Lane', violation_id: null },
    })
    const [entry] = await ask(town, audit.list, { as: town.people.admin })
    expect(entry?.files).toEqual([{ name: 'stairs.jpg', bytes: found?.bytes, sha256 }])
    expect(found?.seal).toMatchObject({ ...entry?.seal, entry_id: entry?.id })
    expect(await verify('0'.repeat(64))).toEqual([])
    const listed = async (as: Person) =>
      (await ask(town, observations.ofArea, { params: { areaId }, as }))[0]?.photos?.[0]
    expect(await listed(town.people.oas)).toMatchObject({ capture: taken, user_id: town.people.ons.id, sha256 })
    expect(await listed(town.people.guest)).toMatchObject({ capture: null, device: null })
  })

  test('X61 is found by the picture that the phone made smaller, too', async () => {
    const camera = createHash('sha256').update('as the camera gave it').digest('hex')
    await photoOn({ capture_metadata: JSON.stringify({ original_sha256: camera }) })
    expect(await verify(camera)).toMatchObject([{ match: 'camera', state: 'same' }])
  })

  test('X61 that was changed by hand is reported, also by the check of the log; so is a missing one', async () => {
    const { sha256 } = await photoOn()
    expect(await checkOriginals(town)).toMatchObject({ checked: 1, unlogged: 0, problems: [] })
    const path = storedFiles().find((it) => it.sha256 === sha256)?.path ?? ''
    writeFileSync(path, 'another picture')
    expect(await verify(sha256)).toMatchObject([{ state: 'changed' }])
    expect((await checkOriginals(town)).problems[0]?.words).toMatch(/stairs\.jpg.*is not what was stored/)
    rmSync(path)
    expect(await verify(sha256)).toMatchObject([{ state: 'gone' }])
    expect((await checkOriginals(town)).problems[0]?.words).toMatch(/stairs\.jpg.*is gone from the file store/)
  })

  test('X61 one that the disk cannot read is named, and every other file is still checked', async () => {
    const { sha256 } = await photoOn()
    const path = storedFiles().find((it) => it.sha256 === sha256)?.path ?? ''
    rmSync(path)
    mkdirSync(path)
    await photoOn()
    expect(await verify(sha256)).toMatchObject([{ state: 'unreadable' }, { state: 'same' }])
    const { checked, problems } = await checkOriginals(town)
    expect([checked, problems.map(({ words }) => words)]).toEqual([
      2,
      [expect.stringMatching(/stairs\.jpg.*cannot be read from the file store$/)],
    ])
  })

  test('is found changed by the log when its hash was changed together with its bytes', async () => {
    const { sha256 } = await photoOn()
    const other = createHash('sha256').update('another picture').digest('hex')
    writeFileSync(storedFiles().find((it) => it.sha256 === sha256)?.path ?? '', 'another picture')
    await tamper('attachments', `update attachments set sha256 = '${other}'`)
    expect((await checkOriginals(town)).problems[0]?.words).toMatch(/which no entry of the log names$/)
  })

  test('X61 is a question of those who work here, by a whole hash', async () => {
    const { guest } = town.people
    expect((await send(town, evidence.verify, { search: { sha256: '0'.repeat(64) }, as: guest })).status).toBe(403)
    expect((await send(town, evidence.verify, { search: { sha256: 'abc' } })).status).toBe(422)
  })
})

describe('the evidence of a violation', () => {
  test('X63 has every file, however many there are', async () => {
    const { observationId: _, ...visit } = await addObservation(town)
    const violation = await ask(town, violations.add, {
      body: { address_id: visit.addressId, codes: [], deadline: '7 days', user_id: town.people.ons.id },
    })
    await town.pool.query(
      `insert into attachments (owner_type, owner_id, filename, content_type, bytes, sha256, original_key, created_at, updated_at)
       select 'violation', $1, n || '.jpg', 'image/jpeg', 1, repeat('a', 64), lpad(n::text, 40, '0'), now(), now() from generate_series(1, 201) n`,
      [violation.id],
    )
    const { files } = await ask(town, evidence.sheet, { params: { violationId: violation.id } })
    expect(files.map(({ photo }) => photo.filename)).toEqual(Array.from({ length: 201 }, (_, at) => `${at + 1}.jpg`))
  })

  test('X63 has its files, its chain of events oldest first, and the head', async () => {
    const { observationId: _, ...visit } = await addObservation(town)
    const violation = await ask(town, violations.add, {
      body: {
        address_id: visit.addressId,
        codes: [],
        deadline: '7 days',
        violation_type: 'doorhanger',
        user_id: town.people.ons.id,
      },
    })
    const params = { violationId: violation.id }
    const files = [{ name: 'porch.jpg', bytes: await jpeg() }]
    await ask(town, violations.addPhoto, { params, files })
    await ask(town, violations.commentWithFiles, {
      params,
      body: { content: 'Seen again', user_id: town.people.ons.id },
      files,
    })
    await ask(town, violations.abate, { params })
    const sheet = await ask(town, evidence.sheet, { params, as: town.people.oas })
    expect(sheet.files.map(({ owner_type, state }) => [owner_type, state])).toEqual([
      ['violation', 'same'],
      ['violationComment', 'same'],
    ])
    expect(sheet.events.map(({ call }) => call)).toEqual(['B61', 'B65', 'B72', 'B68'])
    expect(sheet.events.at(-1)?.seal).toMatchObject({ n: sheet.head?.n, hash: sheet.head?.hash })
    expect((await send(town, evidence.sheet, { params: { violationId: 99 } })).status).toBe(404)
  })
})

describe('npm run verify-log', () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, programArgs('src/server/cli/verify-log.ts', args), {
      env: { ...process.env, DATABASE_URL: url, DATA_FOLDER: town.config.dataFolder },
    })
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)])
    return { status: await ended, said, told }
  }

  test('prints the head, which holds later, and names the first break and a changed file', {
    timeout: 60_000,
  }, async () => {
    const { sha256 } = await photoOn()
    const good = await run()
    expect(good).toMatchObject({ status: 0, told: '' })
    const head = /Head: (1:[0-9a-f]{64})\n1 files were read\.\n$/.exec(good.said)?.[1]
    await addRoom('Attic')
    expect(await run('--no-files', '--against', `${head}`)).toMatchObject({ status: 0, told: '' })
    for (const wrong of ['1:abc', `0:${'a'.repeat(64)}`])
      expect(await run('--against', wrong)).toMatchObject({ status: 1, told: expect.stringMatching(/is no head/) })
    expect(await run('--no-files', '--against', `0:${'0'.repeat(64)}`)).toMatchObject({ status: 0 })
    writeFileSync(storedFiles().find((it) => it.sha256 === sha256)?.path ?? '', 'another picture')
    await tamper('audit_log', 'update audit_log set user_id = 3 where id = 1')
    const bad = await run()
    expect(bad).toMatchObject({ status: 1, said: expect.stringMatching(/^0 entries of the log are as/) })
    expect(bad.told).toMatch(
      /^The log is broken at seal 1: entry 1.*\nWrong: file 1 \(stairs\.jpg, observation 1\) is not/,
    )
  })
})

/** The content of the file store, by the hash of its bytes. */
const storedFiles = () => {
  const folder = join(town.config.dataFolder, 'files')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name))
    .map((path) => ({ path, sha256: createHash('sha256').update(readFileSync(path)).digest('hex') }))
}
