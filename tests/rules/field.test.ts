import { describe, expect, test, vi } from 'vitest'
import { alertWords, inAlertOrder } from '../../src/rules/alerts.ts'
import { answerCounts } from '../../src/rules/answers.ts'
import { codesFound } from '../../src/rules/code-search.ts'
import { areasDone, completionText, undecided } from '../../src/rules/finish.ts'
import { likelyCode } from '../../src/rules/likely-code.ts'

describe('alerts', () => {
  test('dangers come first, then as they were written', () => {
    const of = (id: number, kind: 'dog' | 'gate' | 'hostile' | 'other') => ({ id, kind, text: '' })
    const sorted = inAlertOrder([of(4, 'gate'), of(2, 'other'), of(9, 'dog'), of(3, 'dog'), of(1, 'hostile')])
    expect(sorted.map((it) => it.id)).toEqual([3, 9, 1, 4, 2])
  })

  test('kind and words; of another kind the words alone', () => {
    expect(alertWords({ kind: 'dog', text: ' bites ' })).toBe('Dog: bites')
    expect(alertWords({ kind: 'gate', text: '' })).toBe('Gate code')
    expect(alertWords({ kind: 'other', text: 'Loose roof' })).toBe('Loose roof')
    expect(alertWords({ kind: 'other', text: '' })).toBe('Take care')
  })
})

test('answers are counted in words, without those that nobody gave', () => {
  expect(answerCounts(['ok', 'na', 'ok', 'problem'])).toBe('2 OK · 1 problem · 1 N/A')
  expect(answerCounts(['problem', 'problem'])).toBe('2 problems')
})

describe('the section that a prompt is likely about', () => {
  const codes = [
    { id: 1, chapter: '10', section: '1', name: 'Tall grass' },
    { id: 2, chapter: '10', section: '2', name: 'Smoke alarms required' },
    { id: 3, chapter: '10', section: '3', name: 'Alarms and sirens' },
  ]
  const prompt = 'Smoke alarm sounds when tested'

  test('is the one most used with its words', () => {
    const seen = [
      { content: 'smoke alarm sounds when tested: no', codes: [{ id: 3 }] },
      { content: 'Smoke alarm sounds when tested', codes: [{ id: 1 }, { id: 3 }] },
      { content: 'Grass', codes: [{ id: 1 }] },
      { content: 'Grass', codes: [{ id: 1 }] },
    ]
    expect(likelyCode(prompt, seen, codes)).toBe(3)
  })

  test('is else the one whose name shares most words with it, or none', () => {
    expect(likelyCode(prompt, [], codes)).toBe(2)
    expect(likelyCode('Window opens', [], codes)).toBeNull()
  })
})

describe('decisions left before an inspection is completed', () => {
  const seen = (id: number, codes: number[], at: string) => ({
    id,
    codes: codes.map((it) => ({ id: it })),
    created_at: at,
  })
  const made = (codes: number[], at: string) => ({ codes: codes.map((it) => ({ id: it })), created_at: at })

  test('a violation decides observations of its sections, and earlier ones without a section', () => {
    const flagged = [
      seen(1, [5], '2026-11-22T09:00Z'),
      seen(2, [], '2026-11-22T09:10Z'),
      seen(3, [6], '2026-11-22T09:20Z'),
    ]
    expect(undecided(flagged, []).map((it) => it.id)).toEqual([1, 2, 3])
    expect(undecided(flagged, [made([5, 7], '2026-11-22T09:05Z')]).map((it) => it.id)).toEqual([2, 3])
    expect(undecided(flagged, [made([6], '2026-11-22T10:00Z')]).map((it) => it.id)).toEqual([1])
  })

  test('C-23 a time without a zone is UTC, whatever the zone of the phone', () => {
    vi.stubEnv('TZ', 'America/New_York')
    try {
      expect(undecided([seen(1, [], '2026-11-22T09:00:00')], [made([], '2026-11-22T10:00:00Z')])).toEqual([])
    } finally {
      vi.unstubAllEnvs()
    }
  })

  test('II-05 an area with nothing in it does not count as inspected', () => {
    expect(areasDone(1, 0)).toBe('1 area inspected')
    expect(areasDone(2, 1)).toBe('2 areas, 1 without entries')
  })

  test('II-05 G-02 the effects of completing are named beforehand', () => {
    const of = (source: string, openViolations: number) => completionText({ source, openViolations })
    expect(of('Multifamily License', 0)).toBe('Completing makes the license.')
    expect(of('Business License', 1)).toBe('No license: 1 open violation stands at this address.')
    expect(of('Building/Dumpster/POD permit', 2)).toBe('Completing makes the permit.')
    expect(of('Complaint', 2)).toBe('Completing makes no license and no permit.')
  })
})

describe('the search of the code by synonyms', () => {
  const codes = [
    { id: 1, chapter: '2', name: 'Drain lines' },
    { id: 2, chapter: '1', name: 'Plumbing fixtures' },
    { id: 3, chapter: '3', name: 'Stairs' },
  ]
  const synonyms = [['plumbing', 'sink', 'drain']]

  test('CF-41 matches of the text itself come first, then matches of a synonym', () => {
    const found = (text: string) => codesFound(codes, text, synonyms).map((it) => it.id)
    expect(found('drain')).toEqual([1, 2])
    expect(found('sink')).toEqual([2, 1])
    expect(found('si')).toEqual([])
    expect(found('')).toEqual([2, 1, 3])
  })

  test('CF-41 a section that is named or numbered so comes before one that only mentions it', () => {
    const book = [
      {
        id: 1,
        chapter: '12',
        section: '12-5',
        name: 'Duty of the occupant',
        description: 'Tests smoke alarms. See 17-1.',
      },
      { id: 2, chapter: '17', section: '17-1', name: 'Smoke alarms' },
      { id: 3, chapter: '9', section: '9-2', name: 'Fire exits' },
    ]
    const found = (text: string) => codesFound(book, text, [['smoke', 'fire']]).map((it) => it.id)
    expect(found('smoke')).toEqual([2, 1, 3])
    expect(found('17-1')).toEqual([2, 1])
    expect(found('')).toEqual([3, 1, 2])
  })
})
