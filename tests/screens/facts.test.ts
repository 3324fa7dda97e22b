import { describe, expect, test } from 'vitest'
import type { Inspection } from '../../src/contract/inspection.ts'
import type { SirStats } from '../../src/contract/sir.ts'
import type { OutboxEntry } from '../../src/db/outbox.ts'
import { partsOf } from '../../src/parts/field-parts.ts'
import { listed } from '../../src/parts/listed.ts'
import { keptText, roomText } from '../../src/parts/storage.ts'
import { helpfulLinks, linkGroups } from '../../src/rules/helpful-links.ts'
import { diagnosticsText } from '../../src/screens/about/diagnostics-text.ts'
import { fieldReady } from '../../src/screens/dashboard/field-ready.ts'
import { myWork } from '../../src/screens/dashboard/my-work-words.ts'
import { sirGroups } from '../../src/screens/sir/sir-cards.ts'

const zone = 'America/New_York'
const now = new Date('2026-11-20T15:00:00Z')
const pack = (name: string, ready = true, at = '2026-11-20T13:05:00Z') => ({
  name,
  ready,
  at: Date.parse(at),
  problem: ready ? null : 'No signal',
})

describe('Prepare for the field on the dashboard', () => {
  test('counts ready ones, and calls inspections that came in since then missing', () => {
    const packs = [pack('Code sections'), pack('Inspection #1'), pack('Inspection #2', false)]
    expect(fieldReady({ packs, needed: ['Inspection #1', 'Inspection #2', 'Inspection #3'], now, zone })).toEqual({
      tone: 'partly',
      text: 'Ready 2 of 4',
      notes: ['Prepared today 8:05 AM', '1 part not complete', '1 inspection new since then'],
    })
  })

  test('is ready only when nothing is missing, and says the day when that was not today', () => {
    const packs = [pack('Code sections', true, '2026-11-19T13:05:00Z')]
    expect(fieldReady({ packs, needed: [], now, zone })).toMatchObject({
      tone: 'ready',
      text: 'Ready 1 of 1',
      notes: ['Prepared 11/19/2026, 8:05 AM'],
    })
    expect(fieldReady({ packs: [], needed: [], now, zone }).tone).toBe('none')
  })
})

test('The parts of the preparation: shared lists, then the inspections in their order, those not fetched among them', () => {
  const inspection = (id: number): Inspection => ({ id, source: 'Complaint' })
  const parts = partsOf(
    [pack('Inspection #2'), pack('Contacts'), pack('Inspection #9')],
    [inspection(3), inspection(2)],
  )
  expect(parts.map((it) => [it.name, it.pack?.ready ?? null])).toEqual([
    ['Code sections', null],
    ['Rooms and checklists', null],
    ['Contacts', true],
    ['Inspectors', null],
    ['Address book', null],
    ['Inspection #3', null],
    ['Inspection #2', true],
  ])
})

test('My work: entries that need the user come before waiting ones, and nothing unsent is called sent', () => {
  const quiet = {
    connection: 'online' as const,
    paused: null,
    waiting: 0,
    sending: 0,
    needsYou: 0,
    photosWaiting: 0,
    mayBeTwice: 0,
    sealed: 0,
    lastSentAt: null,
    oldestAt: null,
  }
  // Nothing is shown as sent before the device was read.
  expect(myWork({ ...quiet, isUnread: true }, zone)).toMatchObject({ icon: 'ring', text: 'Looking for unsent work' })
  expect(myWork(quiet, zone).text).toBe('Everything is sent.')
  expect(myWork({ ...quiet, waiting: 2, photosWaiting: 1 }, zone)).toMatchObject({
    text: '2 changes waiting to be sent',
    notes: ['1 photo waiting to be sent', expect.stringContaining('Saved on this phone')],
  })
  expect(myWork({ ...quiet, waiting: 2, needsYou: 1 }, zone)).toMatchObject({ text: '1 needs you', tone: 'red' })
})

