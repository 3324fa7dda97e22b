import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ShownPhoto } from '../../src/parts/photo-match.ts'
import { fakeReact } from '../harness/fake-react.ts'

type Drawn = { picture: Blob; pages: number } | { failed: 'notHere' }

/** The drawings that are under way: the URL of each, and how it ends. */
const drawings: { url: string; end: (drawn: Drawn) => Promise<void> }[] = []
/** The object URLs that were made and not revoked. */
const held = new Set<string>()
let react: ReturnType<typeof fakeReact>
let usePreview: typeof import('../../src/parts/use-preview.ts')['usePreview']

beforeEach(async () => {
  drawings.length = 0
  held.clear()
  react = fakeReact()
  let made = 0
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('location', { href: 'https://town.test/' })
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${++made}`
    held.add(url)
    return url
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void held.delete(url))
  vi.resetModules()
  vi.doMock('react', () => react.hooks)
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ device }) }))
  vi.doMock('../../src/sync/react/hooks.ts', () => ({ onSignalAgain }))
  vi.doMock('../../src/parts/drawn-page.ts', () => ({
    drawnFileOf: (of: ShownPhoto) => ({ name: 'plan', kind: 'pdf', own: '', url: of.server?.url ?? '' }),
    drawnPage: (_: unknown, { url }: { url: string }) =>
      new Promise<Drawn>((resolve) => {
        const end = async (drawn: Drawn) => {
          resolve(drawn)
          await new Promise((done) => setTimeout(done))
        }
        drawings.push({ url, end })
      }),
  }))
  ;({ usePreview } = await import('../../src/parts/use-preview.ts'))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.doUnmock('react')
  vi.doUnmock('../../src/sync/react/engine.ts')
  vi.doUnmock('../../src/sync/react/hooks.ts')
  vi.doUnmock('../../src/parts/drawn-page.ts')
  vi.resetModules()
})

const device = { db: {} }
const onSignalAgain = (again: () => void) => {
  for (const name of ['online', 'codesoft-reachable']) window.addEventListener(name, again)
  return () => {
    for (const name of ['online', 'codesoft-reachable']) window.removeEventListener(name, again)
  }
}
const page: Drawn = { picture: new Blob(['page']), pages: 3 }
const plan = (url: string): ShownPhoto => ({ key: 'plan', name: 'plan.pdf', own: null, server: { url } })
const shown = (url = '/plan.pdf?sig=1') => react.render(() => usePreview(plan(url), 1, 'thumb'))

test('G-13 signal that returns during the first drawing leaves no second picture behind', async () => {
  shown()
  window.dispatchEvent(new Event('online'))
  for (const it of [...drawings].reverse()) await it.end(page)
  expect(shown()).toMatchObject({ pages: 3 })
  expect(held.size).toBe(1)
  react.close()
  expect(held.size).toBe(0)
})

test('G-13 a drawing that fails after another one of the same page succeeded takes nothing away', async () => {
  shown()
  window.dispatchEvent(new Event('online'))
  await drawings.at(-1)?.end(page)
  await drawings[0]?.end({ failed: 'notHere' })
  expect(shown()).toMatchObject({ pages: 3 })
})

test('G-13 a page that could not be drawn is drawn once the server answers again, without the event of the platform', async () => {
  shown()
  await drawings[0]?.end({ failed: 'notHere' })
  expect(shown()).toEqual({ failed: 'notHere' })
  window.dispatchEvent(new Event('codesoft-reachable'))
  await drawings[1]?.end(page)
  expect(shown()).toMatchObject({ pages: 3 })
})

test('G-13 the next signature of the URL leaves a drawn page as it is, and is tried if it could not be drawn', async () => {
  shown()
  await drawings[0]?.end({ failed: 'notHere' })
  expect(shown('/plan.pdf?sig=2')).toEqual({ failed: 'notHere' })
  expect(drawings.map((it) => it.url)).toEqual(['/plan.pdf?sig=1', '/plan.pdf?sig=2'])
  await drawings[1]?.end(page)
  const first = shown('/plan.pdf?sig=2')
  expect(first).toMatchObject({ pages: 3 })
  expect(shown('/plan.pdf?sig=3')).toBe(first)
  expect(drawings).toHaveLength(2)
})
