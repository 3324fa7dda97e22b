import { expect, test } from 'vitest'
import type { AuditEntry } from '../../src/contract/audit.ts'
import { actionText, sentText } from '../../src/rules/audit-words.ts'
import { heldText, holdsWork } from '../../src/screens/office/phone-words.ts'

const nothing = { waiting: 0, needsYou: 0, photosWaiting: 0 }

test('X8 a phone’s unsent work is put in words, and entries that need its user count as work', () => {
  expect(heldText(nothing)).toBe('Nothing')
  expect(heldText({ ...nothing, waiting: 1, photosWaiting: 1 })).toBe('1 entry, 1 photo')
  expect(heldText({ ...nothing, waiting: 7, photosWaiting: 3 })).toBe('7 entries, 3 photos')
  expect(heldText({ ...nothing, needsYou: 1 })).toBe('1 entry')
  expect(heldText({ ...nothing, waiting: 2, needsYou: 1 })).toBe('3 entries')
  expect([holdsWork(nothing), holdsWork({ ...nothing, needsYou: 1 })]).toEqual([false, true])
})

const entry = (call: string, path: string, record_type: string | null, record_id: number | null): AuditEntry => ({
  ...{ id: 1, user_id: 1, call, path, record_type, record_id },
  ...{ device: null, observed_at: null, received_at: '2026-11-20T14:00:00Z', status: 200, body: null },
})

test.each([
  [entry('B98', '/api/rooms/', 'room', 7), 'Added room 7'],
  [entry('B92', '/api/areas/3/observations', 'observation', 12), 'Added observation 12'],
  [entry('B81', '/api/inspections/4/status', 'inspection', 4), 'Changed inspection 4: status'],
  [entry('B79', '/api/inspections/4/photos', 'inspection', 4), 'Added to inspection 4: photos'],
  [entry('B68', '/api/violation/9/abate', 'violation', 9), 'Changed violation 9: abate'],
  [entry('B42', '/api/users/2', 'user', 2), 'Changed user 2'],
  [entry('B103', '/api/prompts/5', 'prompt', 5), 'Removed prompt 5'],
  [entry('cli', 'user add', null, null), 'cli user add'],
])('X9 a line of the log reads %j', (line, text) => {
  expect(actionText(line)).toBe(text)
})

test('X9 sent fields are listed without empty ones', () => {
  const line = entry('B92', '/api/areas/3/observations', 'observation', 12)
  expect(sentText({ ...line, body: { content: 'Loose wire', codes: [1, 2], unit_id: null, note: '' } })).toBe(
    'content: Loose wire\ncodes: [1,2]',
  )
  expect(sentText(line)).toBe('')
})