describe('LS-01 a list', () => {
  const query = { rows: [] as number[], problem: undefined, pulledAt: undefined }

  test('waits while nothing was ever heard, and believes an empty list once the server has said so', () => {
    expect(listed(query, 'Failed')).toEqual({ rows: undefined, problem: undefined, isUnheard: true })
    expect(listed({ ...query, pulledAt: 5 }, 'Failed')).toEqual({ rows: [], problem: undefined, isUnheard: false })
    expect(listed(query, 'Failed', true).rows).toEqual([])
  })

  test('shows the failure only when the device holds nothing and never heard', () => {
    const problem = { kind: 'noSignal' } as const
    expect(listed({ ...query, problem }, 'Failed to fetch contacts').problem).toBe('Failed to fetch contacts')
    expect(listed({ ...query, problem, pulledAt: 5 }, 'Failed').problem).toBeUndefined()
    expect(listed({ ...query, problem, rows: [1] }, 'Failed')).toEqual({
      rows: [1],
      problem: undefined,
      isUnheard: true,
    })
  })
})

test('ST-01, 03 C-04 statistics show all seventeen figures, each under its own name', () => {
  const names = ['complaints_made', 'complaint_responses', 'warnings', 'violations', 'citations']
  for (const kind of ['sf', 'mf', 'bl', 'permit'])
    names.push(`${kind}_inspections`, `${kind}_inspection_updated`, `${kind}_inspection_approved`)
  // Every field has a different number, so that a swapped figure is noticed.
  const stats = Object.fromEntries(names.map((name, at) => [name, at + 1])) as SirStats
  const cards = sirGroups(stats).flatMap((it) => it.cards)
  expect(cards.map((it) => it.value)).toEqual(names.map((_, at) => at + 1))
  expect(new Set(cards.map((it) => it.title)).size).toBe(17)
})

describe('Helpful links', () => {
  test('HL-01, 02, 03 the groups hold the links of town, county and state', () => {
    const groups = helpfulLinks(
      linkGroups.flatMap(({ links }) => links.map(([name]) => ({ name, url: 'https://town.example' }))),
    )
    expect(groups.map((it) => [it.title, it.links.length])).toEqual([
      ['Town Codes', 12],
      ['County', 4],
      ['State', 2],
    ])
    expect(groups[0]?.links.map((it) => it.text)).toContain('Walls, Fences, Hedges')
  })

  test('HL-04 only links with an address set by the town are shown; a text that is no web address is not linked', () => {
    const groups = helpfulLinks([
      { name: 'animals', url: 'https://town.example/a' },
      { name: 'atlas', url: 'javascript:alert(1)' },
      { name: 'Parks', url: 'http://p.example' },
    ])
    const links = new Map(groups.flatMap((it) => it.links.map((link) => [link.text, link.url])))
    expect(links.get('Animals')).toBe('https://town.example/a')
    expect([...links.keys()]).toEqual(['Animals', 'Parks'])
    expect(helpfulLinks([])).toEqual([])
    expect(links.get('Parks')).toBe('http://p.example')
  })
})

test('Diagnostics name states and statuses, and nothing that the user or the server wrote about people', () => {
  const entry = {
    seq: 4,
    command: 'POST /contacts/',
    state: 'refused',
    attempts: 2,
    body: { name: 'Tessa Private', phone: '410 555 0100' },
    problem: { kind: 'refused', status: 422, detail: 'Tessa Private is known already' },
    needs: [],
  } as unknown as OutboxEntry
  const text = diagnosticsText({
    version: '0.1.0',
    userId: 7,
    role: 'ONS',
    page: { Browser: 'Test' },
    connection: 'online',
    paused: null,
    server: 'keyed',
    storage: '3 MB of 11 GB',
    counts: [['contact', 3]],
    entries: [entry],
    journal: [{ n: 1, at: now.getTime(), what: 'settled', facts: '{"id":7}' }],
  })
  expect(text).toContain('4 | POST /contacts/ | refused | attempts 2 | refused 422')
  expect(text).toContain('2026-11-20T15:00:00.000Z settled {"id":7}')
  expect(text).not.toMatch(/Tessa|410/)
})

test('The room in use and the promise to keep it are put in words, also if the browser does not say', () => {
  expect(roomText({ used: 3_000_000, quota: 11_000_000_000, isKept: true })).toBe('3.0 MB of 11 GB')
  expect(roomText({ used: null, quota: null, isKept: null })).toMatch(/does not say/)
  expect(keptText(false)).toMatch(/^Not granted/)
  expect(keptText(true)).toMatch(/^Granted/)
})
