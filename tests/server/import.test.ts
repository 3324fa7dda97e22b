import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type pg from 'pg'
import { afterEach, describe, expect, inject, test, vi } from 'vitest'
import { parseMapping } from '../../src/server/cli/mapping.ts'
import { importPhrases } from '../../src/server/cli/phrase-import.ts'
import { importRooms } from '../../src/server/cli/room-import.ts'
import { type BadLine, readRows } from '../../src/server/cli/rows.ts'
import { importSynonyms } from '../../src/server/cli/synonym-import.ts'
import { type ImportOptions, importTable } from '../../src/server/cli/table-import.ts'
import { addressTarget, codeTarget } from '../../src/server/cli/targets.ts'
import { copyOfTemplate } from '../harness/database.ts'
import type { PostgresKind } from '../harness/postgres.ts'
import { programArgs } from '../harness/server-program.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const file = (name: string, content: string | Buffer) => {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-import-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

const open = async (kind: PostgresKind = 'packaged') => {
  const { pool, url, drop } = await copyOfTemplate(kind)
  closers.push(drop)
  const client = await pool.connect()
  closers.push(() => client.release())
  return { client, url }
}

const bring = async (client: pg.PoolClient, path: string, options: ImportOptions = {}, target = addressTarget) => {
  const bad: BadLine[] = []
  const report = await importTable(
    client,
    target,
    readRows(path, (line) => bad.push(line)),
    options,
  )
  return {
    ...report,
    bad: [...bad, ...report.bad].sort((a, b) => a.line - b.line).map(({ line, problem }) => `${line} ${problem}`),
  }
}

const rowsOf = async (client: pg.PoolClient, what: string) => (await client.query(what)).rows

const messy = [
  '\uFEFFcombadd,OwnerName , latitude',
  '1 Ash Ct,"Smith, ""Jo""",38.5',
  '',
  '2 Ash Ct,too few',
  '3 "Ash" Ct,stray quote,38',
  '"4\r\nAsh Ct",Two Lines,38',
  '5 Ash Ct,Nobody,north',
  ' 1 ASH CT ,Again,38',
  ',No Address,38',
  '6 Ash Ct,Ångström,91',
  '7 Ash Ct,  ,38.25',
].join('\r\n')

