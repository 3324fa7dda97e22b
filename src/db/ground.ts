import type { Ground } from '../rules/ground.ts'
import type { PackedChunk } from '../rules/packed-addresses.ts'
import { answerOf, within } from './raw-database.ts'

/*
 * The map's worker reads a person's database by itself: a book that went through the page would hold up the page. It
 * only ever reads what exists, and writes one fact.
 */

/** The fact under which the ground of the book is kept. */
const groundFact = 'mapGround'

/**
 * The ground as it is kept; null where there is none, or another book has been stored since. `open`, the ground that is
 * drawn already, is taken as long as the book is the same: a county's is some megabytes to read.
 */
export const keptGround = (database: string, open: Ground | undefined): Promise<Ground | null> =>
  within(database, ['meta'], 'readonly', async (store) => {
    const at = await answerOf<{ value: number } | undefined>(store('meta').get('bookAt'))
    if (open && open.bookAt === (at?.value ?? 0)) return open
    const ground = await answerOf<{ value: Ground } | undefined>(store('meta').get(groundFact))
    return ground && ground.value.bookAt === at?.value ? ground.value : null
  })

/** The chunks of the book on this device, and when it was stored. */
export const bookForGround = (database: string): Promise<{ chunks: PackedChunk[]; bookAt: number }> =>
  within(database, ['meta', 'addressChunks'], 'readonly', async (store) => {
    const [chunks, at] = await Promise.all([
      answerOf<PackedChunk[]>(store('addressChunks').getAll()),
      answerOf<{ value: number } | undefined>(store('meta').get('bookAt')),
    ])
    return { chunks, bookAt: at?.value ?? 0 }
  })

/** Keeps the ground; not where the book is another one by now, or has gone with the person. */
export const keepGround = (database: string, ground: Ground): Promise<void> =>
  within(database, ['meta'], 'readwrite', async (store) => {
    const at = await answerOf<{ value: number } | undefined>(store('meta').get('bookAt'))
    if (at?.value === ground.bookAt) await answerOf(store('meta').put({ name: groundFact, value: ground }))
  })
