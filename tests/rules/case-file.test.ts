import { expect, test } from 'vitest'
import { type CaseRecords, caseEvents, daysLater } from '../../src/rules/case-file.ts'

const zone = 'America/New_York'
const people = [
  { id: 1, name: 'Ona Sutter' },
  { id: 2, name: 'Otis Nash' },
]

/** A case with one of everything. Only what a case file looks at. */
const whole = {
  violation: {
    id: 7,
    violation_type: 'doorhanger',
    status: 1,
    extend: 14,
    description: 'Tall weeds',
    user: { name: 'Ona Sutter' },
    created_at: '2026-06-03T15:00:00Z',
    closed_at: '2026-07-20T15:00:00Z',
  },
  inspection: {
    id: 3,
    source: 'Complaint',
    status: 'Unsatisfactory',
    description: 'Weeds as high as a man',
    contact: { name: 'Ann Reed' },
    inspector: { name: 'Ona Sutter' },
    scheduled_datetime: '2026-06-02T09:00',
    created_at: '2026-06-01T14:00:00Z',
    updated_at: '2026-06-03T15:00:00Z',
  },
  comments: [{ id: 5, content: 'Cut half', user_id: 2, created_at: '2026-06-20T12:00:00Z' }],
  services: [
    { id: 1, violation_id: 7, how: 'posted', served_to: '', note: '', user_id: 1, created_at: '2026-06-03T16:00:00Z' },
    {
      ...{ id: 2, violation_id: 7, how: 'mailed', served_to: 'J. Peña', note: '', user_id: 1 },
      ...{ created_at: '2026-06-04T16:00:00Z', voided_at: '2026-06-05T16:00:00Z', void_reason: 'Wrong house' },
    },
  ],
  citations: [
    {
      id: 9,
      citationid: 'C-9',
      fine: 200,
      status: 1,
      created_at: '2026-07-01T12:00:00Z',
      updated_at: '2026-07-10T12:00:00Z',
    },
  ],
  evidence: null,
  people,
} as unknown as CaseRecords

const entry = (id: number, call: string, received_at: string, body: unknown, status = 200) => ({
  ...{ id, call, received_at, body, status, user_id: 2, path: '', device: null, observed_at: null },
  ...(call === 'B110' ? { record_type: 'citation', record_id: 9 } : { record_type: 'violation', record_id: 7 }),
})

const withLog = {
  ...whole,
  evidence: {
    files: [
      {
        photo: { id: 4, filename: 'front.jpg' },
        capture: { taken_at: '2026-06-02T13:30:00Z' },
        user_id: 1,
        stored_at: '2026-06-03T20:00:00Z',
      },
    ],
    events: [
      entry(1, 'B66', '2026-06-10T12:00:00Z', { extend: 14 }),
      entry(2, 'B66', '2026-06-11T12:00:00Z', { extend: 9999 }, 422),
      entry(3, 'B67', '2026-06-12T12:00:00Z', { user_id: 1 }),
      entry(4, 'B110', '2026-07-10T12:00:00Z', { status: 1 }),
      entry(5, 'B68', '2026-07-20T15:00:00Z', null),
      entry(6, 'B61', '2026-06-03T15:00:00Z', {}),
    ],
  },
} as unknown as CaseRecords

const lines = (records: CaseRecords) =>
  caseEvents(records, zone).map(({ at, kind, title, detail, who }) => [at, kind, title, detail, who].join(' | '))

test('with the log, a case goes from the complaint to its end in the order of its times, each line with who did it', () => {
  expect(lines(withLog)).toEqual([
    '2026-06-01T10:00 | complaint | Complaint by Ann Reed | Weeds as high as a man | ',
    '2026-06-02T09:00 | inspection | Inspection: Unsatisfactory |  | Ona Sutter',
    '2026-06-02T09:30 | photo | Photo taken | front.jpg | Ona Sutter',
    '2026-06-03T11:00 | violation | Violation: Doorhanger | Tall weeds | Ona Sutter',
    '2026-06-03T12:00 | service | Notice posted on the door |  | Ona Sutter',
    '2026-06-04T12:00 | service | Notice mailed to J. Peña | Voided: Wrong house | Ona Sutter',
    '2026-06-10T08:00 | extension | Deadline extended by 14 days in all |  | Otis Nash',
    '2026-06-12T08:00 | assignee | Assigned to Ona Sutter |  | Otis Nash',
    '2026-06-20T08:00 | comment | Comment | Cut half | Otis Nash',
    '2026-07-01T08:00 | citation | Citation C-9 | Fine $200, Paid | ',
    '2026-07-10T08:00 | payment | Citation: Paid |  | Otis Nash',
    '2026-07-20T11:00 | abatement | Abated |  | Otis Nash',
  ])
})

test('without the log the file says what the records know of its facts; entries without a time come last', () => {
  const known = lines(whole)
  expect(known).toContain('2026-07-10T08:00 | payment | Citation C-9 paid |  | ')
  expect(known).toContain('2026-07-20T11:00 | abatement | Abated |  | ')
  expect(known.at(-1)).toBe(' | extension | Deadline extended by 14 days in all |  | ')
})

