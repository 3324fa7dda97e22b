import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { merges } from '../../src/contract/merge.ts'
import { importPhrases } from '../../src/server/cli/phrase-import.ts'
import { importRooms } from '../../src/server/cli/room-import.ts'
import { type BadLine, readRows } from '../../src/server/cli/rows.ts'
import { importSynonyms } from '../../src/server/cli/synonym-import.ts'
import { type ImportOptions, importTable } from '../../src/server/cli/table-import.ts'
import { addressTarget, codeTarget } from '../../src/server/cli/targets.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { office } from '../harness/office.ts'
import { ask, mergePair } from './routes/ask.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-import-'))
  closers.push(() => rmSync(folder, { recursive: true }))
})

const rowsIn = (...lines: string[]) => {
  const path = join(folder, 'file.csv')
  writeFileSync(path, lines.map((it) => `${it}\n`).join(''))
  return readRows(path, () => undefined)
}

const clientOf = async (pool: pg.Pool) => {
  const client = await pool.connect()
  closers.push(() => client.release())
  return client
}

const open = async () => {
  const { pool, drop } = await copyOfTemplate()
  closers.push(drop)
  return pool
}

const bring = (client: pg.PoolClient, lines: string[], options: ImportOptions = {}) =>
  importTable(client, addressTarget, rowsIn(...lines), options)

const importCodes = (client: pg.PoolClient) =>
  importTable(client, codeTarget, rowsIn('chapter,section,name', '1,2,Weeds'))

const addresses = async (client: pg.PoolClient) =>
  (await client.query('select pid, combadd, property_id, ownername from addresses order by id')).rows.map((row) =>
    Object.values(row)
      .map((it) => it ?? '')
      .join('|'),
  )

describe('G-19 an address is known by its pid, else by combadd and property_id', () => {
  let client: pg.PoolClient
  beforeEach(async () => {
    client = await clientOf(await open())
  })

  test('lines without a pid in a file with pids overwrite no other address', async () => {
    await client.query("insert into addresses (combadd, ownername) values ('1 Mill Rd', 'Ann'), ('2 Mill Rd', 'Bo')")
    const lines = ['pid,combadd,ownername', '7,5 New St,Cy', ',9 Fresh Ave,Dee', ',10 Fresh Ave,Eve', ',2 MILL RD,Flo']
    expect(await bring(client, lines)).toMatchObject({ added: 3, changed: 1, same: 0, bad: [] })
    const after = ['|1 Mill Rd||Ann', '|2 MILL RD||Flo', '7|5 New St||Cy', '|9 Fresh Ave||Dee', '|10 Fresh Ave||Eve']
    expect(await addresses(client)).toEqual(after)
    expect(await bring(client, lines)).toMatchObject({ added: 0, changed: 0, same: 4, bad: [] })
    expect(await addresses(client)).toEqual(after)
  })

  test('a town that came without pids is not doubled when it comes with them, and gets them', async () => {
    await bring(client, ['combadd,property_id', '1 Ash Ct,7', '2 Ash Ct,8'])
    const lines = ['pid,combadd,property_id', 'P1,1 ash ct,7', 'P2,1 Ash Ct,9', 'P3,2 Ash Ct,8', 'P4,2 Ash Ct,8']
    expect(await bring(client, lines)).toMatchObject({ added: 2, changed: 2, same: 0, bad: [] })
    const after = ['P1|1 ash ct|7|', 'P3|2 Ash Ct|8|', 'P2|1 Ash Ct|9|', 'P4|2 Ash Ct|8|']
    expect(await addresses(client)).toEqual(after)
    expect(await bring(client, lines)).toMatchObject({ added: 0, changed: 0, same: 4, bad: [] })
  })

  test('a line without a pid never takes the record of a line with one', async () => {
    await bring(client, ['pid,combadd', 'P1,0 Jones Rd', 'P2,0 Jones Rd'])
    const lines = ['pid,combadd,ownername', 'P1,0 Jones Rd,Ann', 'P2,0 Jones Rd,Bo', ',0 Jones Rd,Cy']
    expect(await bring(client, lines)).toMatchObject({ added: 1, changed: 2, same: 0, bad: [] })
    expect(await bring(client, lines)).toMatchObject({ added: 0, changed: 0, same: 3, bad: [] })
  })

  test('a value of one kind of key never meets one of the other kind', async () => {
    await bring(client, ['combadd', '12'])
    expect(await bring(client, ['pid,combadd', '12,1 Ash Ct'])).toMatchObject({ added: 1, changed: 0 })
  })

  test('a line without the key that --key names is left out with the reason', async () => {
    await client.query("insert into addresses (combadd, ownername) values ('1 Mill Rd', 'Ann')")
    const lines = ['pid,combadd,ownername', '7,5 New St,Cy', ',9 Fresh Ave,Dee']
    const report = await bring(client, lines, { key: ['pid'] })
    expect(report).toMatchObject({
      added: 1,
      changed: 0,
      bad: [{ line: 3, problem: 'has no pid, by which its record is known' }],
    })
    expect(await addresses(client)).toEqual(['|1 Mill Rd||Ann', '7|5 New St||Cy'])
  })

  test('a key may be a number, and letters of any alphabet are the same in file and database', async () => {
    expect(await bring(client, ['combadd,latitude', '1 Ash Ct,38.50'])).toMatchObject({ added: 1 })
    const again = await bring(client, ['combadd,latitude', '1b Ash Ct,38.5'], { key: ['latitude'] })
    expect(again).toMatchObject({ added: 0, changed: 1 })
    const lines = ['combadd', '1 İstanbul ẞ Σ ΟΔΟΣ St']
    expect(await bring(client, lines)).toMatchObject({ added: 1 })
    expect(await bring(client, lines)).toMatchObject({ added: 0, same: 1 })
  })

  test('an apostrophe or an accent written another way makes no second record', async () => {
    expect(await bring(client, ['combadd', '1 O’Brien’s Café Ct'])).toMatchObject({ added: 1 })
    const again = ['combadd,ownername', `1 O'BRIEN'S ${'CAFÉ'.normalize('NFD')}  CT,Ann`]
    expect(await bring(client, again)).toMatchObject({ added: 0, changed: 1 })
  })
})

