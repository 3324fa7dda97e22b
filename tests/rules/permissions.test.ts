import { expect, test } from 'vitest'
import {
  type Capability,
  complaintInspector,
  may,
  mayWrite,
  roleText,
  roleWords,
  violationUser,
} from '../../src/rules/permissions.ts'

const allowed = (capability: Capability) => [0, 1, 2, 3].filter((role) => may(role, capability))

test('SH-07 C-35 roles read 0 Guest, 1 ONS, 2 OAS, 3 Admin', () => {
  expect([0, 1, 2, 3].map(roleText)).toEqual(['Guest', 'ONS', 'OAS', 'Admin'])
  expect([0, 1, 2, 3].map(roleWords)).toEqual(['Guest', 'ONS, inspector', 'OAS, office staff', 'Admin'])
  expect(roleText(null)).toBe('Unknown')
})

test('SH-02 C-21 users, rooms and new addresses are for Admin only', () => {
  for (const capability of ['manageUsers', 'manageRooms', 'addAddresses'] as const)
    expect(allowed(capability)).toEqual([3])
})

test('DB-03 DB-04 C-11 roles 1 to 3 create records, a Guest reads only', () => {
  expect(allowed('createRecords')).toEqual([1, 2, 3])
  expect([0, 1, 2, 3, null, 9].map(mayWrite)).toEqual([false, true, true, true, false, false])
})

test('DB-06..DB-11 C-05 C-06 each role has its panels', () => {
  expect(allowed('seeRecentActivity')).toEqual([1, 3])
  expect(allowed('seeOasOverview')).toEqual([2])
  expect(allowed('seeAdminActivity')).toEqual([3])
  expect(allowed('seeTeamTotals')).toEqual([3])
})

test('DB-28 VL-04 VL-05 filters: all users for Admin, my violations for ONS, by ONS user for Admin', () => {
  expect([allowed('seeAllCommenters'), allowed('seeMyViolationsToggle'), allowed('filterByOnsUser')]).toEqual([
    [3],
    [1],
    [3],
  ])
})

test('C-21 vacancy is updated by roles 1 to 3', () => {
  expect(allowed('updateVacancy')).toEqual([1, 2, 3])
})

test('CF-07 CF-08 II-04 VD-08 Admin assigns; everyone else sends their own id', () => {
  expect(allowed('assign')).toEqual([3])
  expect(violationUser({ id: 7, role: 3 }, 12)).toBe(12)
  expect(violationUser({ id: 7, role: 3 }, null)).toBe(7)
  expect(violationUser({ id: 7, role: 1 }, 12)).toBe(7)
})

test('CF-14 CF-15 CF-16 C-22 a complaint’s inspector: Admin’s choice, 1 from role 2, nobody from the others', () => {
  expect(complaintInspector({ id: 7, role: 3 }, 12)).toBe(12)
  expect(complaintInspector({ id: 7, role: 3 }, null)).toBeNull()
  expect(complaintInspector({ id: 7, role: 2 }, 12)).toBe(1)
  expect(complaintInspector({ id: 7, role: 2 }, null, 4)).toBe(4)
  expect([0, 1].map((role) => complaintInspector({ id: 7, role }, 12))).toEqual([null, null])
})
