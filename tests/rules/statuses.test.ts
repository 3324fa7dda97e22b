import { expect, test } from 'vitest'
import { vacancyStatuses } from '../../src/contract/address.ts'
import { citationBadge, citationStatuses, citationStatusOf } from '../../src/rules/citation-status.ts'
import {
  complaintStatus,
  complaintStatuses,
  dashboardComplaintStatus,
  isPendingComplaint,
} from '../../src/rules/complaint-status.ts'
import {
  completes,
  inspectionChoice,
  inspectionStatuses,
  inspectionStatusText,
  inspectionTone,
  isPending,
  makesRecords,
  notYetConducted,
} from '../../src/rules/inspection-status.ts'
import { vacancyText } from '../../src/rules/vacancy.ts'
import { canAbate, canReopen, takesCitations, violationBadge } from '../../src/rules/violation-status.ts'

test('CI-01 the selector offers six statuses', () => {
  expect(inspectionStatuses).toEqual(['Pending', 'Scheduled', 'In Progress', 'Under Review', 'Completed', 'Cancelled'])
})

test('CI-02 C-08 stored statuses are read whatever their case, hyphens or spelling of cancelled', () => {
  expect(inspectionChoice('in-progress')).toBe('In Progress')
  expect(inspectionChoice('UNDER_REVIEW')).toBe('Under Review')
  expect(inspectionChoice(' canceled ')).toBe('Cancelled')
  expect(inspectionChoice('Satisfactory')).toBeNull()
  expect(inspectionChoice(null)).toBeNull()
})

test('II-03 IL-02 IL-03 a status is shown title-cased, Pending when it is missing', () => {
  expect(inspectionStatusText(null)).toBe('Pending')
  expect(inspectionStatusText('  ')).toBe('Pending')
  expect(inspectionStatusText('in-progress')).toBe('In Progress')
  expect(inspectionStatusText('needs second visit')).toBe('Needs Second Visit')
  expect(inspectionStatusText('canceled')).toBe('Cancelled')
})

test('AD-33 C-08 satisfactory and completed are green, unsatisfactory red, all else yellow', () => {
  expect(['Satisfactory', 'completed', 'COMPLETED'].map(inspectionTone)).toEqual(['green', 'green', 'green'])
  expect(inspectionTone('Unsatisfactory')).toBe('red')
  expect([null, '', 'Cancelled', 'toString', 'whatever'].map(inspectionTone)).toEqual(Array(5).fill('yellow'))
})

test('CI-03 II-02 C-09 only null and blank mean not yet conducted; a saved Pending does not', () => {
  expect([null, undefined, '', ' '].map(notYetConducted)).toEqual([true, true, true, true])
  expect(['Pending', 'Completed'].map(notYetConducted)).toEqual([false, false])
})

test('G-03 pending is no status, Pending, Scheduled, In Progress and Under Review', () => {
  expect([null, '', 'pending', 'Scheduled', 'in-progress', 'Under Review'].every(isPending)).toBe(true)
  expect(['Completed', 'canceled', 'Satisfactory', 'Unsatisfactory'].some(isPending)).toBe(false)
})

test('G-02 Completed and Satisfactory make records; Cancelled too closes the inspection', () => {
  expect(['completed', 'Satisfactory'].every((status) => completes(status) && makesRecords(status))).toBe(true)
  expect([completes('canceled'), makesRecords('canceled')]).toEqual([true, false])
  expect([null, 'Pending', 'Unsatisfactory'].some(completes)).toBe(false)
})

test('AD-34 C-07 complaint statuses become one of three, other values stay as they are', () => {
  for (const text of ['unsatisfactory', 'Violation', 'violation found'])
    expect(complaintStatus(text)).toBe('Violation Found')
  for (const text of ['Satisfactory', 'NO VIOLATION', 'no violation found'])
    expect(complaintStatus(text)).toBe('No Violation Found')
  for (const text of ['pending', 'Open', 'unknown', '', ' ', null, undefined])
    expect(complaintStatus(text)).toBe('Pending')
  expect(complaintStatus('Referred to County')).toBe('Referred to County')
  expect(complaintStatus('completed')).toBe('completed')
  expect(complaintStatuses).toEqual(['Pending', 'Violation Found', 'No Violation Found'])
})

test('AD-35 C-07 on the dashboard completed, closed and resolved read "Closed"', () => {
  expect(['completed', 'Closed', 'RESOLVED'].map(dashboardComplaintStatus)).toEqual(['Closed', 'Closed', 'Closed'])
  expect(dashboardComplaintStatus('violation')).toBe('Violation Found')
})

test('DB-44 C-32 only complaints that read Pending are pending', () => {
  expect([null, 'open', 'unknown'].every(isPendingComplaint)).toBe(true)
  expect(['closed', 'violation', 'Referred'].some(isPendingComplaint)).toBe(false)
})

test('VL-02 violation badges: Current red, Resolved green, Pending Trial yellow, Dismissed gray', () => {
  expect([0, 1, 2, 3].map((status) => Object.values(violationBadge(status)).slice(-2))).toEqual([
    ['Current', 'red'],
    ['Resolved', 'green'],
    ['Pending Trial', 'yellow'],
    ['Dismissed', 'gray'],
  ])
  expect(violationBadge(null).text).toBe('Unknown')
})

test('VD-04 VD-05 VD-06 abate at 0 only, reopen at 1 only, citations at 0 only', () => {
  const statuses = [0, 1, 2, 3, null]
  expect(statuses.map(canAbate)).toEqual([true, false, false, false, false])
  expect(statuses.map(canReopen)).toEqual([false, true, false, false, false])
  expect(statuses.map(takesCitations)).toEqual([true, false, false, false, false])
})

test('CT-05 citation statuses 0 to 3, any other shows "Unknown"', () => {
  expect(citationStatuses.map(({ text }) => text)).toEqual(['Unpaid', 'Paid', 'Pending Trial', 'Dismissed'])
  expect([4, -1, null, undefined].map((status) => citationBadge(status).text)).toEqual(Array(4).fill('Unknown'))
})

test('CT-06 a citation status is also read from other fields, digits as text and labels', () => {
  expect(citationStatusOf({ status: 2 })).toBe(2)
  expect(citationStatusOf({ status: '1' })).toBe(1)
  expect(citationStatusOf({ status: null, citation_status: 'pending_trial' })).toBe(2)
  expect(citationStatusOf({ payment_status: 'PAID' })).toBe(1)
  expect(citationStatusOf({ status: 9 })).toBeNull()
  expect(citationStatusOf({})).toBeNull()
})

test('VA-03 vacancy has four values, in the words that are stored', () => {
  expect(vacancyStatuses).toEqual(['occupied', 'potentially vacant', 'vacant', 'registered'])
  expect(vacancyText('potentially vacant')).toBe('Potentially Vacant')
  expect(vacancyText(null)).toBe('N/A')
})
