import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { violations as calls } from '../../src/contract/violation.ts'
import { demoSeal } from '../../src/server/demo/demo-seal.ts'
import { violations } from '../../src/server/store/case-tables.ts'
import { addresses, codes, users } from '../../src/server/store/town-tables.ts'
import { all, parseXml, unzip, wordsOf, type Xml } from '../harness/docx.ts'
import { type Office, office } from '../harness/office.ts'
import { smallPdf } from '../harness/pdf.ts'
import { ask, send } from './routes/ask.ts'
import { jpeg } from './visit.ts'

let town: Office
beforeAll(async () => {
  town = await office({ config: { townName: 'Fernhill' }, clock: () => new Date('2026-11-20T15:00:00Z') })
})
afterAll(() => town.close())

/** A violation of two sections at an owned address, seen on 18 November. */
const addViolation = async (more: { owner?: string; description?: string } = {}) => {
  const { owner = 'Rose & Sons <LLC>', description = 'Grass stays below 8 inches.\nCut it.' } = more
  const [place] = await town.db
    .insert(addresses)
    .values({
      combadd: '12 FERN LANE',
      ownername: owner,
      owneraddress: 'PO Box 9',
      ownercity: 'Dover',
      ownerstate: 'DE',
      ownerzip: '19901',
    })
    .returning()
  const sections = await town.db
    .insert(codes)
    .values([
      { chapter: '6', section: '2.0', name: 'Loose "railing"', description: 'Rails hold 200 pounds.' },
      { chapter: '50', section: '1.0', name: 'Tall grass', description },
    ])
    .returning()
  const violation = await ask(town, calls.add, {
    body: {
      address_id: place!.id,
      user_id: town.people.ons.id,
      codes: sections.map(({ id }) => id),
      deadline: '14 days',
      observed_at: '2026-11-18T20:00:00Z',
    },
  })
  return { id: violation.id, codeIds: sections.map(({ id }) => id) }
}

const download = async (id: number, search: Record<string, string> = {}) => {
  const response = await send(town, calls.notice, { params: { violationId: id }, search, as: town.people.guest })
  expect(response.status).toBe(200)
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
}

/** Every part of the document, each well formed, and its body. */
const read = (bytes: Uint8Array) => {
  const files = unzip(bytes)
  const parts = new Map<string, Xml>()
  for (const [name, file] of files) if (/\.(xml|rels)$/.test(name)) parts.set(name, parseXml(file.toString('utf8')))
  const document = parts.get('word/document.xml')
  if (!document) throw new Error('No document in it')
  return { files, parts, document }
}

const paragraphs = (document: Xml) =>
  all(document, 'w:p').map((paragraph) => ({
    style: all(paragraph, 'w:pStyle')[0]?.attributes['w:val'] ?? '',
    words: wordsOf(paragraph),
  }))

