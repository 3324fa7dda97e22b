import { readFileSync } from 'node:fs'
import { expect, inject, test } from 'vitest'
import { FrontCrew, type FrontResult } from './front-crew.ts'
import { plantedInFront } from './planted-front.ts'

const minutes = 60_000

/** Plays seeds through a front, with or without a planted bug. */
const playSeeds = async (seeds: readonly number[], bug?: string): Promise<FrontResult[]> => {
  const patches = plantedInFront.find((it) => it.name === bug)?.patches ?? []
  const crew = await FrontCrew.open(inject('postgresUrls').packaged, patches)
  const all: FrontResult[] = []
  await crew.play(seeds, (went) => void all.push(went), bug === undefined ? undefined : 1)
  await crew.close()
  return all
}

const first = (count: number) => Array.from({ length: count }, (_, n) => n + 1)

test(
  'I1 I2 inspections through a front, both lines cut and the front killed at random: nothing lost, nothing doubled',
  async () => {
    const all = await playSeeds(first(60))
    expect(all.flatMap((it) => it.wrong.map((words) => `${it.seed}: ${words}`))).toEqual([])
    expect(all).toHaveLength(60)
    // A fault that never takes effect proves nothing.
    expect(all.reduce((sum, it) => sum + it.deaths, 0)).toBeGreaterThan(50)
    expect(new Set(all.flatMap((it) => it.seen)).size).toBeGreaterThan(15)
  },
  20 * minutes,
)

test(
  'a planted bug is found: a key that is written down after its call has gone',
  async () => {
    const all = await playSeeds(first(20), 'key after forwarding')
    expect(all.filter((it) => it.wrong.length > 0)).not.toEqual([])
  },
  10 * minutes,
)

test('each planted bug of the front has its place in the source', () => {
  for (const { patches } of plantedInFront)
    for (const { file, find } of patches) {
      const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      expect(source.split(find), `${file}: ${find}`).toHaveLength(2)
    }
})
