import { beforeEach, expect, test, vi } from 'vitest'
import type { PackedChunk } from '../../src/rules/packed-addresses.ts'
import { pairIndexOf } from '../../src/rules/pair-index.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

/** Two addresses as a version packed them for which a curly apostrophe was a sign of its own. */
function oldChunk(n: number, ids: readonly number[]): PackedChunk {
  const lines = ids.map((id) => `\n${id} Elm\n\n\nNell O’Brien`)
  const starts = Uint32Array.from([0, ...lines.map((_, at) => lines.slice(0, at + 1).join('').length)])
  const text = lines.join('')
  return { n, ids: Float64Array.from(ids), text, starts, ...pairIndexOf(text.toLowerCase(), starts) }
}

let phone: TestDevice
beforeEach(async () => {
  phone = await testDevice({ url: 'http://no.town.example' }, { id: 1, token: 'any' })
  phone.signal.off()
  await phone.db.addressChunks.bulkPut([oldChunk(0, [1, 2]), oldChunk(1, [3])])
})

/** What the first search after a start finds. */
const found = async () => {
  const { results } = await new AddressSearch(phone).find("o'brien", 9, new AbortController().signal)
  return results.map(({ id }) => id)
}
const isStoredAnew = async () => (await phone.db.addressChunks.toArray()).map(({ isFolded }) => isFolded === true)

test('C-34 a book of an earlier version is packed again once: the next start finds the result stored', async () => {
  expect(await found()).toEqual([1, 2, 3])
  expect(await isStoredAnew()).toEqual([true, true])
  const put = vi.spyOn(phone.db, 'transaction')
  expect(await found()).toEqual([1, 2, 3])
  expect(put).not.toHaveBeenCalled()
})

test('C-34 a phone without room finds the addresses too, and keeps the book as it was', async () => {
  const full = vi.spyOn(phone.db, 'transaction').mockRejectedValue(new DOMException('', 'QuotaExceededError'))
  expect(await found()).toEqual([1, 2, 3])
  full.mockRestore()
  expect(await isStoredAnew()).toEqual([false, false])
  expect(await found()).toEqual([1, 2, 3])
  expect(await isStoredAnew()).toEqual([true, true])
})

test.each([
  ['a sign-out that empties the device', () => leaveUnsent(phone.db), []],
  ['a renewed book', () => phone.db.addressChunks.put({ ...oldChunk(1, [4]), isFolded: true }), [2, 1]],
])('%s meanwhile is not undone by it', async (_, between, lengths) => {
  const { transaction } = phone.db
  const meanwhile = async (...given: unknown[]) => {
    phone.db.transaction = transaction
    await between()
    return Reflect.apply(transaction, phone.db, given)
  }
  phone.db.transaction = meanwhile as unknown as typeof transaction
  await found()
  const chunks = await phone.db.addressChunks.toArray()
  expect(chunks.map(({ ids }) => ids.length)).toEqual(lengths)
  if (chunks.length > 0) expect([...(chunks[1]?.ids ?? [])]).toEqual([4])
})