describe('the notice of a violation', () => {
  test('B70 VD-13 downloads under its name, as a Word document', async () => {
    const { id } = await addViolation()
    const { response } = await download(id)
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="violation_notice_${id}.docx"`)
    expect(response.headers.get('Content-Type')).toMatch(/wordprocessingml\.document$/)
    const missing = await send(town, calls.notice, { params: { violationId: 999_999 } })
    expect([missing.status, await missing.json()]).toEqual([404, { detail: 'Violation not found' }])
  })

  test('G-21 says date, address, owner and mailing address, deadline, inspector and phone', async () => {
    const { id } = await addViolation()
    await ask(town, calls.extend, { params: { violationId: id }, body: { extend: 1 } })
    const { document } = read((await download(id)).bytes)
    const rows = all(document, 'w:tr').map((row) => all(row, 'w:tc').map(wordsOf))
    expect(rows).toEqual([
      ['About', 'This notice'],
      ['Notice number', String(id)],
      ['Date', '11/20/2026'],
      ['Address of the violation', '12 FERN LANE'],
      ['Owner', 'Rose & Sons <LLC>'],
      ['Mailing address', expect.stringMatching(/^PO Box 9\nDover, DE 19901$/)],
      ['Deadline', '12/03/2026 (14 days, extended by 1 day)'],
      ['Inspector', 'Ona Sutter'],
      ['Phone', '(555) 010-0001'],
    ])
    const words = paragraphs(document).map((it) => it.words)
    expect(words).toContainEqual(expect.stringContaining('on 11/18/2026 found'))
    expect(words).toContainEqual(expect.stringContaining('by 12/03/2026'))
  })

  test('G-21 has the town’s seal in its head, described in words; a town without one has none', async () => {
    const { id } = await addViolation()
    const without = read((await download(id)).bytes)
    expect(all(without.document, 'w:drawing')).toEqual([])
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-seal-'))
    const townSeal = join(folder, 'seal.svg')
    writeFileSync(townSeal, demoSeal())
    town.config.townSeal = townSeal
    // The settings are read again where devices ask for them.
    await town.fetch('/config.json')
    try {
      const { files, document } = read((await download(id)).bytes)
      const drawings = all(document, 'w:drawing')
      expect(drawings.map((it) => all(it, 'wp:docPr')[0]?.attributes.descr)).toEqual(['Seal of Fernhill'])
      const [picture] = [...files].filter(([name]) => /^word\/media\/./.test(name))
      expect(picture?.[0]).toMatch(/\.png$/)
      expect(await sharp(picture?.[1]).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
      // The lines are those of a letter without a seal.
      expect(paragraphs(document)).toEqual(paragraphs(without.document))
    } finally {
      town.config.townSeal = null
      await town.fetch('/config.json')
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('G-21 gives each section of the code with its text, the remedy and the date', async () => {
    const { id } = await addViolation()
    const words = paragraphs(read((await download(id)).bytes).document)
    const from = words.findIndex((it) => it.words === 'Violations')
    expect(words.slice(from + 1, from + 7)).toEqual([
      { style: 'Heading3', words: '50 - 1.0: Tall grass' },
      { style: '', words: 'Grass stays below 8 inches.\nCut it.' },
      { style: '', words: 'Corrective action: Do what section 50 - 1.0 requires by 12/02/2026.' },
      { style: 'Heading3', words: '6 - 2.0: Loose "railing"' },
      { style: '', words: 'Rails hold 200 pounds.' },
      { style: '', words: 'Corrective action: Do what section 6 - 2.0 requires by 12/02/2026.' },
    ])
  })

  test('G-21 is read aloud well: headings in order, a language, a table with a header row', async () => {
    const { id } = await addViolation()
    const { document, parts } = read((await download(id)).bytes)
    const levels = paragraphs(document).flatMap(({ style }) =>
      /^Heading\d$/.test(style) ? [Number(style.at(-1))] : [],
    )
    expect(levels[0]).toBe(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1)
    expect(all(document, 'w:tr').map((row) => all(row, 'w:tblHeader').length)).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0])
    expect(all(document, 'w:tblLook')[0]?.attributes['w:firstRow']).toMatch(/^(1|true)$/)
    const styles = parts.get('word/styles.xml')
    expect(styles && all(styles, 'w:lang')[0]?.attributes['w:val']).toBe('en-US')
    const core = parts.get('docProps/core.xml')
    expect(core && all(core, 'dc:title')[0]?.children).toEqual([`Notice of Violation ${id}`])
  })

  test('G-21 names unknown facts instead of leaving a cell empty', async () => {
    const [place] = await town.db.insert(addresses).values({}).returning()
    const [violation] = await town.db.insert(violations).values({ address_id: place!.id }).returning()
    await town.db.update(users).set({ phone: null }).where(eq(users.id, town.people.ons.id))
    const { document } = read((await download(violation!.id)).bytes)
    const cells = all(document, 'w:tc').map(wordsOf)
    expect(cells.filter((words) => words.trim() === '')).toEqual([])
    expect(cells.filter((words) => words === 'Not on file')).toHaveLength(2)
  })
})

describe('photos of the notice', () => {
  test('G-21 are on one further page when they are asked for, each under the section that it proves', async () => {
    const { id, codeIds } = await addViolation()
    const send1 = (name: string, width: number, fields: object) =>
      jpeg(width, 60).then((bytes) =>
        ask(town, calls.addPhoto, { params: { violationId: id }, files: [{ name, bytes }], body: fields }),
      )
    await send1('front <yard>.jpg', 90, {})
    await send1('grass.jpg', 80, { code_ids: [codeIds[1]] })
    await ask(town, calls.addPhoto, { params: { violationId: id }, files: [{ name: 'deed.pdf', bytes: smallPdf() }] })

    const plain = read((await download(id)).bytes)
    expect([...plain.files.keys()].filter((name) => name.startsWith('word/media/'))).toEqual([])

    const { files, document } = read((await download(id, { photos: 'true' })).bytes)
    const words = paragraphs(document)
    const from = words.findIndex((it) => it.words === 'Photo Evidence')
    expect(all(document, 'w:pageBreakBefore')).toHaveLength(1)
    expect(words.slice(from + 1).map((it) => it.words)).toEqual([
      '50 - 1.0: Tall grass',
      '',
      'grass.jpg',
      'Other photos',
      '',
      'front yard.jpg',
      'Not shown here: 1 further file in the record of the town.',
    ])
    const pictures = [...files].filter(([name]) => /^word\/media\/./.test(name))
    expect(pictures).toHaveLength(2)
    for (const [, bytes] of pictures) expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const described = all(document, 'wp:docPr').map((it) => it.attributes.descr)
    expect(described).toEqual([`Photo of violation ${id}: grass.jpg`, `Photo of violation ${id}: front yard.jpg`])
  })

  test('G-21 a HEIC picture is among them, drawn as a JPEG', async () => {
    const { id, codeIds } = await addViolation()
    const files = [{ name: 'house.heic', bytes: readFileSync('tests/harness/house.heic') }]
    await ask(town, calls.addPhoto, { params: { violationId: id }, files, body: { code_ids: [codeIds[1]] } })
    const { files: packed, document } = read((await download(id, { photos: 'true' })).bytes)
    const words = paragraphs(document).map((it) => it.words)
    expect(words.slice(words.indexOf('Photo Evidence') + 1)).toEqual(['50 - 1.0: Tall grass', '', 'house.heic'])
    const [picture] = [...packed].filter(([name]) => /^word\/media\/./.test(name)).map(([, bytes]) => bytes)
    expect(picture?.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    const [listed] = await ask(town, calls.photos, { params: { violationId: id } })
    expect(listed).toMatchObject({ code_ids: [codeIds[1]] })
  })

  test('G-21 are refused for a section that the violation does not name', async () => {
    const [first, second] = [await addViolation(), await addViolation()]
    const files = [{ name: 'a.jpg', bytes: await jpeg(70, 70) }]
    const said = { params: { violationId: first.id }, files, body: { code_ids: second.codeIds } }
    expect((await send(town, calls.addPhoto, said)).status).toBe(400)
  })
})

const hostile: [string, string, string][] = [
  ['control characters', 'a\u0001\u0008b\u001fc\ufffe\uffff', 'abc'],
  ['a line and a page that Word ended by hand', 'No grass\u000b\u000cabove ten inches', 'No grass\n\nabove ten inches'],
  ['XML', ']]></w:t></w:p><w:p>&amp;&#0;<!--', ']]></w:t></w:p><w:p>&amp;&#0;<!--'],
  ['a turned direction', 'paid \u202e000,01\u202c \u2067x\u2069', 'paid 000,01 x'],
  ['right-to-left letters', 'דירה 5 قانون', 'דירה 5 قانون'],
  ['figures beyond the first plane', '🏚️ 𝔊', '🏚️ 𝔊'],
  ['10,000 characters', 'grass '.repeat(1700).trim(), 'grass '.repeat(1700).trim()],
]

describe('hostile text in the notice', () => {
  test.each(hostile)('G-21 %s: the document stays well formed and says it', async (_, typed, shown) => {
    const { id } = await addViolation({ owner: typed.slice(0, 200), description: typed })
    const { document } = read((await download(id)).bytes)
    expect(paragraphs(document).map((it) => it.words)).toContain(shown)
  })

  test('the reader of these tests refuses a malformed document', () => {
    for (const broken of [
      '<a>&b</a>',
      '<a><b></a></b>',
      '<a>\u0001</a>',
      '<a x="1" x="2"/>',
      '<a/><b/>',
      '<a>',
      '<a b=1/>',
    ])
      expect(() => parseXml(broken), broken).toThrow()
  })
})

const wordProcessor = ['soffice', 'libreoffice'].find((name) => spawnSync(name, ['--version']).status === 0)

test('B70 opens in a word processor, and its PDF says the same', { timeout: 120_000 }, async ({ skip }) => {
  skip(!wordProcessor, 'LibreOffice is not installed: the notice was not converted to PDF')
  const { id } = await addViolation({ description: hostile.map(([, typed]) => typed.slice(0, 500)).join('\n') })
  const files = [{ name: 'grass.jpg', bytes: await jpeg(640, 480) }]
  await ask(town, calls.addPhoto, { params: { violationId: id }, files })
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-notice-'))
  try {
    const name = join(folder, 'notice.docx')
    writeFileSync(name, (await download(id, { photos: 'true' })).bytes)
    const convert = (to: string) =>
      spawnSync(
        wordProcessor!,
        [`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to', to, '--outdir', folder, name],
        { encoding: 'utf8', timeout: 100_000 },
      )
    expect(convert('pdf').stderr).not.toContain('Error')
    expect(readFileSync(join(folder, 'notice.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
    convert('txt:Text')
    const words = readFileSync(join(folder, 'notice.txt'), 'utf8')
    for (const said of [
      'Notice of Violation',
      'Rose & Sons <LLC>',
      '12/02/2026',
      '50 - 1.0: Tall grass',
      'Photo Evidence',
    ])
      expect(words).toContain(said)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
