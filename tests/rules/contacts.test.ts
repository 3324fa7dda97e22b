import { expect, test } from 'vitest'
import { duplicateContact, duplicateContactText } from '../../src/rules/contact-duplicate.ts'
import { businessMatches, contactMatches, contactPickerLimit, userMatches } from '../../src/rules/contact-search.ts'
import { emailLink, emailName } from '../../src/rules/email.ts'
import { assigneeText, emailOrName, personName, violationAuthor } from '../../src/rules/person.ts'
import { phoneLink, phoneText } from '../../src/rules/phone.ts'

const ann = { id: 1, name: 'Ann Brown', email: 'Ann@Mill.example', phone: '(410) 555-0100' }

test('CO-02 ten digits show as (###) ###-####, anything else as "N/A"', () => {
  expect(['4105550100', '410.555.0100', ' (410) 555-0100 '].map(phoneText)).toEqual(Array(3).fill('(410) 555-0100'))
  expect(['14105550100', '555-0100', '', null].map(phoneText)).toEqual(Array(4).fill('N/A'))
})

test('US-01 email and phone are mail and call links, when there are any', () => {
  expect([phoneLink('(410) 555-0100'), phoneLink('+1 410 555 0100'), phoneLink(' '), phoneLink(null)]).toEqual([
    'tel:4105550100',
    'tel:+14105550100',
    null,
    null,
  ])
  expect([emailLink(' a@b.example '), emailLink('')]).toEqual(['mailto:a@b.example', null])
})

test('CO-04 the same lower-cased email or the same phone digits is a duplicate, and is the one linked to', () => {
  expect(duplicateContact({ email: ' ANN@mill.example ' }, [ann])).toBe(ann)
  expect(duplicateContact({ phone: '410-555-0100' }, [ann])).toBe(ann)
  expect(duplicateContact({ email: 'b@mill.example', phone: '410 555 0199' }, [ann])).toBeNull()
  expect(duplicateContactText).toBe('A contact with this email or phone already exists.')
})

test('CO-04 blank emails and phones are nobody’s duplicates', () => {
  expect(duplicateContact({ email: '', phone: ' - ' }, [{ email: null, phone: '' }, {}])).toBeNull()
})

test('CF-40 C-13 contacts are found from 2 characters by name, email or phone digits; pickers show 5', () => {
  for (const typed of ['an', 'MILL.ex', '410555', '(410) 555', '555-01']) expect(contactMatches(ann, typed)).toBe(true)
  for (const typed of ['a', '(4', 'apt 41', 'bob', '410556', '%%']) expect(contactMatches(ann, typed)).toBe(false)
  expect(contactPickerLimit).toBe(5)
})

test('CF-42 businesses are found by name or trading_as', () => {
  const firm = { name: 'Chesapeake Foods LLC', trading_as: 'Joe’s' }
  expect([
    businessMatches(firm, 'food'),
    businessMatches(firm, 'JOE'),
    businessMatches(firm, 'ann'),
    businessMatches(firm, ''),
  ]).toEqual([true, true, false, true])
})

test('US-02 users are found by email or name, whatever the case, and exactly by role', () => {
  const user = { ...ann, role: 1 }
  expect([
    userMatches(user, 'BROWN', null),
    userMatches(user, 'mill', 1),
    userMatches(user, 'brown', 3),
    userMatches(user, 'zz', null),
  ]).toEqual([true, true, false, false])
})

test('DB-23 CF-14 UN-08 a person is their name, else their email, else the given words', () => {
  expect([personName(ann), personName({ name: ' ', email: 'a@b.co' }), personName({}), personName(null)]).toEqual([
    'Ann Brown',
    'a@b.co',
    'Unknown user',
    'Unknown user',
  ])
})

test('VD-09 a record without assignee reads "Unassigned"', () => {
  expect([assigneeText(null), assigneeText(ann)]).toEqual(['Unassigned', 'Ann Brown'])
})

test('CT-07 a citation’s user is the email, else the name, else "Unknown"', () => {
  expect([emailOrName(ann), emailOrName({ name: 'Ann' }), emailOrName(null)]).toEqual([
    'Ann@Mill.example',
    'Ann',
    'Unknown',
  ])
})

test('VD-11 the author of a violation’s comment is the part before the @, or "User"', () => {
  expect([
    violationAuthor({ email: 'ann.b@mill.example' }),
    violationAuthor({ name: 'Ann' }),
    violationAuthor(null),
  ]).toEqual(['ann.b', 'User', 'User'])
  expect(emailName('no-at-sign')).toBe('no-at-sign')
})
