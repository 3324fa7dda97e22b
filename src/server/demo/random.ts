/** Pseudo-random numbers that are the same every time, so that the demo town is always the same. */
export interface Chance {
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  /** True with a probability of `percent`. */
  percent(percent: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** `count` different items in their order; all of them when there are fewer. */
  some<Item>(items: readonly Item[], count: number): Item[]
}

/** A generator from a seed (mulberry32). */
export const chanceOf = (seed: number): Chance => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[between(0, items.length - 1)]
    if (item === undefined) throw new Error('Nothing to pick from')
    return item
  }
  const some = <Item>(items: readonly Item[], count: number): Item[] => {
    const left = items.map((item, at) => ({ item, at }))
    const chosen = Array.from({ length: Math.min(count, items.length) }, () =>
      left.splice(between(0, left.length - 1), 1),
    ).flat()
    return chosen.sort((a, b) => a.at - b.at).map(({ item }) => item)
  }
  return { between, percent: (percent) => next() * 100 < percent, pick, some }
}
