import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import { forceCloseDatabase } from 'fake-indexeddb'
import { afterAll, expect, test, vi } from 'vitest'
import { isConnectionLost, onConnectionLost } from '../../src/db/connection-lost.ts'
import { DeviceDatabase } from '../../src/db/database.ts'
import { follow } from '../../src/db/follow.ts'
import { inTransaction } from '../../src/db/in-transaction.ts'

const db = new DeviceDatabase('connection-lost')
afterAll(() => db.delete())

/** A followed read that fails, and what it says. */
function failingRead(error: unknown) {
  const said: unknown[] = []
  const read = async () => {
    throw error
  }
  const end = follow(read, () => undefined, said.push.bind(said))
  return { said, end }
}

const brokenStorage = () => new DOMException('An internal error was encountered', 'UnknownError')

// The last test loses the connection for good, as for a page.
test('a followed read that fails says so, an error of the storage a moment later, and nothing once it has ended', async () => {
  const bug = failingRead(new TypeError('no such column'))
  const broken = failingRead(brokenStorage())
  const left = failingRead(brokenStorage())
  await vi.waitFor(() => expect(bug.said).toHaveLength(1))
  expect(broken.said).toEqual([])
  left.end()
  await vi.waitFor(() => expect(broken.said).toHaveLength(1))
  expect(left.said).toEqual([])
})

/** How many reads are aborted, as Safari does when it suspends the app, and how many pass before. */
let toAbort = 0
let passed = 0
const { transaction } = IDBDatabase.prototype
// Dexie takes the function when it opens a database.
IDBDatabase.prototype.transaction = function (...args) {
  const made = transaction.apply(this, args)
  if (made.mode === 'readonly' && toAbort > 0 && passed-- <= 0) {
    toAbort -= 1
    queueMicrotask(() => made.abort())
  }
  return made
}

test('a followed read that the browser aborts is done again, the first one and one after a change', async () => {
  await db.setFact('waiting', 1)
  const shown: unknown[] = []
  const failed = vi.fn()
  toAbort = 1
  const end = follow(async () => db.fact('waiting', 0), shown.push.bind(shown), failed)
  await vi.waitFor(() => expect(shown).toEqual([1]))
  toAbort = 2
  await db.setFact('waiting', 2)
  await vi.waitFor(() => expect(shown).toEqual([1, 2]))
  expect(toAbort).toBe(0)
  end()
  expect(failed).not.toHaveBeenCalled()
})

test('a followed read whose transaction Safari has forgotten while the app was suspended is done again', async () => {
  const shown: unknown[] = []
  const failed = vi.fn()
  const forgotten = [
    new DOMException('Attempt to get a record from database without an in-progress transaction', 'UnknownError'),
    new Dexie.BulkError('bulkGet', [new DOMException('The transaction was aborted', 'AbortError')]),
  ]
  const read = async () => {
    const error = forgotten.shift()
    if (error) throw error
    return db.fact('waiting', 0)
  }
  const end = follow(read, shown.push.bind(shown), failed)
  await vi.waitFor(() => expect(shown).toEqual([2]))
  end()
  expect(failed).not.toHaveBeenCalled()
})

test('what is read after an await is followed too, also where the read was aborted before', async () => {
  for (const at of [null, 0, 1, 2, 3]) {
    const shown: unknown[] = []
    await db.setFact('late', 1)
    passed = at ?? 0
    toAbort = at === null ? 0 : 1
    const read = async () => {
      await db.pulls.get('none')
      await db.fact('none', 0)
      await inTransaction(db, 'r', [db.pulls], (view) => view.pulls.get('none'))
      return inTransaction(db, 'r', [db.meta], (view) => view.fact('late', 0))
    }
    const end = follow(read, shown.push.bind(shown), vi.fn())
    await vi.waitFor(() => expect(shown).toEqual([1]))
    await db.setFact('late', 2)
    await vi.waitFor(() => expect(shown).toEqual([1, 2]))
    expect(toAbort).toBe(0)
    end()
  }
})

test('a followed read that is aborted again and again says so', async () => {
  const failed = vi.fn()
  toAbort = 1_000
  const end = follow(
    async () => db.fact('waiting', 0),
    () => undefined,
    failed,
  )
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
  expect(String(failed.mock.lastCall)).toContain('aborts every read')
  toAbort = 0
  end()
})

test('closing and opening by the app is no lost connection; closing by the browser is, and reads that fail are silent', async () => {
  const lost = vi.fn()
  onConnectionLost(lost)
  await db.open()
  db.close()
  await db.open()
  expect(isConnectionLost()).toBe(false)

  const broken = failingRead(brokenStorage())
  // Its type asks for the class, not for a database.
  forceCloseDatabase(db.backendDB() as never)
  await vi.waitFor(() => expect(lost).toHaveBeenCalledOnce())
  expect(isConnectionLost()).toBe(true)
  const told = vi.fn()
  onConnectionLost(told)
  expect(told).toHaveBeenCalledOnce()

  const later = failingRead(new TypeError('no such column'))
  await vi.waitFor(() => expect(later.said).toHaveLength(1))
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(broken.said).toEqual([])
})
