import type { Profile } from '../../src/server/config.ts'
import { Random } from '../../tests/simulate/world/random.ts'

/** How a trial is to run. */
export interface TrialOptions {
  /** The folder of the built app. */
  distFolder: string
  /** The kind of server that the trial meets; undefined: the trial's own choice. */
  profile: Profile | undefined
  /** The part of the full size that runs, for a shorter look: 0.2 is a fifth. */
  scale: number
  /** Everything that is left to chance follows from it. */
  seed: number
  /** A line for whoever watches: how far it is. */
  say(line: string): void
}

/** What a trial found. */
export interface Measured {
  /** The figures, in one line. */
  measured: string
  /** Every broken promise, a sentence each; empty when all were kept. */
  broken: string[]
}

/** A long proof in a real browser, on the real server and a real database. */
export interface Trial {
  /** What is promised, in one line. */
  goal: string
  run(options: TrialOptions): Promise<Measured>
}

/** Chance that a seed decides: numbers from 0 up to 1. */
export function chanceOf(seed: number): () => number {
  const random = new Random(seed)
  return () => random.next()
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
