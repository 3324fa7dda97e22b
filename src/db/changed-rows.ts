import { Dexie, type IntervalTree } from 'dexie'

/** The changed rows of a table, as ranges of ids. */
interface ChangedRows {
  table: string
  ranges: [from: number, to: number][]
}

/**
 * Reports changed rows of some tables, from this page or another page of the same person. Call the returned function
 * to stop.
 */
export function watchRows(
  database: string,
  tables: readonly string[],
  tell: (changed: ChangedRows[]) => void,
): () => void {
  const hear = (parts: Parameters<Parameters<typeof Dexie.on.storagemutated.subscribe>[0]>[0]) => {
    const changed = tables.flatMap((table) => {
      // Dexie names a change by the path of an index; the primary index has no name.
      const trees = [parts[`idb://${database}/${table}/`], parts[`idb://${database}/${table}/:dels`], parts.all]
      const ranges = trees.flatMap((tree) => (tree ? rangesOf(tree) : []))
      return ranges.length > 0 ? [{ table, ranges }] : []
    })
    if (changed.length > 0) tell(changed)
  }
  Dexie.on.storagemutated.subscribe(hear)
  return () => Dexie.on.storagemutated.unsubscribe(hear)
}

/** Walked by hand, because a tree from another page has lost its methods. */
const rangesOf = (tree: IntervalTree | null | undefined): [number, number][] =>
  tree && 'from' in tree
    ? [...rangesOf(tree.l), [numberOf(tree.from, -limit), numberOf(tree.to, limit)], ...rangesOf(tree.r)]
    : []

const limit = Number.MAX_SAFE_INTEGER

/** A change of everything is a range whose ends are not numbers. */
const numberOf = (key: unknown, otherwise: number): number =>
  typeof key === 'number' && Number.isFinite(key) ? key : otherwise
