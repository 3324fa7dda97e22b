import type { Ground } from '../rules/ground.ts'
import type { PackedChunk } from '../rules/packed-addresses.ts'
import { answerOf, within } from './raw-database.ts'

/*
 * The map worker reads a person's database itself, because passing the book through the page would block the page. It
 * only reads what exists, and writes one fact.
 */

/** The fact that stores the base map drawn from the book. */
const groundFact = 'mapGround'

/**
 * The stored base map; null if there is none, or if another book has been stored since. `open`, the one already drawn,
 * is used as long as the book is the same, because a county's takes some megabytes to read.
 */
export const keptGround = (database: string, open: Ground | undefined): Promise<Ground | null> =>
  within(database, ['meta'], 'readonly', async (store) => {
    const at = await answerOf<{ value: number } | undefined>(store('meta').get('bookAt'))
    if (open && open.bookAt === (at?.value ?? 0)) return open
    const ground = await answerOf<{ value: Ground } | undefined>(store('meta').get(groundFact))
    return ground && ground.value.bookAt === at?.value ? ground.value : null
  })

/** The chunks of this device's book, and when it was stored. */
export const bookForGround = (database: string): Promise<{ chunks: PackedChunk[]; bookAt: number }> =>
  within(database, ['meta', 'addressChunks'], 'readonly', async (store) => {
    const [chunks, at] = await Promise.all([
      answerOf<PackedChunk[]>(store('addressChunks').getAll()),
      answerOf<{ value: number } | undefined>(store('meta').get('bookAt')),
    ])
    return { chunks, bookAt: at?.value ?? 0 }
  })

/** Stores the base map, unless the book was replaced or deleted with the person's data meanwhile. */
export const keepGround = (database: string, ground: Ground): Promise<void> =>
  within(database, ['meta'], 'readwrite', async (store) => {
    const at = await answerOf<{ value: number } | undefined>(store('meta').get('bookAt'))
    if (at?.value === ground.bookAt) await answerOf(store('meta').put({ name: groundFact, value: ground }))
  })
