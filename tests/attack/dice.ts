/** Chance that is the same every time: what is drawn depends on the seed alone. */
export interface Dice {
  /** For generators that want a seed of their own. */
  seed: number
  /** A whole number from 0 up to, not including, `end`. */
  below(end: number): number
  /** True in so many of a hundred. */
  percent(share: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** The dice for the n-th request of a seed: each request can be drawn without those before it. */
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