describe('what was merged here stays merged when the county sends its file again', () => {
  const merged = async (lines: string[], take: string[]) => {
    const town = await office()
    closers.push(() => town.close())
    const client = await clientOf(town.pool)
    await bring(client, lines)
    const { rows } = await client.query<{ id: string }>('select id from addresses order by id')
    const [winner = 0, loser = 0] = rows.map(({ id }) => Number(id))
    const id = await mergePair(town, 'address', [winner, loser], take)
    const undo = () => ask(town, merges.undo, { body: { id }, as: town.people.oas })
    return { client, undo }
  }
  const lines = ['pid,combadd,ownername', 'P1,12 Oak St,Ann', 'P2,12 Oak Street,Bo']

  test('the line of the merged address changes nothing and is reported', async () => {
    const { client, undo } = await merged(lines, [])
    expect(await bring(client, lines)).toMatchObject({ added: 0, changed: 0, same: 1, merged: 1, bad: [] })
    const without = ['combadd,ownername', '12 oak street,Zed']
    expect(await bring(client, without)).toMatchObject({ added: 0, changed: 0, same: 0, merged: 1, bad: [] })
    await undo()
    expect(await bring(client, lines)).toMatchObject({ added: 0, changed: 0, same: 2, merged: 0, bad: [] })
  })

  test('so does the line by which the survivor was known before it took the pid of the other', async () => {
    const { client } = await merged(lines, ['pid', 'ownername'])
    expect(await bring(client, lines)).toMatchObject({ added: 0, merged: 1, bad: [] })
    const { rows } = await client.query("select pid from addresses where combadd like '12 Oak%'")
    expect(rows).toEqual([{ pid: 'P2' }])
  })

  test.each<[string, string[], string[], object]>([
    ['each with a pid', [], ['P1,12 Oak Street', 'P2,12 Oak Street', 'P3,12 Oak Street'], { added: 2, merged: 1 }],
    ['after one without', [], [',12 Oak Street', 'P1,12 Oak Street', 'P2,12 Oak Street'], { added: 2, merged: 1 }],
    ['the survivor kept', ['ownername'], ['P1,12 Oak St', 'P2,12 Oak St', 'P3,12 Oak Street'], { added: 1, merged: 1 }],
    [
      'the survivor took',
      ['combadd'],
      ['P1,12 Oak Street', 'P2,12 Oak Street', 'P3,12 Oak St'],
      { added: 1, merged: 1 },
    ],
  ])(
    'of several lines with the text of a record merged away, only one is its line: %s',
    async (_, take, sent, told) => {
      const { client } = await merged(['combadd,ownername', '12 Oak St,Ann', '12 Oak Street,Bo'], take)
      expect(await bring(client, ['pid,combadd', ...sent])).toMatchObject({ ...told, bad: [] })
    },
  )

  test('the text of a survivor that took the pid of the other still stands for the survivor', async () => {
    const { client } = await merged(['pid,combadd', ',12 Oak St', 'P2,12 Oak Street'], ['pid'])
    const file = ['pid,combadd', 'P1,12 Oak St', 'P2,12 Oak Street']
    expect(await bring(client, file)).toMatchObject({ added: 0, changed: 1, merged: 1, bad: [] })
  })
})

