import type { Profile } from '../../src/server/config.ts'

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

/** Chance that a seed decides (mulberry32): numbers from 0 up to 1. */
export function chanceOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
