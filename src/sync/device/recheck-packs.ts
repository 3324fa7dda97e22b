import type { DeviceDatabase, Pack, PackFiles } from '../../db/database.ts'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { plural } from '../../rules/text.ts'
import { photoCaches, preparedCaches } from './photo-caches.ts'
import { pathsIn, type Size } from './prepared-files.ts'

/**
 * Marks each prepared part as not ready that has lost cached files, and as ready again once all of them are back. A
 * full device, another person's sign-in and the browser itself delete such files.
 */
export async function recheckPacks(db: DeviceDatabase): Promise<void> {
  try {
    await recheck(db)
  } catch (error) {
    // Whoever was to read it has signed out.
    if (!isDatabaseClosed(error)) throw error
  }
}

async function recheck(db: DeviceDatabase): Promise<void> {
  // Before the caches, because a preparation stores a part after its files. One that failed says already why it is not
  // ready; its files are those fetched until then.
  const packs = (await db.packs.toArray()).filter((it) => countOf(it) > 0 && (it.ready || it.gone))
  if (packs.length === 0 || typeof caches === 'undefined') return
  const here = { thumb: await cachedPaths('thumb'), full: await cachedPaths('full') }
  const changed = packs.filter((it) => goneFrom(it, here) !== (it.gone ?? 0))
  if (changed.length === 0) return
  await inRepeatableWrite(db, [db.packs], async (db) => {
    for (const pack of changed) {
      // It may have been prepared again or deleted meanwhile.
      if ((await db.packs.get(pack.name))?.at === pack.at) await db.packs.put(judged(pack, goneFrom(pack, here)))
    }
  })
}

/** The paths of all files here. A picture that was shown counts, as do the files that an earlier version prepared. */
const cachedPaths = async (size: Size): Promise<Set<string>> =>
  new Set([...(await pathsIn(preparedCaches[size])), ...(await pathsIn(photoCaches[size]))])

const namesOf = ({ thumb, full }: PackFiles): string[] => [...new Set([...thumb, ...full])]

/** How many files belong to a part. */
const countOf = ({ files, pictures = 0, papers }: Pack): number =>
  files ? namesOf(files).length : pictures + (papers?.count ?? 0)

/** How many of a part's files are not here. If their names were not noted: at least so many, and none comes back. */
function goneFrom(pack: Pack, here: Record<keyof PackFiles, ReadonlySet<string>>): number {
  const { files } = pack
  if (!files) return Math.max(pack.gone ?? 0, countOf(pack) - here.full.size)
  const { thumb, full } = files
  const gone = { thumb: thumb.filter((it) => !here.thumb.has(it)), full: full.filter((it) => !here.full.has(it)) }
  return namesOf(gone).length
}

function judged({ gone: _, ...pack }: Pack, gone: number): Pack {
  if (gone === 0) return { ...pack, ready: true, problem: null }
  return {
    ...pack,
    gone,
    ready: false,
    problem: `No longer on this device: ${gone} of ${plural(countOf(pack), 'file')}`,
  }
}
