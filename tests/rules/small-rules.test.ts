import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defaultCitationDeadline, defaultFine, fineFrom, fineText } from '../../src/rules/citation-form.ts'
import { complaintSource, inspectionSources, isComplaint, madeBySource } from '../../src/rules/inspection-source.ts'
import { areaName, roomOfArea } from '../../src/rules/room-match.ts'
import { isSameUnitNumber, unitLabel, unitRename } from '../../src/rules/unit-number.ts'
import { weeklyChange } from '../../src/rules/weekly-change.ts'

test('DB-14 DB-15 a weekly figure says increase, decrease or none, in percent with 2 decimals', () => {
  expect(weeklyChange(9, 8)).toEqual({ direction: 'increase', text: '12.50%' })
  expect(weeklyChange(1, 3)).toEqual({ direction: 'decrease', text: '66.67%' })
  expect(weeklyChange(4, 4)).toEqual({ direction: 'none', text: '0.00%' })
})

test('DB-16 when last week is 0 the change is none and reads "N/A"', () => {
  expect(weeklyChange(5, 0)).toEqual({ direction: 'none', text: 'N/A' })
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (now, before) => /^(N\/A|\d+\.\d\d%)$/.test(weeklyChange(now, before).text)),
  )
})

test('UN-03 an unchanged or blank unit number just closes the editor', () => {
  const unit = { id: 1, number: '2B' }
  for (const typed of ['2B', ' 2B ', '', '  ']) expect(unitRename(unit, typed, [unit])).toEqual({ kind: 'nothing' })
})

test('UN-04 C-25 a number of another unit of the address is taken, whatever its blanks and case', () => {
  const [unit, other] = [
    { id: 1, number: '2B' },
    { id: 2, number: ' 3a' },
  ]
  const text = 'A unit with this number already exists for this address.'
  expect(unitRename(unit, '3A ', [unit, other])).toEqual({ kind: 'taken', by: other, text })
  expect(unitRename(unit, ' 4 ', [unit, other])).toEqual({ kind: 'rename', number: '4' })
  // Only the case of its own name changes, so it is no duplicate.
  expect(unitRename(unit, '2b', [unit, other])).toEqual({ kind: 'rename', number: '2b' })
  expect(isSameUnitNumber(null, '')).toBe(true)
})

test('CP-04 a unit reads "Unit {number}", else "Unit {unit_id}", else a dash', () => {
  expect([unitLabel('2B', 17), unitLabel(' ', 17), unitLabel(null, null)]).toEqual(['Unit 2B', 'Unit 17', '—'])
})

test('AR-07 C-16 a checklist is of the room with the area’s name, whatever the case, else of its room_id', () => {
  const rooms = [
    { id: 1, name: 'Kitchen' },
    { id: 2, name: 'Bath' },
  ]
  expect(roomOfArea({ name: ' kitchen', room_id: 2 }, rooms)?.id).toBe(1)
  expect(roomOfArea({ name: 'Upstairs bath', room_id: 2 }, rooms)?.id).toBe(2)
  expect(roomOfArea({ name: 'Attic' }, rooms)).toBeNull()
  expect(roomOfArea({ name: '' }, [{ id: 3, name: '' }])).toBeNull()
})

test('CI-11 the room’s name wins over the typed one; without either nothing is sent', () => {
  expect([areaName('Den', { name: 'Kitchen' }), areaName(' Den ', null), areaName(' ', null)]).toEqual([
    'Kitchen',
    'Den',
    null,
  ])
})

test('CF-25 inspection sources are exactly the five, and a complaint is one of them', () => {
  expect(inspectionSources.map(({ text }) => text)).toEqual([
    'Complaint',
    'Multifamily License',
    'Single Family License',
    'Building/Dumpster/POD permit',
    'Business License',
  ])
  expect(complaintSource).toBe('Complaint')
})

test('G-02 permit sources make a permit, licence sources a licence of their type, complaints nothing', () => {
  expect(inspectionSources.map(({ text }) => madeBySource(text))).toEqual([
    null,
    { kind: 'license', licenseType: 3 },
    { kind: 'license', licenseType: 2 },
    { kind: 'permit' },
    { kind: 'license', licenseType: 1 },
  ])
  expect(madeBySource('Other')).toBeNull()
})

test('G-17 a complaint is known by its source', () => {
  expect(isComplaint({ source: 'Complaint' })).toBe(true)
  expect(isComplaint({ source: 'Business License' })).toBe(false)
  expect(isComplaint({})).toBe(false)
})

test('CT-11 the fine is 200 by default and a number of at least 0', () => {
  expect(defaultFine).toBe(200)
  expect(['200', ' $ 0 ', '199.60', '-5', 'NaN', '1e9', '', '1.234'].map(fineFrom)).toEqual([
    200,
    0,
    199.6,
    null,
    null,
    null,
    null,
    null,
  ])
})

test('CT-12 a citation is due today plus 21 days, in the town', () => {
  expect(defaultCitationDeadline(new Date('2026-11-20T15:00:00Z'))).toBe('2026-12-11')
  expect(defaultCitationDeadline(new Date('2026-11-20T02:00:00Z'))).toBe('2026-12-10')
})

test('CT-07 the fine has a $ before it', () => {
  expect([fineText(200), fineText(199.6), fineText(0), fineText(null), fineText(Number.NaN)]).toEqual([
    '$200',
    '$199.60',
    '$0',
    'N/A',
    'N/A',
  ])
})
