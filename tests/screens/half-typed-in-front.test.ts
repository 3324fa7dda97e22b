import { expect, test } from 'vitest'
import { inspectionInFront } from '../../src/parts/inspection-draft.ts'
import { noContact } from '../../src/parts/pickers/contact-choice.tsx'
import { callInFront } from '../../src/screens/complaint-call/call-draft.ts'
import { nobody } from '../../src/screens/complaint-call/caller-field.tsx'

const elm = { id: 1, combadd: '12 ELM STREET' }
const quarry = { id: 48, combadd: '48 QUARRY ROAD' }
const ann = { id: 5, name: 'Ann Reed', phone: '4105550111', email: null }
const bo = { id: 6, name: 'Bo Reed', phone: null, email: 'bo@example.org' }
const matter = { what: 'complaint' as const, id: 3, title: 'Complaint: Loud dog', detail: '' }

const emptyCall = { caller: nobody, address: null, unit_id: null, matter: null, words: '', inspector_id: null }
const dog = { ...emptyCall, caller: { ...nobody, chosen: ann }, address: elm, unit_id: 7, matter, words: 'It barks' }

test('I16 a call about another address, of another caller or about a new matter keeps its fields and tells the other', () => {
  const water = { ...emptyCall, address: quarry, words: 'Water' }
  const told = '12 ELM STREET\nComplaint: Loud dog\nAnn Reed, (410) 555-0111\nIt barks'
  expect(callInFront(dog, water)).toEqual({ ...water, words: `${told}\nWater` })
  const other = { ...emptyCall, caller: { ...nobody, chosen: bo } }
  expect(callInFront(dog, other)).toEqual({ ...other, words: told })
  const sameHouse = { ...emptyCall, address: elm, words: 'A fire' }
  const toldOfHouse = 'Complaint: Loud dog\nAnn Reed, (410) 555-0111\nIt barks\nA fire'
  expect(callInFront(dog, sameHouse)).toEqual({ ...sameHouse, words: toldOfHouse })
  // Joined once more, nothing is told twice.
  expect(callInFront(dog, callInFront(dog, water))).toEqual(callInFront(dog, water))
})

test('I16 after a call that found no room, words alone are added to it: its address, unit and matter stay', () => {
  expect(callInFront(dog, { ...emptyCall, words: 'Until two' })).toEqual({ ...dog, words: 'It barks\nUntil two' })
  expect(callInFront(dog, emptyCall)).toEqual(dog)
})

const emptyInspection = {
  business: null,
  address: null,
  unit_id: null,
  inspector_id: null,
  description: '',
  scheduled: '',
  paid: false,
  contact: noContact,
}

test('I16 an inspection that found no room gives the next one neither its unit nor its contact, and is told there', () => {
  const failed = {
    ...emptyInspection,
    address: elm,
    unit_id: 7,
    description: 'Damp',
    scheduled: '2026-12-01T09:00',
    contact: { ...noContact, isNew: true, name: 'Cy', phone: '410' },
  }
  const next = { ...emptyInspection, address: quarry, description: 'Smoke' }
  const description = '12 ELM STREET\nCy, 410\n2026-12-01 09:00\nDamp\nSmoke'
  expect(inspectionInFront(failed, next)).toEqual({ ...next, description })
  const words = { ...emptyInspection, description: 'And mould' }
  expect(inspectionInFront(failed, words)).toEqual({ ...failed, description: 'Damp\nAnd mould' })
})
