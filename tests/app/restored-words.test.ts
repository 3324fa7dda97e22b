import { describe, expect, test } from 'vitest'
import { restoredWords } from '../../src/app/restored-words.ts'

const zone = 'America/New_York'
const told = { backupMadeAt: '2026-11-20T04:00:00Z', records: 12, photos: 3, photosGone: 0, keptSince: null }

describe('a restored office is reported in words', () => {
  test.each([
    [{}, '12 records and 3 photos of yours are being sent again.'],
    [{ records: 1, photos: 0 }, '1 record of yours is being sent again.'],
    [{ records: 0, photos: 1 }, '1 photo of yours is being sent again.'],
    [
      { photosGone: 1 },
      '12 records and 3 photos of yours are being sent again. 1 photo is no longer on this device and cannot be sent again.',
    ],
    [
      { photos: 0, keptSince: Date.parse('2026-11-08T12:00:00Z') },
      '12 records of yours are being sent again. What you sent until 11/8/2026 is no longer kept on this device.',
    ],
  ])('%j', (part, words) => {
    expect(restoredWords({ ...told, ...part }, zone)).toBe(
      `The office was restored from a backup of 11/19/2026, 11:00 PM. ${words}`,
    )
  })

  test('where the server does not say when the backup was made, nor do the words', () => {
    expect(restoredWords({ ...told, backupMadeAt: null }, zone)).toMatch(/^The office was restored from a backup\. 12/)
  })
})
