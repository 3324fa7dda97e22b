import { packChunk } from '../../../src/rules/address-book.ts'
import { chunkSize } from '../../../src/rules/packed-addresses.ts'
import { inventedCounty } from '../county.ts'
import { openPhone } from './phone.ts'

/** Signs in at this origin and stores the town's address book, as a phone that was made ready the evening before. */
export async function seed(email: string, password: string): Promise<void> {
  const { db } = await openPhone(email, password)
  const county = inventedCounty()
  await db.transaction('rw', db.addressChunks, db.meta, async () => {
    for (let n = 0; n * chunkSize < county.length; n++)
      await db.addressChunks.put(packChunk(n, county.slice(n * chunkSize, (n + 1) * chunkSize)))
    await db.setFact('bookAt', Date.now())
  })
  db.close()
}
