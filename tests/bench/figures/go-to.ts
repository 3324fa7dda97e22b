import { bookOf, packChunk } from '../../../src/rules/address-book.ts'
import { goalsFound, searchedGoal } from '../../../src/rules/go-to.ts'
import { chunkSize } from '../../../src/rules/packed-addresses.ts'
import { inventedCounty, searchedRows, typedTexts } from '../county.ts'
import { spread } from '../stats.ts'
import type { Row } from '../table.ts'

const records = 20_000
const most = 6

/** P17: a keystroke in Ctrl K: a county's addresses and 20,000 other records, searched one after the other. */
export async function goingTo(): Promise<Row[]> {
  const county = inventedCounty()
  const chunks = Array.from({ length: Math.ceil(county.length / chunkSize) }, (_, n) =>
    packChunk(n, county.slice(n * chunkSize, (n + 1) * chunkSize)),
  )
  const book = bookOf(chunks)
  const goals = county.slice(0, records).map((it) =>
    searchedGoal({
      path: `/contacts/${it.id}`,
      kind: 'Contact',
      title: it.ownername ?? '',
      detail: it.combadd ?? '',
    }),
  )
  const times = typedTexts(searchedRows(county)).map((typed) => {
    const start = performance.now()
    book.search(typed, most)
    goalsFound(goals, typed)
    return performance.now() - start
  })
  return [{ goal: 'P17', what: 'a keystroke in Ctrl K, p95', ours: spread(times).p95, unit: 'ms', meets: { most: 16 } }]
}
