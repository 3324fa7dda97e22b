/** A random source that depends only on its seed. */
export interface Dice {
  /** A seed for other generators. */
  seed: number
  /** A whole number from 0 to `end`, `end` excluded. */
  below(end: number): number
  /** True with a probability of `percent`. */
  percent(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** The random source of the n-th request of a seed, so that each request can be generated alone. */
export const diceOf = (seed: number, n: number): Dice => {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(n + 1, 0x85ebca6b)) >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
  const below = (end: number) => next() % end
  return {
    seed: next(),
    below,
    percent: (share) => below(100) < share,
    pick: (items) => {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('Nothing to pick from')
      return item
    },
  }
}
