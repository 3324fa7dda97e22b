import { expect, test } from 'vitest'
import { notInspectedText } from '../../src/rules/not-inspected.ts'

test('the comment of a visit that could not be made names the number of the office, never one of the device', () => {
  expect(notInspectedText('No entry', { id: 12, source: 'Complaint' })).toBe(
    'No entry: Complaint inspection #12 could not be made.',
  )
  expect(notInspectedText('No entry', { id: -3, source: 'Complaint' })).toBe(
    'No entry: Complaint inspection could not be made.',
  )
})
