import { describe, expect, test } from 'vitest'
import { type Letter, letterOf } from '../../src/rules/letter.ts'
import { type NoticeRecords, noticeOf } from '../../src/rules/notice.ts'

const town = { townName: 'Fernhill', seal: null, zone: 'America/New_York', now: new Date('2026-11-20T15:00:00Z') }

const records: NoticeRecords = {
  violation: {
    id: 7,
    address_id: 3,
    combadd: '12 FERN LANE',
    codes: [{ id: 1, chapter: '21', section: '21-1', name: 'Grass and weeds', description: 'Keep it low.' }],
    deadline: '14 days',
    deadline_date: '2026-12-02T20:00:00Z',
    observed_at: '2026-11-18T20:00:00Z',
  },
  address: {
    ownername: 'Rose',
    owneraddress: 'PO Box 9',
    ownercity: 'Dover',
    ownerstate: 'DE',
    ownerzip: '19901',
  },
  inspector: { name: 'Ona Sutter', email: 'ona@example.org', phone: '5550100001' },
}

const wordsOf = ({ parts }: Letter): string[] =>
  parts.flatMap((it) => {
    if (it.kind === 'facts') return it.rows.map((row) => row.join(': '))
    if (it.kind === 'text') return [it.words.map(({ text }) => text).join('')]
    return it.kind === 'heading' ? [it.text] : [it.says]
  })

const sectionOf = (chapter: string, section: string) => {
  const codes = [{ id: 1, chapter, section, name: 'Grass' }]
  return noticeOf({ ...records, violation: { ...records.violation, codes } }, town).codes[0]?.title
}

describe('the letter of a notice', () => {
  test('G-21 a section that names its chapter is not given the chapter twice', () => {
    expect(sectionOf('21', '21-1')).toBe('21-1: Grass')
    expect(sectionOf('21', '21.1')).toBe('21.1: Grass')
    expect(sectionOf('50', '1.0')).toBe('50 - 1.0: Grass')
    // Section 210 is none of chapter 21's.
    expect(sectionOf('21', '210')).toBe('21 - 210: Grass')
    expect(sectionOf('', '4')).toBe('4: Grass')
  })

  test('G-21 each section says what is to be done and by when, and leaves no empty line', () => {
    const words = wordsOf(letterOf(noticeOf(records, town)))
    expect(words).toContain('Corrective action: Do what section 21-1 requires by 12/02/2026.')
    expect(words.filter((it) => it.trim() === '' || /: $/.test(it))).toEqual([])
    const atOnce = { ...records.violation, deadline: 'Immediate' }
    expect(wordsOf(letterOf(noticeOf({ ...records, violation: atOnce }, town)))).toContain(
      'Corrective action: Do what section 21-1 requires immediately (12/02/2026).',
    )
  })

  test('G-21 without a stored deadline the letter says the one that every screen shows', () => {
    const days = { deadline: '7 days', deadline_date: null, extend: 3, created_at: '2026-11-01T15:00:00Z' }
    const violation = { ...records.violation, ...days, observed_at: undefined }
    const letter = letterOf(noticeOf({ ...records, violation }, town))
    expect(wordsOf(letter)).toContain('Corrective action: Do what section 21-1 requires by 11/11/2026.')
  })

  test('G-21 C-15 a deadline that is a day is that day in the letter, wherever the town is', () => {
    for (const deadline_date of ['2026-12-02', ' 2026-12-02 '])
      for (const zone of ['America/New_York', 'Pacific/Honolulu', 'UTC', 'Pacific/Auckland']) {
        const notice = noticeOf({ ...records, violation: { ...records.violation, deadline_date } }, { ...town, zone })
        expect(notice.deadline.date, zone).toBe('12/02/2026')
      }
  })

  test('G-21 a violation without a deadline has no empty words for it', () => {
    const wordsFor = (it: Partial<NoticeRecords['violation']>) =>
      wordsOf(letterOf(noticeOf({ ...records, violation: { ...records.violation, deadline_date: null, ...it } }, town)))
    const without = wordsFor({ deadline: null, extend: 3 })
    expect(without).toContain('Deadline: Not set')
    expect(without).toContain('Corrective action: Do what section 21-1 requires as soon as possible.')
    expect(without.join(' ')).toContain('They must be corrected as soon as possible.')
    const unnamed = wordsFor({ deadline: null, deadline_date: '2026-12-02T20:00:00Z', extend: 3 })
    expect(unnamed).toContain('Deadline: 12/02/2026 (extended by 3 days)')
    expect(unnamed.join(' ')).toContain('They must be corrected by 12/02/2026.')
    expect(wordsFor({ deadline: null, deadline_date: '2026-12-02T20:00:00Z' })).toContain('Deadline: 12/02/2026')
    // Nor for a day on which it was seen.
    const undated = wordsFor({ deadline: 'Immediate', observed_at: undefined, created_at: undefined })
    expect(undated).toContain('Deadline: Immediate')
    expect(undated.join(' ')).toMatch(/named above found .* must be corrected immediately\./)
  })

  test('G-21 a violation that the office has not heard of has no number, and the letter says so', () => {
    const letter = letterOf(noticeOf({ ...records, violation: { ...records.violation, id: -4 } }, town))
    expect(letter.title).toBe('Notice of Violation')
    expect(wordsOf(letter)[1]).toBe('Notice number: Will follow when the town has recorded it')
    expect(JSON.stringify(letter)).not.toContain('-4')
  })

  test('G-21 a notice without photos has no sheet of its own for them', () => {
    const headingOf = (letter: Letter) =>
      letter.parts.find((it) => it.kind === 'heading' && it.text === 'Photo Evidence')
    const of = noticeOf(records, town)
    expect(headingOf(letterOf(of, { photos: [], leftOut: 0 }))).toMatchObject({ startsPage: false })
    const photo = { jpeg: new Uint8Array(), width: 1, height: 1, filename: 'a.jpg', codeIds: [] }
    expect(headingOf(letterOf(of, { photos: [photo], leftOut: 0 }))).toMatchObject({ startsPage: true })
  })

  test('G-21 a letter counts the photos that the device does not have with those it leaves out', () => {
    const letter = letterOf(noticeOf(records, town), { photos: [], leftOut: 1, notHere: 2 })
    expect(wordsOf(letter).at(-1)).toBe('Not shown here: 3 further files in the record of the town.')
    expect(wordsOf(letter)).not.toContain('There are no photos of this violation.')
  })
})