describe('the log of changes', () => {
  test.each<[string, (client: pg.PoolClient) => Promise<unknown>]>([
    ['addresses', (client) => bring(client, ['combadd', '1 Ash Ct', '2 Ash Ct', '1 ash ct'])],
    ['codes', (client) => importTable(client, codeTarget, rowsIn('chapter,section,name', '1,2,A', '1,3,B', '1,,C'))],
    ['rooms', (client) => importRooms(client, rowsIn('room,prompt', 'Attic,Dry', 'Attic,Bright', ',Lost'))],
    ['synonyms', (client) => importSynonyms(client, rowsIn('words', 'a;b', 'c;d', 'e'))],
    ['phrases', (client) => importPhrases(client, rowsIn('text,room', 'A,', 'B,', ',Attic'))],
  ])('has one entry for an import of %s, with its figures', async (what, act) => {
    const client = await clientOf(await open())
    await act(client)
    const figures = { read: 3, added: 2, changed: 0, same: 0, merged: 0, removed: 0, left_out: 1 }
    expect((await client.query('select call, status, body from audit_log')).rows).toEqual([
      { call: `command line: import ${what}`, status: 200, body: figures },
    ])
  })

  test('counts the lines that do not parse among those left out', async () => {
    const client = await clientOf(await open())
    const path = join(folder, 'file.csv')
    writeFileSync(path, 'room,prompt\nAttic,Dry\nAttic,One,Two\n,Lost\n')
    const unread: BadLine[] = []
    const rows = readRows(path, (line) => unread.push(line))
    const { bad } = await importRooms(client, rows, { unread })
    expect(bad.map(({ line }) => line)).toEqual([3, 4])
    expect((await client.query("select body->'left_out' as n from audit_log")).rows).toEqual([{ n: 2 }])
  })

  test('has none for an import that broke off', async () => {
    const client = await clientOf(await open())
    await expect(bring(client, ['combadd', '"never closed'])).rejects.toThrow(/never closed/)
    await expect(importPhrases(client, rowsIn('text'))).rejects.toThrow(/no lines/)
    expect((await client.query('select call from audit_log')).rows).toEqual([])
  })
})

