import { expect, test } from 'vitest'
import { maybeSentBack } from '../../src/rules/maybe-sent-back.ts'
import { lastSentBack, sentBackText } from '../../src/rules/send-back.ts'

test('the comment that sends an inspection back names it, and the last one about it is read back', () => {
  const said = (what: 'complaint' | 'inspection', id: number, words: string, day: string) => ({
    content: sentBackText(what, id, words),
    created_at: `2026-11-${day}T10:00:00Z`,
  })
  expect(sentBackText('inspection', 12, ' Photograph the roof ')).toBe('Sent back: inspection #12: Photograph the roof')
  const comments = [
    said('inspection', 12, 'Photograph the roof\nfrom the yard: both sides', '20'),
    said('inspection', 12, 'First words', '18'),
    said('complaint', 7, 'Ask the neighbor', '19'),
    { content: 'We sent back: inspection #12: by mail', created_at: '2026-11-23T10:00:00Z' },
    { content: null },
  ]
  expect([...lastSentBack(comments)]).toEqual([
    [12, 'Photograph the roof\nfrom the yard: both sides'],
    [7, 'Ask the neighbor'],
  ])
})

test('an inspection in progress may have been sent back, a pending complaint only if it was changed since it was made', () => {
  const stamps = { created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' }
  const changed = { ...stamps, updated_at: '2026-11-02T10:00:00Z' }
  const license = { source: 'Multifamily License' }
  expect(maybeSentBack({ ...license, ...changed, status: 'In Progress' })).toBe(true)
  expect(maybeSentBack({ ...license, ...changed, status: 'Pending' })).toBe(false)
  expect(maybeSentBack({ source: 'Complaint', ...changed, status: 'Pending' })).toBe(true)
  expect(maybeSentBack({ source: 'Complaint', ...stamps, status: 'Pending' })).toBe(false)
  expect(maybeSentBack({ source: 'Complaint', ...changed, status: 'Under Review' })).toBe(false)
})