const kinds: PostgresKind[] = ['packaged', 'debian']
describe.each(kinds)('import on %s PostgreSQL', (kind) => {
  const it = test.skipIf(inject('postgresUrls')[kind] === null)

  it('G-19 reads a spreadsheet as it comes, byte order mark, CRLF, quotes and all, and names every line left out', async () => {
    const { client } = await open(kind)
    const report = await bring(client, file('a.csv', messy))
    expect(report.bad).toEqual([
      '4 has more or fewer cells than the heading',
      '5 has a quote in the middle of a cell',
      '8 latitude is "north", which is no double precision',
      '9 is the same as line 2',
      '10 has no combadd',
      '11 latitude is 91',
    ])
    expect(report).toMatchObject({ added: 3, changed: 0, same: 0 })
    expect(await rowsOf(client, 'select combadd, ownername, latitude from addresses order by id')).toEqual([
      { combadd: '1 Ash Ct', ownername: 'Smith, "Jo"', latitude: 38.5 },
      { combadd: '4\nAsh Ct', ownername: 'Two Lines', latitude: 38 },
      { combadd: '7 Ash Ct', ownername: null, latitude: 38.25 },
    ])
  })

  it('G-19 US-03 of two columns with one name the first counts, as of two that mean the same', async () => {
    const { client } = await open(kind)
    const report = await bring(
      client,
      file('a.csv', 'combadd,ownername,aka, ownername ,\n1 Ash Ct,Ann,The Corner,Bo,\n2 Ash Ct,,,Cy,\n'),
    )
    expect(report).toMatchObject({ added: 2, bad: [] })
    expect(await rowsOf(client, 'select combadd, ownername, aka from addresses order by id')).toEqual([
      { combadd: '1 Ash Ct', ownername: 'Ann', aka: 'The Corner' },
      { combadd: '2 Ash Ct', ownername: null, aka: null },
    ])
  })

  it('G-19 a second import applies changes, adds new rows, wipes nothing and doubles nothing', async () => {
    const { client } = await open(kind)
    await bring(
      client,
      file('a.csv', 'combadd,property_id,ownername\n1 Ash Ct,77,Ann\n2 Ash Ct,78,Bo\n2 Ash Ct,79,Cy\n'),
    )
    await client.query("update addresses set aka = 'The Corner' where property_id = '77'")
    const report = await bring(
      client,
      file('b.csv', 'combadd,property_id,ownername\n1 ash ct,77,\n2 Ash Ct,79,Dee\n3 Ash Ct,80,Eve\n'),
    )
    expect(report).toMatchObject({ added: 1, changed: 2, same: 0, bad: [] })
    expect(
      await rowsOf(client, 'select combadd, property_id, ownername, aka from addresses order by property_id'),
    ).toEqual([
      { combadd: '1 ash ct', property_id: '77', ownername: 'Ann', aka: 'The Corner' },
      { combadd: '2 Ash Ct', property_id: '78', ownername: 'Bo', aka: null },
      { combadd: '2 Ash Ct', property_id: '79', ownername: 'Dee', aka: null },
      { combadd: '3 Ash Ct', property_id: '80', ownername: 'Eve', aka: null },
    ])
    expect(await bring(client, file('b.csv', 'combadd,property_id\n3 Ash Ct,80\n'))).toMatchObject({
      added: 0,
      changed: 0,
      same: 1,
    })
  })

  it('G-19 columns are mapped by name, several into one field, and the key may be chosen; gzip and semicolons are read', async () => {
    const { client } = await open(kind)
    const path = file('points.csv.gz', gzipSync('ID;NO;SFX;STREET;FULL\n9;12;A;ELM;12A ELM ST\n10;12;;ELM;12 ELM ST\n'))
    const mapping = parseMapping(
      'pid=ID,combadd=FULL,streetnumb=NO+SFX,streetname=STREET',
      Object.keys(addressTarget.fields),
    )
    expect(await bring(client, path, { mapping })).toMatchObject({ added: 2 })
    expect(await bring(client, path, { mapping, key: ['combadd'] })).toMatchObject({ added: 0, same: 2 })
    expect(await rowsOf(client, 'select pid, streetnumb from addresses order by id')).toEqual([
      { pid: '9', streetnumb: '12 A' },
      { pid: '10', streetnumb: '12' },
    ])
    await expect(bring(client, path, { mapping: new Map([['combadd', ['NOPE']]]) })).rejects.toThrow(
      'no column "NOPE". The file has "ID", "NO"',
    )
    await expect(bring(client, path)).rejects.toThrow('No column has the name of a field')
    expect(() => parseMapping('colour=RED', ['combadd'])).toThrow('There is no field "colour". Fields: combadd.')
  })

  it('G-19 an import that breaks off leaves nothing behind', async () => {
    const { client } = await open(kind)
    const many = Array.from({ length: 5000 }, (_, n) => `${n} Long Rd,x`).join('\n')
    await expect(bring(client, file('a.csv', `combadd,ownername\n${many}\n9 Ash Ct,"never closed\n`))).rejects.toThrow(
      'Line 5002 opens a quote that is never closed',
    )
    await expect(
      bring(client, file('b.csv.gz', gzipSync(`combadd,ownername\n${many}\n`).subarray(0, 9000))),
    ).rejects.toThrow()
    expect(await rowsOf(client, 'select count(*)::int as count from addresses')).toEqual([{ count: 0 }])
  })

  it('G-19 code sections come from CSV or JSON lines, with texts of many lines, and are known by chapter and section', async () => {
    const { client } = await open(kind)
    const csv =
      'chapter,section,name,description\n67,302.4,Weeds,"Ten inches.\n\nNo more."\n67,302.4,Again,x\n67,302.5,Rats,\n'
    expect(await bring(client, file('c.csv', csv), {}, codeTarget)).toMatchObject({
      added: 2,
      bad: ['5 is the same as line 2'],
    })
    const lines = '{"chapter":67,"section":"302.4","name":"Weeds and grass","extra":1}\n\nnot json\n'
    expect(await bring(client, file('c.jsonl', lines), {}, codeTarget)).toMatchObject({
      changed: 1,
      bad: ['3 is no JSON object'],
    })
    expect(await rowsOf(client, 'select section, name, description from codes order by section')).toEqual([
      { section: '302.4', name: 'Weeds and grass', description: 'Ten inches.\n\nNo more.' },
      { section: '302.5', name: 'Rats', description: '' },
    ])
  })

  it('G-19 a line of JSON with an object in a cell of a field is left out; a list of words is text', async () => {
    const { client } = await open(kind)
    const lines = [
      { combadd: '1 Elm', ownername: 'Ann', geometry: { x: 1 } },
      { combadd: '2 Elm', ownername: { first: 'Bo' } },
      { combadd: '3 Elm', ownername: [{ first: 'Cy' }] },
    ]
    for (const path of [
      file('a.json', JSON.stringify(lines)),
      file('a.jsonl', lines.map((it) => JSON.stringify(it)).join('\n')),
    ])
      expect((await bring(client, path)).bad).toEqual([
        '2 has an object in the column ownername',
        '3 has an object in the column ownername',
      ])
    expect(await rowsOf(client, 'select combadd, ownername from addresses')).toEqual([
      { combadd: '1 Elm', ownername: 'Ann' },
    ])
    const words = file('s.json', JSON.stringify([{ words: ['sink', 'drain'] }, { words: { a: 'b' } }]))
    const refused = vi.fn()
    expect(await importSynonyms(client, readRows(words, refused))).toMatchObject({
      added: 1,
      bad: [{ line: 2, problem: 'has an object in the column words' }],
    })
    const rooms = file('r.json', JSON.stringify({ rooms: [{ name: { en: 'Attic' }, prompts: ['Dry'] }] }))
    expect(await importRooms(client, readRows(rooms, refused))).toMatchObject({
      added: 0,
      bad: [{ line: 1, problem: 'has an object in the column room' }],
    })
    expect(refused).not.toHaveBeenCalled()
  })

  it('G-19 a number of JSON that is too long to be read exactly is never stored changed: its line is left out', async () => {
    const { client } = await open(kind)
    const lines = [
      '{"combadd":"1 Elm","pid":12345678901234567890}',
      '{"combadd":"2 Elm","pid":12345678901234567891}',
      '{"combadd":"3 Elm","pid":"12345678901234567891"}',
      // The largest that is exact, coordinates, and a number that no field takes.
      '{"combadd":"4 Elm","pid":9007199254740991,"latitude":38.51234567,"longitude":-92,"shape":12345678901234567890}',
      '{"combadd":"5 Elm","pid":[12345678901234567890]}',
      '{"combadd":"6 Elm","pid":-9007199254740993}',
    ]
    const problem = 'has a number with too many digits in the column pid; write it in quotes'
    for (const path of [file('a.json', `[${lines.join(',')}]`), file('a.jsonl', lines.join('\n'))])
      expect((await bring(client, path)).bad).toEqual([1, 2, 5, 6].map((line) => `${line} ${problem}`))
    expect(await rowsOf(client, 'select combadd, pid, latitude, longitude from addresses order by id')).toEqual([
      { combadd: '3 Elm', pid: '12345678901234567891', latitude: null, longitude: null },
      { combadd: '4 Elm', pid: '9007199254740991', latitude: 38.51234567, longitude: -92 },
    ])
  })

  it('G-19 objects of JSON bring the fields that the first one lacks, with or without a byte order mark', async () => {
    const lines = [{ combadd: '1 Elm' }, { combadd: '2 Elm', ownername: 'Bo' }, { ownerzip: '65101', combadd: '3 Elm' }]
    const text = lines.map((it) => JSON.stringify(it)).join('\n')
    for (const path of [
      file('a.json', `\uFEFF${JSON.stringify(lines)}`),
      file('a.jsonl', `\uFEFF${text}`),
      file('a.jsonl.gz', gzipSync(text)),
    ]) {
      const { client } = await open(kind)
      expect(await bring(client, path)).toMatchObject({ added: 3, bad: [] })
      expect(await rowsOf(client, 'select combadd, ownername, ownerzip from addresses order by id')).toEqual([
        { combadd: '1 Elm', ownername: null, ownerzip: null },
        { combadd: '2 Elm', ownername: 'Bo', ownerzip: null },
        { combadd: '3 Elm', ownername: null, ownerzip: '65101' },
      ])
    }
  })

  it('G-19 EN-11 rooms and prompts come in the order of the file, from a checklist or from lines, once each', async () => {
    const { client } = await open(kind)
    const json = JSON.stringify({
      rooms: [
        { name: 'Attic', prompts: ['Dry', { content: 'No nests' }] },
        { name: 'Yard', prompts: [] },
      ],
    })
    const read = (path: string) =>
      importRooms(
        client,
        readRows(path, () => undefined),
      )
    expect(await read(file('r.json', json))).toMatchObject({ added: 3, same: 0 })
    expect(await read(file('r.csv', 'Room,Prompt\nattic,dry\nYard,Fence upright\n,lost\n'))).toMatchObject({
      added: 1,
      same: 1,
      bad: [{ line: 4, problem: 'has no room' }],
    })
    expect(
      await rowsOf(
        client,
        'select r.name, p.content from rooms r left join prompts p on p.room_id = r.id order by r.id, p.id',
      ),
    ).toEqual([
      { name: 'Attic', content: 'Dry' },
      { name: 'Attic', content: 'No nests' },
      { name: 'Yard', content: 'Fence upright' },
    ])
  })

  it('synonyms: the file is the whole list, in lower case and each word once; a word alone is left out', async () => {
    const { client } = await open(kind)
    const read = (text: string) =>
      importSynonyms(
        client,
        readRows(file('s.csv', text), () => undefined),
      )
    expect(await read('words\nPlumbing; sink;SINK | drain\nStairs\n')).toMatchObject({
      added: 1,
      bad: [{ line: 3, problem: 'has fewer than two words' }],
    })
    expect(await read('words\nplumbing;sink;drain\nstair;step\nStair; step\n')).toMatchObject({ added: 1, same: 1 })
    expect(await rowsOf(client, 'select words from code_synonyms order by id')).toEqual([
      { words: ['plumbing', 'sink', 'drain'] },
      { words: ['stair', 'step'] },
    ])
  })

  it('phrases: the file is the whole list; one that names no section of the book is a bad line', async () => {
    const { client } = await open(kind)
    await client.query("insert into codes (chapter, section, name) values ('50', '2.0', 'Smoke alarms')")
    const read = (text: string) =>
      importPhrases(
        client,
        readRows(file('p.csv', text), () => undefined),
      )
    const heads = 'text,room,chapter,section\n'
    expect(
      await read(`${heads}Alarm missing,Bedroom,50,2.0\nSink leaks,Kitchen,,\n,Kitchen,,\nNo section,,99,1\n`),
    ).toMatchObject({
      added: 2,
      bad: [
        { line: 4, problem: 'has no text' },
        { line: 5, problem: 'names a section that the code book does not have: 99, 1' },
      ],
    })
    expect(await read(`${heads}Sink leaks,Kitchen,,\nNot accessible,,,\n`)).toMatchObject({ added: 1, same: 1 })
    expect(await rowsOf(client, 'select text, room, code_id from phrases order by id')).toEqual([
      { text: 'Sink leaks', room: 'Kitchen', code_id: null },
      { text: 'Not accessible', room: null, code_id: null },
    ])
  })
})

