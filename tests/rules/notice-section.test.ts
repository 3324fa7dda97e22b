import { expect, test } from 'vitest'
import { letterOf } from '../../src/rules/letter.ts'
import { noticeOf } from '../../src/rules/notice.ts'
import { sectionNumber } from '../../src/rules/section-number.ts'

const town = { townName: 'Fernhill', seal: null, zone: 'America/New_York', now: new Date('2026-11-20T15:00:00Z') }

interface Code {
  chapter?: string | null
  section?: string | null
  name?: string | null
}

/** The heading of the only section in the letter, and what it tells the owner to do. */
function sectionInLetter(code: Code): string[] {
  const violation = { id: 7, address_id: 3, codes: [{ id: 1, ...code }], deadline_date: '2026-12-02T20:00:00Z' }
  const { parts } = letterOf(noticeOf({ violation, address: null, inspector: null }, town))
  const said = parts.flatMap((it) => {
    if (it.kind === 'heading' && it.level === 3) return [it.text]
    const words = it.kind === 'text' ? it.words.map(({ text }) => text).join('') : ''
    return words.startsWith('Corrective action') ? [words] : []
  })
  return said.map((it) => it.replace(/^Corrective action: Do what (.*) requires by 12\/02\/2026\.$/, '$1'))
}

test('G-21 the duty names the whole number of its section, also one with a colon in it', () => {
  expect(sectionInLetter({ section: '5:10-6.3', name: 'Exterior maintenance' })).toEqual([
    '5:10-6.3: Exterior maintenance',
    'section 5:10-6.3',
  ])
  expect(sectionInLetter({ chapter: '50', section: '1:2', name: 'Grass: long' })).toEqual([
    '50 - 1:2: Grass: long',
    'section 50 - 1:2',
  ])
})

test('G-21 a section that begins with its chapter and a colon is not given the chapter twice', () => {
  expect(sectionNumber({ chapter: '28', section: '28:3-401' })).toBe('28:3-401')
  expect(sectionInLetter({ chapter: '28', section: '28:3-401', name: 'Signature' })).toEqual([
    '28:3-401: Signature',
    'section 28:3-401',
  ])
})

test('G-21 a section without a number is not called by a piece of its name', () => {
  expect(sectionInLetter({ name: 'Trash: storage' })).toEqual(['Trash: storage', 'this section'])
  expect(sectionInLetter({ chapter: ' ', section: null, name: 'Trash' })).toEqual(['Trash', 'this section'])
})
