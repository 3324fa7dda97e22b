import { createHash } from 'node:crypto'
import { eq, ilike } from 'drizzle-orm'
import fc from 'fast-check'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codes as codeCalls } from '../../../src/contract/code.ts'
import { town as calls, type ListCells, type TownListName, type TownSettings } from '../../../src/contract/town.ts'
import { csvText } from '../../../src/rules/csv.ts'
import { listTable } from '../../../src/rules/town-list.ts'
import { readConfig } from '../../../src/server/config.ts'
import { demoSeal } from '../../../src/server/demo/demo-seal.ts'
import { auditLog } from '../../../src/server/store/core-tables.ts'
import { codeSynonyms, phrases } from '../../../src/server/store/field-tables.ts'
import { townSettings } from '../../../src/server/store/office-tables.ts'
import { codes, prompts, rooms } from '../../../src/server/store/town-tables.ts'
import { type Office, office } from '../../harness/office.ts'
import { ask, refusal, send } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  for (const table of [phrases, codeSynonyms, prompts, rooms, codes, townSettings]) await town.db.delete(table)
})

const admin = () => ({ as: town.people.admin })
const listOf = (list: TownListName) => ask(town, calls.list, { search: { list } })
const cellsOf = async (list: TownListName) => (await listOf(list)).entries.map(({ cells }) => cells)
const preview = (list: TownListName, text: string, whole = false) =>
  ask(town, calls.preview, { body: { list, text, whole }, ...admin() })
const bring = async (list: TownListName, text: string, whole = false) => {
  const { version } = await preview(list, text, whole)
  return ask(town, calls.import, { body: { list, text, whole, version }, ...admin() })
}
const add = (list: TownListName, cells: ListCells) =>
  ask(town, calls.saveEntry, { body: { list, id: null, seen: null, cells }, ...admin() })
const fileOf = async (list: TownListName) => {
  const { heads, lines } = listTable(list, (await listOf(list)).entries)
  return csvText(heads, lines)
}

const files: Record<TownListName, string> = {
  rooms: 'room,prompt\nKitchen,Is the sink clean?\nKitchen,"=HYPERLINK(""x"")"\nAttic,\n',
  codes:
    'chapter,section,name,description,retired\n50,1.0,Tall grass,"Grass, over\n12 inches",\n50,2.0,Trash,,yes\n24,1,-5 degrees,@home,no\n',
  synonyms: 'words\nPlumbing; sink; DRAIN\n+grass; lawn\n',
  phrases: 'text,room,chapter,section\nSink leaks,Kitchen,,\n"Grass is ""tall""",,50,1.0\nClean,,,\n',
}

