import fc from 'fast-check'
import { expect, test } from 'vitest'
import { same } from '../../src/rules/same.ts'

test('JSON values are the same if their texts are, whatever the order of their fields', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
      expect(same(a, structuredClone(a))).toBe(true)
      expect(same({ a, b }, { b, a })).toBe(true)
      if (same(a, b)) expect(b).toEqual(a)
    }),
  )
  expect([same({ a: undefined }, {}), same([], {}), same(null, {}), same({ a: 1 }, { a: 2 })]).toEqual([
    true,
    false,
    false,
    false,
  ])
})

test('what is no JSON is the same as itself only: its content is not in its fields', () => {
  const bytes = new Uint8Array([1])
  for (const [a, b] of [
    [new Map([[1, 'a']]), new Map([[2, 'b']])],
    [new Set([1]), new Set([1])],
    [new Date(1), new Date(2)],
    [bytes, new Uint8Array([2])],
    [bytes.buffer, new Uint8Array([2]).buffer],
  ])
    expect([same(a, b), same({ a }, { a: b }), same({ a }, { a })]).toEqual([false, false, true])
})
