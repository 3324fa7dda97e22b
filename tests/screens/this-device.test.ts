import { afterEach, describe, expect, test, vi } from 'vitest'

/** The words of a device whose main pointer is a finger or not, with a screen of this size. */
async function wordsOn(isTouched: boolean, width: number, height: number) {
  vi.stubGlobal('matchMedia', () => ({ matches: isTouched }))
  vi.stubGlobal('screen', { width, height })
  // Each test loads its own copy of the module, because the module looks at the device only once.
  const copy = `../../src/ui/this-device.ts?${isTouched}-${width}`
  const { deviceIcon, deviceTitle, savedHere } = await import(copy)
  return [savedHere, deviceTitle, deviceIcon]
}

describe('what the device is called', () => {
  afterEach(() => vi.unstubAllGlobals())

  test('a phone held upright or across, a tablet, and a computer at a desk', async () => {
    expect(await wordsOn(true, 390, 844)).toEqual(['Saved on this phone', 'Phone', 'phone'])
    expect(await wordsOn(true, 932, 430)).toEqual(['Saved on this phone', 'Phone', 'phone'])
    expect(await wordsOn(true, 820, 1180)).toEqual(['Saved on this tablet', 'Tablet', 'phone'])
    expect(await wordsOn(false, 1440, 900)).toEqual(['Saved on this computer', 'Computer', 'device'])
  })
})
