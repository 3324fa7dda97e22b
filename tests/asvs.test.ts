import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, 'server')
const page = readFileSync(join(import.meta.dirname, '../src/server/asvs.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| '))

test('every test that the list of ASVS names is there', () => {
  const named = new Set([...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, name]) => name ?? ''))
  expect(named.size).toBeGreaterThan(20)
  expect([...named].filter((name) => !existsSync(join(server, name)))).toEqual([])
})

test('every case of attack names a test by words of its title', () => {
  const cases = rows.flatMap((row) => [...row.matchAll(/`([\w./-]+\.test\.ts)`: \*(.+?)\* \|$/g)])
  expect(cases.length).toBeGreaterThan(20)
  const missing = cases.filter(([, name = '', title = '']) => !readFileSync(join(server, name), 'utf8').includes(title))
  expect(missing.map(([row]) => row)).toEqual([])
})

test('every requirement has one of four states, and names the gap if it is not met', () => {
  const requirements = rows.filter((row) => /^\| \d+\.\d+\.\d+/.test(row)).map((row) => row.split(' | '))
  expect(requirements.length).toBeGreaterThan(150)
  for (const [no, , state, where = ''] of requirements) {
    expect(['met', 'partly', 'not met', 'n/a'], no).toContain(state)
    if (state === 'partly' || state === 'not met') expect(where.length, no).toBeGreaterThan(5)
  }
})
