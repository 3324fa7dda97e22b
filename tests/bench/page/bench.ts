import { firstAnswer, storeAddresses, typing } from './addresses.ts'
import { replay, replayRaw, replayWorkbox, sendPhotos, sendPhotosRaw } from './replay.ts'
import { saves, savesAmong, savesWithPhotos } from './saves.ts'
import { seed } from './seed.ts'
import { shrinkOnce, shrinkTen, shrunkAt } from './shrinking.ts'

/** The calls of the benchmark to its page. None of it is in the app. */
const bench = {
  saves,
  savesWithPhotos,
  savesAmong,
  storeAddresses,
  firstAnswer,
  typing,
  replay,
  replayRaw,
  replayWorkbox,
  sendPhotos,
  sendPhotosRaw,
  shrinkOnce,
  shrinkTen,
  shrunkAt,
  seed,
}
export type Bench = typeof bench

Object.assign(window, { bench })
