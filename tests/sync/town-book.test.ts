import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { dayMs } from '../../src/rules/dates.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import type { Engine } from '../../src/sync/session/presence.ts'
import { catchUp, renewBook } from '../../src/sync/session/settle-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let book: AddressSearch
beforeAll(async () => {
  town = await office()
  await smallTown(town)
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.oas)
  book = new AddressSearch(phone)
})

const add = (combadd: string) => town.pool.query('insert into addresses (combadd) values ($1)', [combadd])
const find = (typed: string, limit = 10) => book.find(typed, limit, new AbortController().signal)
const names = (results: readonly { combadd?: string | null | undefined }[]) => results.map((it) => it.combadd)
const asked = () => phone.signal.seen.filter((it) => it.includes('/addresses/search'))

test('GS-01 ST-06 a book that another tab has renewed is read again, not the one that this tab opened before', async () => {
  await book.fetchBook()
  const { count } = await book.book()
  await add('5 OTHERTAB COURT')
  phone.clock.pass(dayMs)
  await new AddressSearch(phone).fetchBook()
  expect((await book.book()).count).toBe(count + 1)
  expect(await find('othertab')).toMatchObject({ source: 'book' })
})

describe('an address that the office has got since the book was downloaded', () => {
  beforeEach(async () => {
    await town.pool.query("delete from addresses where combadd like '% COURT'")
    await add('1 OLDBUILT COURT')
    await book.fetchBook()
  })

  test('is found at the office if the book has none, and without signal the book has the last word', async () => {
    await add('77 NEWBUILT COURT')
    const found = await find('newbuilt')
    expect(names(found.results)).toEqual(['77 NEWBUILT COURT'])
    expect(found.source).toBe('office')
    phone.signal.off()
    expect(await find('newbuilt')).toMatchObject({ results: [], source: 'book' })
  })

  test('comes after what the book has, which does not wait for it; the office is right about the same address', async () => {
    await add('77 NEWBUILT COURT')
    await town.pool.query("update addresses set ownername = 'Nell Wood' where combadd = '1 OLDBUILT COURT'")
    const { fetch } = phone
    let letGo: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    phone.fetch = (request) => held.then(() => fetch(request))
    const found = await find('court')
    expect(found).toMatchObject({ source: 'book', results: [{ combadd: '1 OLDBUILT COURT' }] })
    letGo()
    expect((await found.more)?.results).toMatchObject([
      { combadd: '1 OLDBUILT COURT', ownername: 'Nell Wood' },
      { combadd: '77 NEWBUILT COURT' },
    ])
    phone.signal.off()
    expect(await (await find('court')).more).toBeNull()
  })

  test('is not asked for while the list is full, nor for a text that was replaced', async () => {
    expect((await find('court', 1)).more).toBeUndefined()
    const control = new AbortController()
    const found = await book.find('court', 10, control.signal)
    control.abort()
    expect(await found.more).toBeNull()
    expect(asked()).toEqual([])
  })
})

describe('the renewal of a book', () => {
  test('happens once a week in small requests, and only if there is a book', async () => {
    await renewBook(book)
    expect(phone.signal.seen).toEqual([])
    await book.fetchBook()
    phone.signal.seen.length = 0
    await renewBook(book)
    expect(phone.signal.seen).toEqual([])
    await add('5 LATER LANE')
    phone.clock.pass(7 * dayMs + 1)
    const { fetch } = phone
    const requests: string[] = []
    phone.fetch = async (request) => {
      requests.push(request.url)
      return fetch(request)
    }
    await renewBook(book)
    expect(requests).toEqual([expect.stringContaining('limit=1000')])
    phone.signal.off()
    expect(names((await find('later lane')).results)).toEqual(['5 LATER LANE'])
  })

  test('begins once the office has answered after a start', async () => {
    vi.stubGlobal('location', { origin: town.url })
    await book.fetchBook()
    phone.clock.pass(7 * dayMs + 1)
    const before = await phone.db.fact('bookAt', 0)
    // Only what the tasks after a start read.
    const engine = {
      device: phone,
      directory: new Directory(),
      person: { userId: phone.userId },
      book,
    } as unknown as Engine
    phone.signal.off()
    await catchUp(engine)
    phone.signal.on()
    await catchUp(engine)
    await vi.waitFor(async () => expect(await phone.db.fact('bookAt', 0)).toBeGreaterThan(before))
    vi.unstubAllGlobals()
  })

  test('fails in silence, and a sign-out meanwhile leaves nothing behind', async () => {
    await book.fetchBook()
    phone.clock.pass(7 * dayMs + 1)
    phone.signal.off()
    await renewBook(book)
    phone.signal.on()
    const { fetch } = phone
    phone.fetch = async (request) => {
      const answer = await fetch(request)
      await leaveUnsent(phone.db)
      return answer
    }
    await renewBook(book)
    expect(await phone.db.addressChunks.count()).toBe(0)
  })
})

describe('an address that comes or goes while the book is downloaded', () => {
  beforeAll(() =>
    town.pool.query(
      "insert into addresses (combadd, created_at) select n || ' BIRCH LANE', now() - n * interval '1 minute' from generate_series(1, 6200) n",
    ),
  )

  test.each([
    ['added', "insert into addresses (combadd) values ('1 NEW STREET')"],
    ['removed', "delete from addresses where combadd = '3 BIRCH LANE'"],
  ])('makes no line double and leaves none out: %s', async (_, change) => {
    const { fetch } = phone
    let isChanged = false
    phone.fetch = async (request) => {
      const answer = await fetch(request)
      if (!isChanged) await town.pool.query(change)
      isChanged = true
      return answer
    }
    const count = await book.fetchBook()
    const ids = (await phone.db.addressChunks.toArray()).flatMap((it) => [...it.ids])
    const { rows } = await town.pool.query<{ id: string }>('select id from addresses')
    expect(ids.sort((a, b) => a - b)).toEqual(rows.map((it) => Number(it.id)).sort((a, b) => a - b))
    expect(count).toBe(rows.length)
  })

  test('a town that changes all the time, and a server that knows no pages, get a book too', async () => {
    const { fetch } = phone
    phone.fetch = async (request) => {
      await add('4 NEW STREET')
      return fetch(request)
    }
    await book.fetchBook()
    const ids = (await phone.db.addressChunks.toArray()).flatMap((it) => [...it.ids])
    expect(new Set(ids).size).toBe(ids.length)
    const whole = Array.from({ length: 5_000 }, (_, at) => ({ id: at + 1, combadd: `${at} ELM` }))
    phone.fetch = async () => Response.json(whole)
    expect(await book.fetchBook()).toBe(5_000)
  })
})