const commandAt =
  (url: string) =>
  (...given: string[]) =>
    spawnSync(process.execPath, programArgs('src/server/cli/import.ts', given), {
      encoding: 'utf8',
      env: { ...process.env, DATABASE_URL: url },
    })

test('G-19 the command says what it did, names bad lines by number, and explains itself', async () => {
  const { url } = await open()
  const run = commandAt(url)
  const done = run(
    'addresses',
    file('a.csv', 'FULLADDR,OWNER\n1 Ash Ct,Ann\n,Bo\n'),
    '--map',
    'combadd=FULLADDR,ownername=OWNER',
  )
  expect([done.status, done.stderr.trim()]).toEqual([0, 'line 3 left out: has no combadd'])
  expect(done.stdout).toMatch(/^addresses: 1 added, 0 changed, 0 as they were, 1 left out, in \d/)
  expect(run('streets', 'x.csv')).toMatchObject({ status: 1, stderr: expect.stringContaining('Usage: npm run import') })
  expect(run('codes', '/nowhere.csv')).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^ENOENT: no such file/),
  })
})

test('G-19 an import that takes no line of its file ends as failed', async () => {
  const { url } = await open()
  const path = file('a.csv', 'combadd,latitude\n,38\n9 Ash Ct,north\n')
  const { status, stdout } = commandAt(url)('addresses', path)
  expect([status, stdout]).toEqual([1, expect.stringMatching(/^addresses: 0 added.*2 left out/)])
})

/** A folder with a county's address points; not part of the repository. */
const county = process.env.COUNTY_ADDRESSES ?? ''
test.skipIf(!existsSync(county))(
  'a county of 96,224 address points (COUNTY_ADDRESSES=its CSV file) is in within a minute',
  async () => {
    const { client } = await open()
    const mapping = parseMapping(
      'pid=address_id,combadd=label,streetnumb=number+number_suffix,streetname=dir_prefix+street,streettype=street_type,premisezip=zip,property_id=tax_account,district=election_district,latitude=lat,longitude=lon,property_type=use',
      Object.keys(addressTarget.fields),
    )
    const begun = performance.now()
    expect(await bring(client, county, { mapping })).toMatchObject({ added: 96_224, bad: [] })
    expect(performance.now() - begun).toBeLessThan(60_000)
    expect(await rowsOf(client, "select count(*)::int as count from addresses where combadd = '0 JONES RD'")).toEqual([
      { count: 148 },
    ])
  },
  120_000,
)