describe('a file that is no list of this kind leaves the list as it is', () => {
  let client: pg.PoolClient
  beforeEach(async () => {
    client = await clientOf(await open())
    await client.query("insert into phrases (text) values ('A'), ('B'), ('C')")
    await client.query("insert into code_synonyms (words) values (array['a', 'b']), (array['c', 'd'])")
  })
  const count = async (table: string) =>
    (await client.query(`select count(*)::int as count from ${table}`)).rows[0].count

  test.each([
    ['another file', ['chapter,section,name', '50,1,x'], /Which column is text\?|No column has the name of a field/],
    ['an empty file', [], /The file has no lines/],
    ['only a heading', ['text,words'], /The file has no lines/],
    ['no usable line', ['text,words,room', ',lonely,Attic'], /No line of the file can be used.* line 2 has/],
  ])('%s', async (_, lines, reason) => {
    await expect(importPhrases(client, rowsIn(...lines))).rejects.toThrow(reason)
    expect(await count('phrases')).toBe(3)
    await expect(importSynonyms(client, rowsIn(...lines))).rejects.toThrow(reason)
    expect(await count('code_synonyms')).toBe(2)
  })

  test('a line that cannot be used may be one that the file seems to lack, so nothing is removed', async () => {
    const why = (line: string) =>
      `The file lacks 2 of the list, which may be what lines left out were: ${line}. Correct`
    const notText = importPhrases(client, rowsIn('text,chapter,section', 'B,,', 'D,,', 'C,99,9'))
    await expect(notText).rejects.toThrow(why('line 4 names a section that the code book does not have: 99, 9'))
    expect(await count('phrases')).toBe(3)
    const unread: BadLine[] = []
    const path = join(folder, 'broken.csv')
    writeFileSync(path, 'words,note\ne; f,\nc; d,one,two\n')
    const rows = readRows(path, (line) => unread.push(line))
    const broken = importSynonyms(client, rows, { unread })
    await expect(broken).rejects.toThrow(why('line 3 has more or fewer cells than the heading'))
    expect(await count('code_synonyms')).toBe(2)
    expect((await client.query('select call from audit_log')).rows).toEqual([])
    // An empty line at the end of a sheet stands for nothing.
    expect(await importPhrases(client, rowsIn('text,room', 'B,', 'C,', ','))).toMatchObject({
      removed: 1,
      bad: [{ line: 4 }],
    })
    expect(await importPhrases(client, rowsIn('text,room', 'A,', 'B,', 'C,', 'D,', ',Attic'))).toMatchObject({
      added: 2,
      removed: 0,
      bad: [{ line: 6 }],
    })
  })

  test('what a file no longer has is removed, and counted', async () => {
    expect(await importPhrases(client, rowsIn('text', 'B', 'D'))).toMatchObject({ added: 1, same: 1, removed: 2 })
    expect(await importSynonyms(client, rowsIn('words', 'a;b'))).toMatchObject({ added: 0, same: 1, removed: 1 })
  })
})

describe('two imports of one file at once are as one after the other', () => {
  const both = async <Report>(act: (client: pg.PoolClient) => Promise<Report>) => {
    const pool = await open()
    const clients = [await clientOf(pool), await clientOf(pool)]
    const reports = await Promise.all(clients.map((client) => act(client)))
    return { pool, reports }
  }

  test('of addresses', async () => {
    const lines = ['pid,combadd', ...Array.from({ length: 3000 }, (_, n) => `P${n},${n} Oak St`)]
    const { pool, reports } = await both((client) => bring(client, lines))
    expect(reports.map(({ added }) => added).sort()).toEqual([0, 3000])
    expect((await pool.query('select count(*)::int as count from addresses')).rows).toEqual([{ count: 3000 }])
  })

  test.each<[string, string, (client: pg.PoolClient) => Promise<unknown>]>([
    ['codes', 'codes', (client) => importCodes(client)],
    ['checklists', 'prompts', (client) => importRooms(client, rowsIn('room,prompt', 'Attic,Dry'))],
    ['synonyms', 'code_synonyms', (client) => importSynonyms(client, rowsIn('words', 'a;b'))],
    ['phrases', 'phrases', (client) => importPhrases(client, rowsIn('text', 'A'))],
  ])('of %s', async (_, table, act) => {
    const { pool } = await both(act)
    expect((await pool.query(`select count(*)::int as count from ${table}`)).rows).toEqual([{ count: 1 }])
  })

  test.each<[string, string, (client: pg.PoolClient) => Promise<unknown>]>([
    ["codes (chapter, section, name) values ('1', '2', 'Weeds')", 'codes', (client) => importCodes(client)],
    ["rooms (name) values ('Attic')", 'rooms', (client) => importRooms(client, rowsIn('room,prompt', 'Attic,Dry'))],
    ["phrases (text) values ('A')", 'phrases', (client) => importPhrases(client, rowsIn('text', 'A'))],
    [
      "code_synonyms (words) values (array['a', 'b'])",
      'code_synonyms',
      (client) => importSynonyms(client, rowsIn('words', 'a;b')),
    ],
  ])('an import sees what the page of the list is adding: %s', async (row, table, act) => {
    const pool = await open()
    const [page, client] = [await clientOf(pool), await clientOf(pool)]
    await page.query(`begin; lock table ${table} in share row exclusive mode; insert into ${row}`)
    const done = act(client)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await page.query('commit')
    await done
    expect((await pool.query(`select count(*)::int as count from ${table}`)).rows).toEqual([{ count: 1 }])
  })
})
