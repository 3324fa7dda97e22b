import { Dexie, type IntervalTree } from 'dexie'

/** The numbers of rows of a table that changed, from one to another. */
interface ChangedRows {
  table: string
  ranges: [from: number, to: number][]
}

/**
 * Tells which rows of some tables change, in this page or another one of the same person, until the answer is called.
 */
export function watchRows(
  database: string,
  tables: readonly string[],
  tell: (changed: ChangedRows[]) => void,
): () => void {
  const hear = (parts: Parameters<Parameters<typeof Dexie.on.storagemutated.subscribe>[0]>[0]) => {
    const changed = tables.flatMap((table) => {
      // Dexie names what changed by the path of an index; the primary one has no name.
      const trees = [parts[`idb://${database}/${table}/`], parts[`idb://${database}/${table}/:dels`], parts.all]
      const ranges = trees.flatMap((tree) => (tree ? rangesOf(tree) : []))
      return ranges.length > 0 ? [{ table, ranges }] : []
    })
    if (changed.length > 0) tell(changed)
  }
  Dexie.on.storagemutated.subscribe(hear)
  return () => Dexie.on.storagemutated.unsubscribe(hear)
}

/** Walked by hand: a tree that comes from another page has lost the methods of its kind. */
const rangesOf = (tree: IntervalTree | null | undefined): [number, number][] =>
  tree && 'from' in tree
    ? [...rangesOf(tree.l), [numberOf(tree.from, -limit), numberOf(tree.to, limit)], ...rangesOf(tree.r)]
    : []

const limit = Number.MAX_SAFE_INTEGER

/** Everything is said as a range whose ends are no numbers. */
const numberOf = (key: unknown, otherwise: number): number =>
  typeof key === 'number' && Number.isFinite(key) ? key : otherwise