describe('lists of the town', () => {
  test('X106 each list comes back from its own export as it was: nothing added, changed or removed', async () => {
    await bring('codes', files.codes)
    for (const list of ['codes', 'rooms', 'synonyms', 'phrases'] as const) {
      await bring(list, files[list])
      const before = await cellsOf(list)
      const file = await fileOf(list)
      expect(await preview(list, file, true), list).toMatchObject({ added: 0, changed: 0, removed: 0, bad: 0 })
      await bring(list, file, true)
      expect(await cellsOf(list), list).toEqual(before)
    }
    expect(await fileOf('rooms')).toContain(`"'=HYPERLINK`)
    expect(await cellsOf('rooms')).toContainEqual({ room: 'Kitchen', prompt: '=HYPERLINK("x")' })
    expect(await cellsOf('synonyms')).toEqual([{ words: 'plumbing; sink; drain' }, { words: '+grass; lawn' }])
  })

  test('X106 words of any kind survive export and import', async () => {
    // Zero characters and U+FFFD are refused as text that was read wrongly; another test covers that.
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
      .map((it) => it.replaceAll(/[\0\ud800-\udfff\ufffd]/g, '').trim())
      .filter((it) => it !== '' && !it.startsWith("'"))
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), async (texts) => {
        await bring(
          'phrases',
          csvText(
            ['text'],
            texts.map((it) => [it]),
          ),
        )
        const before = await cellsOf('phrases')
        await bring('phrases', await fileOf('phrases'))
        expect(await cellsOf('phrases')).toEqual(before)
        expect(before).toHaveLength(texts.length)
      }),
      { numRuns: 15 },
    )
  })

  test('X105 a preview names what would be added, changed and removed, and changes nothing', async () => {
    await bring('codes', files.codes)
    const was = await listOf('codes')
    const seen = await preview('codes', 'chapter;section;name\n50;1.0;High grass\n51;9;Snow\n', true)
    expect(seen).toMatchObject({ version: was.version, read: 2, added: 1, changed: 1, removed: 1, same: 0, bad: 0 })
    expect(seen.shown).toEqual([
      {
        kind: 'changed',
        // Empty cells and missing columns wipe nothing.
        cells: {
          chapter: '50',
          section: '1.0',
          name: 'High grass',
          description: 'Grass, over\n12 inches',
          retired: 'no',
        },
        before: expect.objectContaining({ name: 'Tall grass' }),
      },
      { kind: 'removed', cells: expect.objectContaining({ chapter: '24' }), before: null },
      { kind: 'added', cells: { chapter: '51', section: '9', name: 'Snow' }, before: null },
    ])
    expect(await listOf('codes')).toEqual(was)
    expect(await town.db.select().from(auditLog).where(eq(auditLog.call, 'X105'))).toEqual([])
    const only = await preview('rooms', 'room\nAttic\n')
    expect(only).toMatchObject({ added: 1, removed: 0 })
  })

  test('X106 somebody else’s change since the preview stops the import; the log has each one that was made', async () => {
    await bring('synonyms', files.synonyms)
    const { version } = await preview('synonyms', 'words\nfence; wall\n')
    await add('synonyms', { words: 'snow; ice' })
    const body = { list: 'synonyms', text: 'words\nfence; wall\n', whole: false, version }
    expect(await refusal(town, calls.import, { body, ...admin() })).toBe(
      '409 Somebody else has changed this list since the preview. Nothing was imported.',
    )
    expect(await cellsOf('synonyms')).toHaveLength(3)
    await bring('synonyms', 'words\nfence; wall\n')
    expect(await cellsOf('synonyms')).toEqual([{ words: 'fence; wall' }])
    const noted = await town.db.select().from(auditLog).where(eq(auditLog.call, 'X106'))
    // The file itself would fill the log: its size and hash say which it was.
    const sha256 = createHash('sha256').update('words\nfence; wall\n').digest('hex')
    expect(noted.at(-1)?.body).toEqual({
      list: 'synonyms',
      whole: false,
      version: expect.any(String),
      file: { bytes: 18, sha256 },
      ...{ read: 1, added: 1, changed: 0, removed: 3, same: 0, bad: 0 },
    })
  })

  test('X105 bad lines are named with the reason, and a file that is none is refused in words', async () => {
    const long = 'x'.repeat(300)
    const file = `text,room,chapter,section\n,Kitchen,,\n${long},,,\nok,,99,9\n"Caf\uFFFD",,,\nfine,,,\ntoo,many,cells,in,it\n`
    const { badLines, added, bad } = await preview('phrases', file)
    expect([added, bad]).toEqual([1, 5])
    expect(badLines).toEqual([
      { line: 2, problem: 'has no text' },
      { line: 3, problem: 'is longer than 255 characters' },
      { line: 4, problem: 'names a section that the code book does not have: 99, 9' },
      { line: 5, problem: 'text is not UTF-8 text; save the file as "CSV UTF-8"' },
      { line: 7, problem: 'has more or fewer cells than the heading' },
    ])
    expect(await preview('codes', 'chapter,section,name\n1,1,A\n1,1,B\n')).toMatchObject({
      added: 1,
      badLines: [{ line: 3, problem: 'is the same as line 2' }],
    })
    const refused = (list: TownListName, text: string) =>
      refusal(town, calls.preview, { body: { list, text, whole: false }, ...admin() })
    expect(await refused('phrases', 'colour,size\nred,9\n')).toBe(
      '422 The first line of the file must name its columns: text, room, chapter, section. It has "colour", "size".',
    )
    expect(await refused('phrases', 'text\n"never closed\n')).toMatch(/^422 Line 2 opens a quote that is never closed/)
    expect(await refused('phrases', 'text\n')).toMatch(/^422 The file has no lines/)
    expect(await refused('phrases', `text\n${'a\n'.repeat(10_001)}`)).toBe(
      '422 The file has more than 10,000 lines. Split it into several.',
    )
    expect(await refused('phrases', `text\n${'a'.repeat(1_500_000)}`)).toMatch(/^422 The file is larger than 1\.5 MB/)
    const { version } = await preview('phrases', 'text\n,\n')
    const body = { list: 'phrases', text: 'text\n" "\n', whole: false, version }
    expect(await refusal(town, calls.import, { body, ...admin() })).toMatch(/^422 No line of the file can be taken/)
  })

  test.each<[TownListName, string, ListCells[], string]>([
    [
      'codes',
      'chapter,section,name\n50,1.0,High grass\n50,2.0,\n',
      [
        { section: '2.0', retired: 'no' },
        { section: '3.0', retired: 'yes' },
      ],
      'has no name; the section stays in the list as it is',
    ],
    [
      'codes',
      `chapter,section,name\n50,1.0,High grass\n50,2.0,${'x'.repeat(10_001)}\n`,
      [
        { section: '2.0', retired: 'no' },
        { section: '3.0', retired: 'yes' },
      ],
      'name is longer than 10000 characters; the section stays in the list as it is',
    ],
    [
      'codes',
      'chapter,section,name\n50,1.0,High grass\n50,,Trash\n',
      [
        { section: '2.0', retired: 'no' },
        { section: '3.0', retired: 'no' },
      ],
      'has no section. It may be any section of the list, so none is retired',
    ],
    [
      'codes',
      'chapter,section,name\n50,1.0,High grass\n50,2.0,Trash,too many\n',
      [
        { section: '2.0', retired: 'no' },
        { section: '3.0', retired: 'no' },
      ],
      'has more or fewer cells than the heading. It may be any section of the list, so none is retired',
    ],
    [
      'phrases',
      'text,chapter,section\nSnow,,\ntrash OUT,99,9\nNew one,,\n',
      [{ text: 'Snow' }, { text: 'New one' }, { text: 'Trash out' }],
      'names a section that the code book does not have: 99, 9; the phrase stays in the list as it is',
    ],
    [
      'phrases',
      `text\nSnow\n${'x'.repeat(300)}\n`,
      [{ text: 'Snow' }, { text: 'Grass' }, { text: 'Trash out' }],
      'is longer than 255 characters. It may be any phrase of the list, so none is removed',
    ],
    ['phrases', 'text,room\nSnow,\n,\n', [{ text: 'Snow' }], 'has no text'],
    [
      'codes',
      'chapter,section,name\n50,1.0,High grass\n,,\n',
      [{ retired: 'yes' }, { retired: 'yes' }],
      'has no chapter',
    ],
    [
      'synonyms',
      'words\nsnow; ice\nPlumbing\n',
      [{ words: 'snow; ice' }, { words: 'plumbing; sink' }],
      'has fewer than two words; the group stays in the list as it is',
    ],
    [
      'rooms',
      `room,prompt\nHall,\nKitchen,${'x'.repeat(10_001)}\n`,
      [{ room: 'Kitchen', prompt: 'Sink?' }, { room: 'Attic' }, { room: 'Hall' }],
      'prompt is longer than 10000 characters. It may be any prompt of the list, so none is removed',
    ],
  ])(
    'X105 X106 a line that is left out removes nothing that it may stand for: %s %#',
    async (list, text, left, why) => {
      const before = {
        codes: 'chapter,section,name\n50,1.0,Tall grass\n50,2.0,Trash\n50,3.0,Snow\n',
        phrases: 'text\nGrass\nTrash out\nSnow\n',
        synonyms: 'words\nplumbing; sink\ngrass; lawn\nsnow; ice\n',
        rooms: 'room,prompt\nKitchen,Sink?\nAttic,\n',
      }
      await bring(list, before[list])
      const seen = await preview(list, text, true)
      await bring(list, text, true)
      const cells = (await cellsOf(list)).filter(({ section }) => section !== '1.0')
      expect(cells).toMatchObject(left)
      expect(cells).toHaveLength(left.length)
      expect(seen.badLines.map(({ problem }) => problem)).toEqual([why])
      expect(await preview(list, text, true)).toMatchObject({ added: 0, changed: 0, removed: 0 })
    },
  )

  test('X106 ten thousand lines are taken at once, in their order', async () => {
    const lines = Array.from({ length: 10_000 }, (_, at) => `Phrase ${at}`)
    await bring('phrases', `text\n${lines.join('\n')}\n`)
    const { entries } = await listOf('phrases')
    expect([entries.length, entries[0]?.cells, entries.at(-1)?.cells]).toEqual([
      10_000,
      { text: 'Phrase 0' },
      { text: 'Phrase 9999' },
    ])
  })

  test('X106 a room is found by either apostrophe, so that a file does not make it twice', async () => {
    await bring('rooms', 'room,prompt\nKid’s room,Is the bed safe?\n')
    await bring('rooms', "room,prompt\nkid's  room,Is it warm?\n")
    const room = 'Kid’s room'
    expect(await cellsOf('rooms')).toEqual([
      { room, prompt: 'Is the bed safe?' },
      { room, prompt: 'Is it warm?' },
    ])
  })

  test('X106 a file of checklists adds rooms and prompts; as the whole list it removes the others', async () => {
    await bring('rooms', files.rooms)
    await bring('rooms', 'room,prompt\nkitchen,Is the stove safe?\nHall,\n')
    expect(await cellsOf('rooms')).toEqual([
      { room: 'Kitchen', prompt: 'Is the sink clean?' },
      { room: 'Kitchen', prompt: '=HYPERLINK("x")' },
      { room: 'Kitchen', prompt: 'Is the stove safe?' },
      { room: 'Attic' },
      { room: 'Hall' },
    ])
    await bring('rooms', 'room,prompt\nHall,\nKitchen,Is the stove safe?\n', true)
    expect(await cellsOf('rooms')).toEqual([{ room: 'Kitchen', prompt: 'Is the stove safe?' }, { room: 'Hall' }])
  })

  test.each([
    ['neither stands in the file', 'Hall,\n', []],
    ['the file has a prompt of the first', 'Kitchen,Sink?\n', [{ id: 'first', prompt: 'Sink?' }]],
    ['the file has a prompt of the second', 'Kitchen,Stove?\n', [{ id: 'second', prompt: 'Stove?' }]],
    ['the file has another prompt', 'kitchen,Dry?\n', [{ id: 'first', prompt: 'Dry?' }]],
    ['the file has the room alone', 'Kitchen,\n', [{ id: 'first', prompt: null }]],
  ])('X106 of two rooms of one name, the whole list leaves no empty one: %s', async (_, lines, left) => {
    const made = await town.db
      .insert(rooms)
      .values([{ name: 'Kitchen' }, { name: 'kitchen ' }])
      .returning({ id: rooms.id })
    const [first = 0, second = 0] = made.map(({ id }) => id)
    await town.db.insert(prompts).values([
      { room_id: first, content: 'Sink?' },
      { room_id: second, content: 'Stove?' },
    ])
    await bring('rooms', `room,prompt\n${lines}`, true)
    const kitchens = await town.db
      .select({ id: rooms.id, prompt: prompts.content })
      .from(rooms)
      .leftJoin(prompts, eq(prompts.room_id, rooms.id))
      .where(ilike(rooms.name, 'kitchen%'))
    expect(kitchens).toEqual(left.map(({ id, prompt }) => ({ id: id === 'first' ? first : second, prompt })))
  })

  test('X103 X104 a line is added, changed and removed, and never over what somebody else has done', async () => {
    await bring('codes', files.codes)
    await add('phrases', { text: 'Sink leaks', room: 'Kitchen' })
    expect(
      await refusal(town, calls.saveEntry, {
        body: { list: 'phrases', id: null, seen: null, cells: { text: ' Sink leaks', room: 'Kitchen' } },
        ...admin(),
      }),
    ).toBe('422 There is such a phrase already')
    const [first] = (await listOf('phrases')).entries
    const edit = {
      list: 'phrases',
      id: first?.id,
      seen: first?.cells,
      cells: { text: 'Tap leaks', chapter: '50', section: '1.0' },
    }
    await ask(town, calls.saveEntry, { body: edit, ...admin() })
    expect(await cellsOf('phrases')).toEqual([{ text: 'Tap leaks', chapter: '50', section: '1.0' }])
    expect(await refusal(town, calls.saveEntry, { body: edit, ...admin() })).toMatch(
      /^409 Somebody else has changed this line/,
    )
    const gone = { list: 'phrases', id: first?.id, seen: edit.cells }
    await ask(town, calls.removeEntry, { body: gone, ...admin() })
    expect(await refusal(town, calls.removeEntry, { body: gone, ...admin() })).toMatch(/^404 Somebody else has removed/)
    expect(
      await refusal(town, calls.saveEntry, {
        body: { list: 'synonyms', id: null, seen: null, cells: { words: 'alone' } },
        ...admin(),
      }),
    ).toBe('422 This group has fewer than two words')
  })

  test('X103 a retired section stays in the book, marked; devices hear of it; no call removes one', async () => {
    await bring('codes', files.codes)
    const section = (await listOf('codes')).entries.find(({ cells }) => cells.section === '1.0')
    const body = { list: 'codes', id: section?.id, seen: section?.cells, cells: { ...section?.cells, retired: 'yes' } }
    await ask(town, calls.saveEntry, { body, ...admin() })
    const told = await ask(town, codeCalls.one, { params: { codeId: section?.id ?? 0 } })
    expect(told).toMatchObject({ name: 'Tall grass', retired: true })
    const gone = { list: 'codes', id: section?.id, seen: body.cells }
    expect(await refusal(town, calls.removeEntry, { body: gone, ...admin() })).toMatch(/^409 A section stays/)
  })

  test('X102 everybody reads; only an Admin changes', async () => {
    const { guest, ons, oas } = town.people
    expect(await ask(town, calls.list, { search: { list: 'rooms' }, as: guest })).toMatchObject({ entries: [] })
    for (const as of [guest, ons, oas])
      for (const call of [calls.saveEntry, calls.removeEntry, calls.preview, calls.import, calls.save, calls.saveSeal])
        expect((await send(town, call, { body: {}, as })).status, call.id).toBe(403)
  })
})

