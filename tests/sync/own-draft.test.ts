import { expect, test } from 'vitest'
import type { Draft } from '../../src/db/database.ts'
import { inFront } from '../../src/rules/in-front.ts'
import { OwnDraft } from '../../src/sync/react/own-draft.ts'

interface Typed {
  words: string
  codes: number[]
  address: number | null
}
const blank: Typed = { words: '', codes: [], address: null }
const typed = (words: string, others: Partial<Typed> = {}): Typed => ({ ...blank, words, ...others })

function page(found: Typed | null = null): OwnDraft<Typed> {
  const own = new OwnDraft<Typed>()
  own.joins = { blank, join: inFront }
  own.found(found)
  return own
}
const draftOf = (values: Typed): Draft => ({ form: 'f', values, savedAt: 1 })

/** Stores what a page has typed beside what is on the device. */
function store(own: OwnDraft<Typed>, values: Typed, there: Typed | null, isRest = false): Typed | undefined {
  own.unsaved = { values, isRest }
  return own.takeUnsaved()?.values(there ? draftOf(there) : undefined)
}

test('I16 two pages that type in turns keep both texts, and neither text is there twice', () => {
  const [a, b] = [page(), page()]
  let there = store(a, typed('One', { codes: [1] }), null) ?? blank
  there = store(b, typed('Two', { codes: [2], address: 4 }), there) ?? blank
  expect(there).toEqual(typed('One\nTwo', { codes: [1, 2], address: 4 }))
  there = store(a, typed('One and', { codes: [1] }), there) ?? blank
  expect(there).toEqual(typed('Two\nOne and', { codes: [2, 1], address: 4 }))
  there = store(b, typed('Two more', { address: 4 }), there) ?? blank
  expect(there).toEqual(typed('One and\nTwo more', { codes: [1], address: 4 }))
  // Nothing typed, nothing changed: two pages do not write in turns.
  expect(
    store(a, typed('One and', { codes: [1] }), there)
      ?.words.split('\n')
      .toSorted(),
  ).toEqual(['One and', 'Two more'])
})

test('I16 a draft that this page found belongs to it, and so does what it stored under a former name', () => {
  const own = page(typed('Found'))
  expect(store(own, typed('Found, and more'), typed('Found'))).toEqual(typed('Found, and more'))
  own.found(typed('Old\nFound, and more'))
  expect(store(own, typed('New'), typed('Old\nFound, and more'))).toEqual(typed('Old\nNew'))
})

test('I16 after a record is stored the words of another page are stored again, once, also if that page has done so', () => {
  const own = page()
  store(own, typed('Mine'), typed('Theirs'))
  expect(store(own, blank, null, true)).toEqual(typed('Theirs'))
  const other = page()
  store(other, typed('Mine'), typed('Theirs'))
  expect(store(other, typed('Next'), typed('Theirs'), true)).toEqual(typed('Theirs\nNext'))
})

test('I16 what another page deleted with its own record does not come back with the words of this one', () => {
  const own = page()
  store(own, typed('Mine'), typed('Theirs'))
  expect(own.isGone(draftOf(typed('Theirs\nMine')))).toBe(false)
  expect(own.isGone(null)).toBe(true)
  expect(store(own, typed('Mine'), null)).toEqual(typed('Mine'))
})

test('I16 a write that is repeated, or that found no room, takes nothing of its own for the words of another page', () => {
  const own = page()
  store(own, typed('Be'), null)
  own.unsaved = { values: typed('Bell'), isRest: false }
  const write = own.takeUnsaved()
  for (const there of [typed('Be'), typed('Be'), typed('Bell')])
    expect(write?.values(draftOf(there))).toEqual(typed('Bell'))
  write?.failed()
  expect(store(own, typed('Bells'), typed('Be'))).toEqual(typed('Bells'))
})

test('I16 what is deleted is the part of this page; without a way to join, it is all', () => {
  const own = page()
  store(own, typed('Mine'), typed('Theirs'))
  expect(own.leave()(draftOf(typed('Theirs\nMine')))).toEqual(typed('Theirs'))
  expect(own.isGone(null)).toBe(false)
  const edit = new OwnDraft<Typed>()
  edit.unsaved = { values: typed('Mine'), isRest: false }
  expect(edit.takeUnsaved()?.values(draftOf(typed('Theirs')))).toEqual(typed('Mine'))
  expect(edit.leave()(draftOf(typed('Theirs')))).toBeNull()
})

test('I16 what this page was still storing when its draft was deleted is not taken for the words of another page', () => {
  const own = page()
  store(own, typed('Quarry'), null)
  own.unsaved = { values: typed('Quarry tools'), isRest: false }
  const write = own.takeUnsaved()
  const rest = own.leave()
  const there = write?.values(draftOf(typed('Quarry'))) ?? blank
  expect(there).toEqual(typed('Quarry tools'))
  expect(rest(draftOf(there))).toBeNull()
  expect(own.others).toBeNull()
})
