import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addresses } from '../../src/contract/address.ts'
import { alerts } from '../../src/contract/alert.ts'
import { audit } from '../../src/contract/audit.ts'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { evidence } from '../../src/contract/evidence.ts'
import { inspections } from '../../src/contract/inspection.ts'
import { observations } from '../../src/contract/observation.ts'
import { people } from '../../src/contract/people-file.ts'
import { prompts, rooms } from '../../src/contract/room.ts'
import { sir } from '../../src/contract/sir.ts'
import { sync } from '../../src/contract/sync.ts'
import { type ListCells, town } from '../../src/contract/town.ts'
import { users } from '../../src/contract/user.ts'
import { violations } from '../../src/contract/violation.ts'
import { asWritten, csvText } from '../../src/rules/csv.ts'
import { fileText } from '../../src/rules/file-text.ts'
import { letterheadLines } from '../../src/rules/letterhead.ts'
import { peopleMapping, personOf } from '../../src/rules/people-file.ts'
import { type Duty, dutiesOf, roleTable } from '../../src/rules/role-table.ts'
import { listPlan, saysTheSame, tidyCells } from '../../src/rules/town-list.ts'
import { firstPassword } from '../../src/screens/users/first-password.ts'
import { permissions } from '../../src/server/permissions.ts'

describe('what each role may do', () => {
  /** The calls behind each line of the table. */
  const behind: Record<Duty, readonly Endpoint[]> = {
    read: [addresses.one, violations.one, sir.stats],
    createRecords: [inspections.add, observations.add, violations.add, alerts.add],
    updateVacancy: [addresses.setVacancyStatus],
    verifyFiles: [evidence.verify, evidence.sheet],
    seePhones: [sync.devices],
    assign: [violations.assign],
    addAddresses: [addresses.add],
    manageRooms: [rooms.add, rooms.remove, prompts.save],
    manageTown: [town.save, town.import, town.saveEntry],
    manageUsers: [users.add, users.save, users.setPassword, people.add],
    endSessions: [sync.signOutDevice],
    seeAudit: [audit.list],
  }

  test('G-14 C-21 each line of the table is what the server allows', () => {
    for (const { duty, text, allowed } of roleTable)
      for (const { id } of behind[duty]) {
        const roles = permissions[id]
        expect(
          [0, 1, 2, 3].map((role) => roles !== 'anyone' && roles?.some((it) => it === role)),
          `${text} ${id}`,
        ).toEqual(allowed)
      }
    expect(dutiesOf(0)).toHaveLength(1)
    expect(dutiesOf(3)).toHaveLength(roleTable.length)
  })
})