const settings = async (at = town) => ask(at, calls.settings, { as: at.people.admin })
const save = async (changes: Partial<TownSettings>, at = town) => {
  const { settings: known, version } = await settings(at)
  return send(at, calls.save, { body: { ...known, ...changes, version }, as: at.people.admin })
}
const configIn = async (at = town) => (await (await at.fetch('/config.json')).json()) as Record<string, unknown>

describe('settings of the town', () => {
  test('X108 what an Admin sets is told to every device, with the letterhead in lines', async () => {
    const saved = await save({
      town_name: ' Town of Elm ',
      address: '1 Main Street\n\nElm, MD 20700',
      phone: '3015550100',
      email: 'code@elm.example',
      website: 'https://elm.example/',
      notice_text: 'You may appeal within 15 days.',
      time_zone: 'America/Chicago',
      manual_permits: true,
      links: [{ name: 'Town hall', url: 'https://elm.example/hall' }],
    })
    expect(saved.status).toBe(200)
    expect(await configIn()).toMatchObject({
      townName: 'Town of Elm',
      timeZone: 'America/Chicago',
      letterhead: ['1 Main Street', 'Elm, MD 20700', '(301) 555-0100 · code@elm.example · elm.example'],
      noticeText: 'You may appeal within 15 days.',
      manualPermits: true,
      helpfulLinks: { 'Town hall': 'https://elm.example/hall' },
    })
    const [noted] = await town.db.select().from(auditLog).where(eq(auditLog.call, 'X108'))
    expect(noted).toMatchObject({ user_id: town.people.admin.id, body: { town_name: 'Town of Elm' } })
  })

  test('X108 wrong values are refused field by field, and nothing is saved', async () => {
    const answer = await save({
      town_name: 'Elm',
      email: 'nobody',
      time_zone: 'Mars',
      maps_url: 'ftp://x',
      tax_url: 'https://tax.example/{parcel}',
      links: [{ name: 'A', url: 'javascript:alert(1)' }],
      address: '1\n2\n3\n4\n5',
    })
    expect(answer.status).toBe(422)
    const { detail } = (await answer.json()) as { detail: { loc: string[]; msg: string }[] }
    expect(Object.fromEntries(detail.map(({ loc, msg }) => [loc[1], msg]))).toEqual({
      address: 'At most 4 lines fit into the letterhead',
      email: 'Enter a valid email address',
      time_zone: 'Choose a time zone',
      maps_url: 'Enter a web address that begins with https://',
      tax_url: 'Only {combadd}, {district} and {property_id} may stand in braces; otherwise no address gets a link',
      links: '“A” needs a web address that begins with https://',
    })
    expect((await save({ default_complaint_inspector: 999 })).status).toBe(422)
    expect(await town.db.select().from(townSettings)).toEqual([])
  })

  test('X108 two Admins: the second is told that the first has saved', async () => {
    const { settings: known, version } = await settings()
    await save({ town_name: 'First' })
    const body = { ...known, town_name: 'Second', version }
    expect(await refusal(town, calls.save, { body, ...admin() })).toMatch(/^409 Somebody else has changed the settings/)
    expect(await configIn()).toMatchObject({ townName: 'First' })
  })

  test('X108 the server’s settings win, are shown as fixed, and cannot be changed in the app', async () => {
    const fixed = readConfig({ TOWN_NAME: 'Fixed', TOWN_ZONE: 'America/New_York' })
    const other = await office({ config: { townName: fixed.townName, townZone: fixed.townZone, fixed: fixed.fixed } })
    try {
      expect(await settings(other)).toMatchObject({
        settings: { town_name: 'Fixed' },
        fixed: [
          { name: 'town_name', by: 'TOWN_NAME' },
          { name: 'time_zone', by: 'TOWN_ZONE' },
        ],
      })
      const refused = await save({ town_name: 'Other' }, other)
      expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('server’s settings')])
      expect((await save({ phone: '3015550100' }, other)).status).toBe(200)
      await other.db
        .insert(townSettings)
        .values({ name: 'town_name', value: '"Old"', updated_at: new Date(), updated_by: 1 })
      expect(await configIn(other)).toMatchObject({ townName: 'Fixed', letterhead: ['(301) 555-0100'] })
    } finally {
      await other.close()
    }
  })

  test('X108 a value that the page would not take does not keep the other settings from being saved', async () => {
    const fixed = new Set(['MAPS_URL'] as const)
    const other = await office({ config: { mapsUrl: 'maps.example/{combadd}', fixed } })
    try {
      expect((await save({ notice_text: 'Call us.' }, other)).status).toBe(200)
      expect(await settings(other)).toMatchObject({ settings: { notice_text: 'Call us.' } })
      expect((await save({ tax_url: 'tax.example' }, other)).status).toBe(422)
    } finally {
      await other.close()
    }
  })

  test('X109 a seal is checked as that of the settings is, served to everybody, and taken away again', async () => {
    const put = (picture: string | null) => send(town, calls.saveSeal, { body: { picture }, ...admin() })
    const saved = await put(Buffer.from(demoSeal()).toString('base64'))
    expect(saved.status).toBe(200)
    const { townSeal } = (await configIn()) as { townSeal: string }
    expect(townSeal).toMatch(/^\/town-seal\/[0-9a-f]{16}\.svg$/)
    const served = await town.fetch(townSeal)
    expect([served.status, served.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('sandbox'),
    ])
    const gif = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .gif()
      .toBuffer()
    for (const wrong of [gif.toString('base64'), Buffer.from('<html></html>').toString('base64'), '???', ''])
      expect((await put(wrong)).status, wrong.slice(0, 20)).toBe(422)
    expect((await put(Buffer.alloc(300_000).toString('base64'))).status).toBe(422)
    expect((await settings()).ownSeal).toBe(true)
    expect((await put(null)).status).toBe(200)
    expect(await configIn()).toMatchObject({ townSeal: null })
  })
})
