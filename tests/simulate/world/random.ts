/** Random numbers that are the same for the same seed, on every machine (sfc32). */
export class Random {
  #a: number
  #b: number
  #c: number
  #d = 1

  constructor(seed: number) {
    this.#a = seed | 0
    this.#b = (seed / 2 ** 32) | 0
    this.#c = 0x9e3779b9
    for (let at = 0; at < 12; at++) this.next()
  }

  /** 0 to 1, never 1. */
  next(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (this.#c << 21) | (this.#c >>> 11)
    this.#c = (this.#c + t) | 0
    return (t >>> 0) / 2 ** 32
  }

  /** A whole number from `least` to `most`, both inclusive. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1))
  }

  chance(of: number): boolean {
    return this.next() < of
  }

  pick<Item>(from: readonly Item[]): Item {
    // Never called with an empty list.
    return from[this.whole(0, from.length - 1)] as Item
  }

  /** One of the names, chosen by weight. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const all = Object.entries(weights) as [Name, number][]
    let left = this.next() * all.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [name, weight] of all) {
      left -= weight
      if (left < 0) return name
    }
    return all[0]?.[0] as Name
  }
}
