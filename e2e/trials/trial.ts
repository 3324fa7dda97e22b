import type { Profile } from '../../src/server/config.ts'
import { Random } from '../../tests/simulate/world/random.ts'

/** The options of a trial. */
export interface TrialOptions {
  /** The folder of the built app. */
  distFolder: string
  /** The kind of server. Undefined: the trial chooses. */
  profile: Profile | undefined
  /** The share of the full size, for a shorter run: 0.2 is a fifth. */
  scale: number
  /** The seed of all random choices. */
  seed: number
  /** Prints a line about the progress. */
  say(line: string): void
}

/** The result of a trial. */
export interface Measured {
  /** The figures, in one line. */
  measured: string
  /** A sentence for each broken promise. Empty when all were kept. */
  broken: string[]
}

/** A long proof in a real browser, on the real server and a real database. */
export interface Trial {
  /** The promise in one line. */
  goal: string
  run(options: TrialOptions): Promise<Measured>
}

/** Random numbers from 0 up to 1, the same for the same seed. */
export function chanceOf(seed: number): () => number {
  const random = new Random(seed)
  return () => random.next()
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