const withEntries = (...events: ReturnType<typeof entry>[]) =>
  ({ ...whole, evidence: { files: [], events } }) as unknown as CaseRecords

const factLines = (records: CaseRecords) => lines(records).filter((it) => /extension|abatement|payment/.test(it))

const only = 'From the record. The log that was read does not tell of it.'
const fromRecord = [
  `2026-07-10T08:00 | payment | Citation C-9 paid | ${only} | `,
  `2026-07-20T11:00 | abatement | Abated | ${only} | `,
  ` | extension | Deadline extended by 14 days in all | ${only} | `,
]

test('a log that does not tell of an extension, abatement or payment hides none of them', () => {
  const assigned = entry(3, 'B67', '2026-06-12T12:00:00Z', { user_id: 1 })
  expect(factLines(withEntries(assigned))).toEqual(fromRecord)
  // What was refused did not happen, and the payment of another citation is not the payment of this one.
  expect(
    factLines(
      withEntries(
        entry(1, 'B66', '2026-06-11T12:00:00Z', { extend: 14 }, 422),
        entry(2, 'B68', '2026-07-20T15:00:00Z', null, 409),
        { ...entry(3, 'B110', '2026-07-09T12:00:00Z', { status: 1 }), record_id: 8 },
        entry(4, 'B110', '2026-07-10T12:00:00Z', { status: 2 }),
      ),
    ),
  ).toEqual(['2026-07-09T08:00 | payment | Citation: Paid |  | Otis Nash', fromRecord[0], ...fromRecord.slice(1)])
})

test('a log that tells of one fact does not hide the others', () => {
  expect(factLines(withEntries(entry(1, 'B68', '2026-07-20T15:00:00Z', null)))).toEqual([
    fromRecord[0],
    '2026-07-20T11:00 | abatement | Abated |  | Otis Nash',
    fromRecord[2],
  ])
})

test('a log read before the last change does not hide it: an older extension, or an abatement that was undone', () => {
  expect(
    factLines(
      withEntries(
        entry(1, 'B66', '2026-06-10T12:00:00Z', { extend: 7 }),
        entry(2, 'B68', '2026-06-12T12:00:00Z', null),
        entry(3, 'B69', '2026-06-13T12:00:00Z', null),
        entry(4, 'B110', '2026-07-10T12:00:00Z', { status: 1 }),
      ),
    ),
  ).toEqual([
    '2026-06-10T08:00 | extension | Deadline extended by 7 days in all |  | Otis Nash',
    '2026-06-12T08:00 | abatement | Abated |  | Otis Nash',
    '2026-06-13T08:00 | abatement | Reopened |  | Otis Nash',
    '2026-07-10T08:00 | payment | Citation: Paid |  | Otis Nash',
    ...fromRecord.slice(1),
  ])
})

test('a line that only the record tells says so, once the log has been read', () => {
  const said = (records: CaseRecords) => lines(records).filter((it) => it.includes('From the record.'))
  expect(said(withEntries())).toHaveLength(3)
  expect(said(withLog)).toEqual([])
  expect(said(whole)).toEqual([])
})

test('a bare violation and an unconducted inspection make a short case', () => {
  const bare = { ...whole, inspection: { ...whole.inspection, source: 'Multifamily License', status: null } }
  expect(
    lines({
      ...bare,
      comments: [],
      services: [],
      citations: [],
      violation: { ...whole.violation, extend: 0, status: 0 },
    } as CaseRecords),
  ).toEqual(['2026-06-03T11:00 | violation | Violation: Doorhanger | Tall weeds | Ona Sutter'])
})

test('a citation written without signal is where it was written, with its fine in cents, also a fine of nothing', () => {
  const citation = { id: 9, citationid: 'C-9', created_at: '2026-07-05T12:00:00Z', observed_at: '2026-07-02T12:00:00Z' }
  const lineOf = (fine: number | null) =>
    lines({ ...whole, citations: [{ ...citation, fine }] }).find((it) => it.includes('| citation |'))
  expect(lineOf(199.6)).toMatch(/^2026-07-02T08:00 \| citation \| Citation C-9 \| Fine \$199\.60, /)
  expect(lineOf(0)).toContain('| Fine $0, ')
  expect(lineOf(null)).not.toContain('Fine')
})

test('an inspection that was made before its appointment is in the case file where it was made', () => {
  const inspection = { ...whole.inspection, scheduled_datetime: '2026-06-30T09:00' }
  expect(lines({ ...whole, inspection } as CaseRecords)).toContain(
    '2026-06-03T11:00 | inspection | Inspection: Unsatisfactory |  | Ona Sutter',
  )
})

test('days between two lines are days of the calendar; on the same day, or with an unknown day, there is no text', () => {
  expect(daysLater('2026-06-01T23:59', '2026-06-02T00:01')).toBe('1 day later')
  expect(daysLater('2026-03-01T08:00', '2026-03-31T08:00')).toBe('30 days later')
  expect(daysLater('2026-06-01T08:00', '2026-06-01T18:00')).toBeNull()
  expect(daysLater(null, '2026-06-01T18:00')).toBeNull()
  expect(daysLater('2026-06-01T18:00', null)).toBeNull()
})
