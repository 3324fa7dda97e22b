import { expect, test } from 'vitest'
import { loadedOnce } from '../../src/sync/device/loaded-once.ts'

test('code is loaded once for all callers, and again after a failure', async () => {
  const loads: string[] = []
  const code = loadedOnce(async () => {
    loads.push('load')
    if (loads.length === 1) throw new Error('no signal')
    return { name: 'the code' }
  })
  await expect(code()).rejects.toThrow('no signal')
  const both = await Promise.all([code(), code()])
  expect(both[0]).toEqual({ name: 'the code' })
  expect(await code()).toBe(both[1])
  expect(loads).toEqual(['load', 'load'])
})
