import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const specs = readdirSync('e2e', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.spec.ts'))
  .map((path) => [path, readFileSync(`e2e/${path}`, 'utf8')] as const)

test('every browser test belongs to a project, and a project starts nothing for a test that it does not run', () => {
  expect(specs.length).toBeGreaterThan(50)
  expect(specs.flatMap(([path, source]) => misplaced(path, source))).toEqual([])
})

test('planted: a test without a project, an unknown tag and a skip at run time are found', () => {
  const found = (path: string, source: string) => misplaced(path, source).length
  expect(found('area.phone.spec.ts', `test('a bar', { tag: '@phone' }, async () => {})`)).toBe(0)
  expect(found('area.spec.ts', `test('a bar', { tag: who === 'admin' ? [] : '@desk' }, async () => {})`)).toBe(0)
  expect(found('area.phone.spec.ts', `test('a key', { tag: '@desk' }, async () => {})`)).toBe(1)
  expect(found('area.spec.ts', `test('a key', { tag: ['@desk', '@phone'] }, async () => {})`)).toBe(1)
  expect(found('area.spec.ts', `test('a key', { tag: '@dask' }, async () => {})`)).toBe(1)
  expect(found('area.tablet.spec.ts', `test('a key', async () => {})`)).toBe(1)
  expect(found('area.spec.ts', `test.skip(({ isMobile }) => isMobile, 'Not here')`)).toBe(1)
})

test('planted: a fixed wait is found', () => {
  expect(misplaced('area.spec.ts', 'await page.waitForTimeout(500)')).toHaveLength(1)
})

/** Code that keeps tests of a file from running, or starts them where they do not run. */
function misplaced(path: string, source: string): string[] {
  const [, place] = /\.([a-z]+)\.spec\.ts$/.exec(path) ?? []
  const faults = place === undefined || place === 'phone' || place === 'desk' ? [] : [`no project is called ${place}`]
  if (/\bwaitForTimeout\(/.test(source)) faults.push('a fixed wait: what is waited for can be looked at')
  if (/\.skip\(.*isMobile/.test(source)) faults.push('a skip at run time: name or tag says where a test belongs')
  for (const [, told = ''] of source.matchAll(/\btag: ([^}]*)/g)) {
    const tags = told.match(/@[\w-]+/g) ?? []
    for (const tag of tags) if (tag !== '@phone' && tag !== '@desk') faults.push(`no project is called ${tag}`)
    if (new Set([...tags, ...(place ? [`@${place}`] : [])]).size > 1) faults.push(`no project runs ${told.trim()}`)
  }
  return faults.map((fault) => `${path}: ${fault}`)
}
