import Dexie from 'dexie'
import { storeBook } from '../../../src/db/store-book.ts'
import { bookOf, packBook } from '../../../src/rules/address-book.ts'
import type { AddressLine } from '../../../src/rules/packed-addresses.ts'
import { AddressSearch } from '../../../src/sync/online/address-search.ts'
import {
  assertFindsAll,
  firstRows,
  inventedCounty,
  scannedText,
  scanOf,
  searchedRows,
  typedTexts,
  typedWords,
} from '../county.ts'
import { spread, timed } from '../stats.ts'
import { lonelyPhone } from './phone.ts'

const bookName = 'bench-book'
const peer = () => {
  const db = new Dexie('bench-book-rows')
  db.version(1).stores({ addresses: 'id' })
  return db
}

/** Milliseconds to store the town's addresses: our packed chunks, and Dexie with a row for each address. */
export async function storeAddresses(count: number, withPeer: boolean): Promise<{ ours: number; dexie: number }> {
  const county = inventedCounty(count)
  const { db } = await lonelyPhone(bookName)
  const ours = await timed(() => storeBook(db, county, Date.now()))
  db.close()
  const rows = peer()
  await rows.delete({ disableAutoOpen: false })
  const dexie = withPeer ? await timed(() => rows.table('addresses').bulkAdd(county)) : Number.NaN
  rows.close()
  return { ours, dexie }
}

/** After a restart: milliseconds to the first answer, from our chunks or from rows that are packed again. */
export async function firstAnswer(from: 'chunks' | 'rows'): Promise<number> {
  if (from === 'rows') {
    return timed(async () => {
      const rows: AddressLine[] = await peer().table('addresses').toArray()
      expectSome(bookOf(packBook(rows)).search('12 ma', 10))
    })
  }
  return timed(async () => expectSome(await (await search()).find('12 ma')))
}

/** Type-ahead over the stored book, beside a plain scan of one text and a look at every row. */
export async function typing(count: number) {
  const book = await (await search()).book()
  const rows = searchedRows(inventedCounty(count))
  const text = scannedText(rows)
  const [typed, words] = [typedTexts(rows), typedWords(rows)]
  for (const it of [...typed.slice(0, 50), ...words.slice(0, 50)])
    assertFindsAll(book.search(it, count).length, rows, it)
  return {
    ours: timesOf(typed, (it) => book.search(it, 10)),
    words: timesOf(words, (it) => book.search(it, 10)),
    scan: timesOf(typed, (it) => scanOf(text, it)),
    look: timesOf(typed.slice(0, 400), (it) => firstRows(rows, it)),
  }
}

function timesOf(typed: readonly string[], find: (text: string) => unknown) {
  for (const it of typed.slice(0, 300)) find(it)
  return spread(
    typed.map((it) => {
      const start = performance.now()
      find(it)
      return performance.now() - start
    }),
  )
}

/** The app's own search over what is stored here; no call leaves. */
async function search() {
  const { DeviceDatabase } = await import('../../../src/db/database.ts')
  const db = new DeviceDatabase(bookName)
  // Only its database is asked while it holds the book and there is no signal.
  await db.setFact('connection', 'noSignal')
  const own = new AddressSearch({ db } as ConstructorParameters<typeof AddressSearch>[0])
  const { signal } = new AbortController()
  return { book: () => own.book(), find: async (text: string) => (await own.find(text, 10, signal)).results }
}

function expectSome(found: readonly unknown[]): void {
  if (found.length === 0) throw new Error('The book is empty')
}
