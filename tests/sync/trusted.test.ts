import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { trustedTypePolicies } from '../../src/rules/content-security.ts'

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('location', new URL('https://town.example/inspection/5'))
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(globalThis, 'codesoftScripts')
})

const load = () => import('../../src/sync/device/trusted-types.ts')

test('only our own workers from our own origin may be started', async () => {
  const { scriptUrl } = await load()
  for (const url of ['/sw.js', '/assets/photo-worker-BLj-mhu6.js', 'https://town.example/sw.js'])
    expect(scriptUrl(url)).toBe(url)
  for (const url of [
    'https://elsewhere.example/sw.js',
    '//elsewhere.example/sw.js',
    'data:text/javascript,0',
    'blob:https://town.example/1',
    '/assets/index-1.js',
    '/files/worker.js',
    '/assets/../files/worker.js',
  ])
    expect(() => scriptUrl(url), url).toThrow(TypeError)
})

test('where the browser knows trusted types the URL is made by the policy that the page’s own policy allows', async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => rules)
  vi.stubGlobal('trustedTypes', { createPolicy })
  const { scriptUrl, trustedTypesPolicy } = await load()
  scriptUrl('/sw.js')
  scriptUrl('/sw.js')
  expect(createPolicy).toHaveBeenCalledTimes(1)
  expect(createPolicy.mock.calls[0]?.[0]).toBe(trustedTypesPolicy)
  expect(trustedTypePolicies).toContain(trustedTypesPolicy)
})

test('a second copy of the module uses the policy of the window, whose name is taken', async () => {
  const createPolicy = vi.fn((_name: string, rules: object) => {
    if (createPolicy.mock.calls.length > 1) throw new TypeError('Policy with this name already exists')
    return rules
  })
  vi.stubGlobal('trustedTypes', { createPolicy })
  const first = await load()
  expect(first.scriptUrl('/sw.js')).toBe('/sw.js')
  vi.resetModules()
  const second = await load()
  expect(second.scriptUrl).not.toBe(first.scriptUrl)
  expect(second.scriptUrl('/sw.js')).toBe('/sw.js')
  expect(() => second.scriptUrl('/files/worker.js')).toThrow(TypeError)
})
