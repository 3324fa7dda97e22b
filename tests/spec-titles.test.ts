import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import ids from './spec-ids.json' with { type: 'json' }
import { idsIn, titlesIn } from './spec-titles.ts'

test('the list holds the 402 rows of the specification’s inventory', () => {
  expect(Object.keys(ids)).toHaveLength(402)
})

test('ids are read alone, in lists and in ranges', () => {
  expect(idsIn('DB-32 scheduled today first')).toEqual(['DB-32'])
  expect(idsIn('CT-05 CT-06 and C-15: statuses')).toEqual(['CT-05', 'CT-06'])
  expect(idsIn('UN-01..03 renaming')).toEqual(['UN-01', 'UN-02', 'UN-03'])
  expect(idsIn('DB-06..DB-08, C-05 panels')).toEqual(['DB-06', 'DB-07', 'DB-08'])
  expect(idsIn('DB-03/04 and UN-01, 02 buttons')).toEqual(['DB-03', 'DB-04', 'UN-01', 'UN-02'])
  expect(idsIn('LC-08 to LC-10 years')).toEqual(['LC-08', 'LC-09', 'LC-10'])
  expect(idsIn('B-12 of 2026-11-20, 12 rows, RFC-9110')).toEqual([])
  expect(idsIn('AD-12, 10 units')).not.toContain('AD-13')
})

test('titles are read from tests, groups, tables and steps, and from nothing else', () => {
  const source = `
    // test('SH-01 in a comment')
    describe('SH-02 group', () => { test.skip(\`SH-03 \${x} more\`, () => expect('SH-09 no title')) })
    test.each([['SH-04 row'], ['SH-05 row']])('%s', () => {})
    await test.step('SH-06 ' + 'step', async () => {})
    render('SH-10 nothing')`
  const found = titlesIn('x.ts', source).flatMap(idsIn)
  expect(found).toEqual(['SH-02', 'SH-03', 'SH-04', 'SH-05', 'SH-06'])
})

test('titles of tests are shorter than 120 characters: one line in a list, one sentence to read', () => {
  const files = ['tests', 'e2e'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  )
  expect(files.length).toBeGreaterThan(150)
  const long = files.flatMap((path) =>
    titlesIn(path, readFileSync(path, 'utf8'))
      .filter((title) => title.length >= 120)
      .map((title) => `${path}: ${title}`),
  )
  expect(long).toEqual([])
}, 30_000)
