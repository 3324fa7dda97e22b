import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DeviceDatabase } from '../../src/db/database.ts'
import { endResting, followNamed, letReadsRest, liveResult } from '../../src/sync/react/live-reads.ts'
import { emptyDevice } from '../harness/listed-rows.ts'

let db: DeviceDatabase
let leave: () => void
let reads = 0

beforeEach(async () => {
  db = await emptyDevice()
  leave = letReadsRest(db)
  reads = 0
  await rename('Ada')
})

afterEach(() => db.close())

const rename = (name: string, id = 1) => db.rows('contact').put({ id, name })

/** A screen that shows the name of a contact. */
function screen(name = 'contact 1', id = 1) {
  const seen: (string | undefined)[] = []
  const read = async () => {
    reads += 1
    return (await db.rows('contact').get(id))?.name
  }
  const failures: unknown[] = []
  const close = followNamed(
    db,
    name,
    read,
    (it) => seen.push(it),
    (error) => failures.push(error),
  )
  return { seen, failures, close }
}

const shows = (it: ReturnType<typeof screen>, name: string) => expect.poll(() => it.seen.at(-1)).toBe(name)

/** Long enough for a live read to be told of a change. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 50))

/** The read of one contact rests, and another contact is on the screen that is returned. */
async function oneRestsOneIsOpen() {
  const [rested, open] = [screen(), screen('contact 2', 2)]
  await shows(rested, 'Ada')
  await expect.poll(() => open.seen.length).toBe(1)
  rested.close()
  return open
}

test('a screen that is opened again has its rows at once, and reads nothing', async () => {
  const first = screen()
  await shows(first, 'Ada')
  first.close()
  await settled()
  const again = screen()
  expect(again.seen).toEqual(['Ada'])
  await settled()
  expect(reads).toBe(1)
  await rename('Grace')
  await shows(again, 'Grace')
  again.close()
})

test('a change while no screen shows the rows ends their rest without a read; the next screen reads them', async () => {
  const first = screen()
  await shows(first, 'Ada')
  first.close()
  await rename('Grace')
  await settled()
  expect(liveResult(db, 'contact 1')).toBeUndefined()
  expect(reads).toBe(1)
  const again = screen()
  await shows(again, 'Grace')
  expect(again.seen).toEqual(['Grace'])
  again.close()
})

test('a change of other rows leaves a read at rest', async () => {
  const first = screen()
  await shows(first, 'Ada')
  first.close()
  await rename('Grace', 2)
  await settled()
  expect(liveResult(db, 'contact 1')).toEqual({ result: 'Ada' })
})

test('two parts of a screen with the same name share one read, and the last that closes lets it rest', async () => {
  const [one, two] = [screen(), screen()]
  await shows(one, 'Ada')
  await shows(two, 'Ada')
  expect(reads).toBe(1)
  one.close()
  await rename('Grace')
  await shows(two, 'Grace')
  expect(one.seen).toEqual(['Ada'])
  two.close()
  expect(liveResult(db, 'contact 1')).toEqual({ result: 'Grace' })
})

test('a screen that closes before its rows are read leaves nothing behind', async () => {
  screen().close()
  await settled()
  expect(liveResult(db, 'contact 1')).toBeUndefined()
})

test('G-20 once the person has left, nothing rests: neither what rested before nor what is closed later', async () => {
  const open = await oneRestsOneIsOpen()
  leave()
  expect(liveResult(db, 'contact 1')).toBeUndefined()
  open.close()
  expect(liveResult(db, 'contact 2')).toBeUndefined()
})

test('when the page is hidden, reads at rest end, and open ones stay', async () => {
  const open = await oneRestsOneIsOpen()
  endResting(db)
  expect(liveResult(db, 'contact 1')).toBeUndefined()
  await rename('Grace', 2)
  await shows(open, 'Grace')
  open.close()
})

test('a read that fails is told to all who share it, and is made anew by the next screen', async () => {
  let isBroken = true
  const open = () => {
    const seen: string[] = []
    const read = async () => {
      if (isBroken) throw new Error('No such rows')
      return 'rows'
    }
    const close = followNamed(
      db,
      'broken',
      read,
      (it) => seen.push(it),
      (error) => seen.push(String(error)),
    )
    return { seen, close }
  }
  const [one, two] = [open(), open()]
  await expect.poll(() => [...one.seen, ...two.seen]).toEqual(['Error: No such rows', 'Error: No such rows'])
  one.close()
  isBroken = false
  const three = open()
  await expect.poll(() => three.seen).toEqual(['rows'])
  two.close()
  three.close()
})

test('only so many reads rest, the longest at rest is ended first, and whole tables never rest', async () => {
  for (let n = 0; n < 502; n += 1) {
    const it = screen(`contact 1, part ${n}`)
    await expect.poll(() => it.seen.length, { interval: 1 }).toBe(1)
    it.close()
  }
  expect(liveResult(db, 'contact 1, part 1')).toBeUndefined()
  expect(liveResult(db, 'contact 1, part 2')).toEqual({ result: 'Ada' })
  const rows = Array.from({ length: 2_001 }, (_, at) => at)
  for (const table of [rows, { rows, total: rows.length }]) {
    const seen: unknown[] = []
    const close = followNamed<unknown>(
      db,
      'whole table',
      async () => table,
      (it) => seen.push(it),
      () => undefined,
    )
    await expect.poll(() => seen).toEqual([table])
    close()
    expect(liveResult(db, 'whole table')).toBeUndefined()
  }
})