describe('a list of the town and its file', () => {
  const cell = fc.constantFrom('a', 'b', 'c', ' A ', '')
  const phrase = fc.record({ text: fc.constantFrom('a', 'b', 'c'), room: cell })
  const listed = fc.array(phrase, { maxLength: 8 }).map((lines) => {
    const unique = new Map(lines.map((it) => [JSON.stringify(tidyCells(it)), tidyCells(it)]))
    return [...unique.values()].map((cells, at) => ({ id: at + 1, cells }))
  })

  test('X105 what a plan adds, changes, removes and leaves makes exactly the file of what was there', () => {
    fc.assert(
      fc.property(listed, fc.array(phrase, { maxLength: 8 }), (known, file) => {
        const { added, changed, removed, same } = listPlan('phrases', known, file, false)
        const gone = new Set([...removed.map(({ id }) => id), ...changed.map(({ id }) => id)])
        const after: ListCells[] = [
          ...known.filter(({ id }) => !gone.has(id)).map(({ cells }) => cells),
          ...changed.map(({ cells }) => cells),
          ...added,
        ]
        const texts = (lines: readonly ListCells[]) =>
          [...new Set(lines.map((it) => JSON.stringify(tidyCells(it))))].sort()
        expect(texts(after)).toEqual(texts(file))
        expect(same).toBe(known.length - gone.size)
        expect(changed.every(({ before, cells }) => !saysTheSame(before, cells))).toBe(true)
      }),
    )
  })

  test('X105 the code book keeps what a file leaves out, unless the file is the whole book', () => {
    const known = [
      { id: 1, cells: { chapter: '50', section: '1', name: 'Grass', retired: 'no' } },
      { id: 2, cells: { chapter: '50', section: '2', name: 'Trash', retired: 'yes' } },
      { id: 3, cells: { chapter: '51', section: '1', name: 'Snow', retired: 'no' } },
    ]
    const file = [{ chapter: '50', section: '1', description: 'Over 12 inches' }]
    expect(listPlan('codes', known, file, false)).toMatchObject({
      removed: [],
      changed: [{ id: 1, cells: { name: 'Grass' } }],
    })
    expect(listPlan('codes', known, file, true).removed.map(({ id }) => id)).toEqual([3])
  })

  test('a spreadsheet runs no cell of an export, and reading it back gives the cell as it was', () => {
    fc.assert(
      fc.property(fc.constantFrom('=', '+', '-', '@', '', ' '), fc.string(), (sign, rest) => {
        const text = `${sign}${rest}`.trim()
        fc.pre(!text.startsWith("'") && !/[",\r\n\t]/.test(text))
        const written = csvText(['a'], [[text]]).split('\r\n')[1] ?? ''
        expect(written).not.toMatch(/^\s*[=+\-@]/)
        expect(asWritten(written)).toBe(text)
      }),
    )
  })
})

describe('a file that was chosen', () => {
  test('is read in UTF-8 and UTF-16; a spreadsheet, an empty file and a picture are told apart', () => {
    const utf16 = (text: string) =>
      new Uint8Array([0xff, 0xfe, ...new Uint8Array(new Uint16Array([...text].map((it) => it.charCodeAt(0))).buffer)])
    expect(fileText(new TextEncoder().encode('\uFEFFname\nZoë'))).toEqual({ text: 'name\nZoë' })
    expect(fileText(utf16('name\nZoë'))).toEqual({ text: 'name\nZoë' })
    expect(fileText(new Uint8Array([0x5a, 0x6f, 0xeb]))).toEqual({ text: 'Zo\uFFFD' })
    expect(fileText(new Uint8Array([0x50, 0x4b, 3, 4])).problem).toContain('spreadsheet')
    expect(fileText(new Uint8Array()).problem).toContain('empty')
    expect(fileText(new Uint8Array([1, 0, 2])).problem).toContain('no text file')
    expect(fileText(new Uint8Array(3_000_001)).problem).toContain('larger')
  })

  test('US-05 a file of people is understood in any order of columns and by the words people use for roles', () => {
    expect([...peopleMapping(['E-mail Address', 'TEL.', 'Role ', 'Full Name', 'Email'])]).toEqual([
      ['email', 'E-mail Address'],
      ['phone', 'TEL.'],
      ['role', 'Role '],
      ['name', 'Full Name'],
    ])
    for (const [role, number] of [
      ['Inspector', 1],
      ['ONS, inspector', 1],
      ['office staff', 2],
      ['ADMIN', 3],
      ['0', 0],
    ] as const)
      expect(personOf({ email: 'a@b.example', role })).toMatchObject({ role: number })
    fc.assert(
      fc.property(
        fc.record({ email: fc.string(), role: fc.string(), name: fc.string(), phone: fc.string() }),
        (cells) => {
          const person = personOf(cells)
          if (typeof person !== 'string') expect([0, 1, 2, 3]).toContain(person.role)
        },
      ),
    )
  })
})

test('a first password can be read from paper, and is another one each time', () => {
  const made = new Set(Array.from({ length: 200 }, firstPassword))
  expect(made.size).toBe(200)
  for (const it of made) expect(it).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
})

test('VD-13 the letterhead has the lines of the address and then the ways to reach the town; nothing of it may be there', () => {
  expect(
    letterheadLines({
      address: ' 1 Main \n\nElm ',
      phone: '3015550100',
      email: 'a@b.c',
      website: 'https://elm.example/',
    }),
  ).toEqual(['1 Main', 'Elm', '(301) 555-0100 · a@b.c · elm.example'])
  expect(letterheadLines({ address: '', phone: '', email: '', website: '' })).toEqual([])
})
