import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Photo } from '../../src/contract/photo.ts'
import { photosOfAddress } from '../../src/records/linked.ts'
import type { Query } from '../../src/records/query.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
let isCodeHere: boolean
let office: () => Promise<Pick<Photo, 'url' | 'filename'>[]>
let saved: string[]
let download: (query: Query) => Promise<string | null>

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  isCodeHere = true
  office = async () => [
    { url: '/files/1', filename: 'porch.jpg' },
    { url: '/files/2', filename: ' ' },
  ]
  saved = []
  vi.resetModules()
  vi.stubGlobal('document', {
    createElement: () => {
      const link = {
        href: '',
        download: '',
        click: () => saved.push(`${link.href} as ${link.download || 'it is named'}`),
      }
      return link
    },
  })
  vi.doMock('react', async (original) => ({
    ...(await original<typeof import('react')>()),
    useCallback: (act: unknown) => act,
  }))
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({ device }) }))
  vi.doMock('../../src/sync/react/hooks.ts', () => ({ notYet: () => undefined }))
  vi.doMock('../../src/sync/transport/problem.ts', async (original) => ({ ...(await original<object>()), CallError }))
  vi.doMock('../../src/sync/pull/pull.ts', () => {
    if (!isCodeHere) throw new TypeError('Failed to fetch dynamically imported module')
    return { readReply: () => office() }
  })
  const { useDownloads } = await import('../../src/parts/use-downloads.ts')
  download = useDownloads()
})
afterEach(() => {
  for (const path of [
    'react',
    '../../src/sync/react/engine.ts',
    '../../src/sync/react/hooks.ts',
    '../../src/sync/transport/problem.ts',
    '../../src/sync/pull/pull.ts',
  ])
    vi.doUnmock(path)
  vi.unstubAllGlobals()
  vi.resetModules()
})

const noted = async () => (await device.db.journal.toArray()).map((it) => `${it.what} ${it.facts}`)

test('AD-24 UN-14 without the code that reads files it says that there is no signal, notes it, and can be tried again', async () => {
  isCodeHere = false
  expect(await download(photosOfAddress(1))).toBe('No signal')
  expect(saved).toEqual([])
  expect(await noted()).toEqual(['Failed to get signed download URLs {"problem":"noSignal"}'])
  isCodeHere = true
  expect(await download(photosOfAddress(1))).toBeNull()
  expect(saved).toEqual(['/files/1 as porch.jpg', '/files/2 as it is named'])
})

test('AD-24 UN-14 what the office refuses is told in its words, and a bug is not called a failure of the network', async () => {
  office = () => Promise.reject(new CallError({ kind: 'refused', status: 404, detail: 'Address not found' }))
  expect(await download(photosOfAddress(1))).toBe('Address not found')
  expect(await noted()).toEqual(['Failed to get signed download URLs {"problem":"refused"}'])
  office = () => Promise.reject(new RangeError('a bug'))
  await expect(download(photosOfAddress(1))).rejects.toThrow('a bug')
})
