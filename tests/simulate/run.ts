import { parseArgs } from 'node:util'
import { crashPoints } from './crash-points.ts'
import { playFront } from './front/run-front.ts'
import { findMutations } from './mutations/find-mutations.ts'
import { Pool, type SeedResult } from './pool.ts'
import { crashReally } from './real/run.ts'
import { shrink } from './shrink.ts'
import type { Profile } from './world/server-types.ts'
import { storyOf, wordsOf } from './world/story.ts'

/*
 * The engine's proof, by hand: npm run simulate -- --seeds 2000 | --seed 17 | --mutations [--planted 'no wait'] |
 * --crash-points, with --profile keyed|documented;
 * --crash-points --server real [--every 50] [--at 17] [--planted 'no wait'] is played against our own server;
 * --front [--seeds 1000] [--from 1] [--seed 17] [--mutations] [--planted 'key after forwarding'] through a front of ours
 * that stands before a documented server.
 */

const { values } = parseArgs({
  options: {
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    profile: { type: 'string', default: 'both' },
    mutations: { type: 'boolean', default: false },
    'crash-points': { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    server: { type: 'string', default: 'model' },
    at: { type: 'string' },
    planted: { type: 'string' },
    front: { type: 'boolean', default: false },
  },
})

const profiles: Profile[] =
  values.profile === 'keyed' || values.profile === 'documented' ? [values.profile] : ['keyed', 'documented']

async function main(): Promise<boolean> {
  if (values.front) return throughFront()
  if (values.mutations) return findMutations((line) => console.log(line), values.planted)
  if (values['crash-points'] && values.server === 'real') return crashAtOffice()
  if (values['crash-points']) return crashEverywhere(Number(values.every))
  if (values.seed !== undefined) return tellSeed(Number(values.seed))
  return playSeeds(Number(values.from), Number(values.seeds ?? 1000))
}

/** Dies at every step of a whole inspection. */
async function crashEverywhere(every: number): Promise<boolean> {
  const pool = await Pool.open()
  let good = true
  for (const profile of profiles) {
    const { points, storage, network, violations } = await crashPoints(pool, profile, every)
    for (const it of violations) console.log(`${profile} ${it}`)
    console.log(
      `${profile}: ${points} crash points of ${storage} storage and ${network} network steps, ${violations.length} violations`,
    )
    good &&= violations.length === 0
  }
  await pool.close()
  return good
}

/** The same with our own server and its database. */
const crashAtOffice = (): Promise<boolean> => {
  const { every, at, planted } = values
  return crashReally({
    profiles,
    every: Number(every),
    ...(at === undefined ? {} : { at: Number(at) }),
    ...(planted === undefined ? {} : { planted }),
  })
}

/** Whole inspections through a front whose two connections are cut at random. */
const throughFront = (): Promise<boolean> => {
  const { from, seeds, seed, mutations, planted } = values
  return playFront({
    ...{ from: Number(from), seeds: Number(seeds ?? 1000), mutations },
    ...(seed === undefined ? {} : { seed: Number(seed) }),
    ...(planted === undefined ? {} : { planted }),
  })
}

/** Plays one seed twice, prints its story, and checks that both runs are equal. */
async function tellSeed(seed: number): Promise<boolean> {
  const pool = await Pool.open([], 1)
  let good = true
  for (const profile of profiles) {
    const story = storyOf(seed, profile)
    const first = await pool.story(story)
    const again = await pool.story(story)
    console.log(
      `seed ${seed}, ${profile}, trace ${first.trace}${again.trace === first.trace ? '' : ` and then ${again.trace}`}`,
    )
    for (const line of first.lines) console.log(`  ${line}`)
    if (first.violation) await explain(pool, { seed, profile, violation: first.violation })
    good &&= !first.violation && again.trace === first.trace
  }
  await pool.close()
  return good
}

/** Prints the progress of a run now and then. */
const toldEvery = 10_000

async function playSeeds(from: number, count: number): Promise<boolean> {
  const pool = await Pool.open()
  const began = performance.now()
  const sofar = { stories: 0, actions: 0, violations: 0 }
  const all = await pool.seeds({ from, count, profiles }, (one) => {
    sofar.stories++
    sofar.actions += one.actions
    if (one.violation) sofar.violations++
    if (sofar.stories % toldEvery === 0)
      console.log(`... ${sofar.stories} of ${count * profiles.length} stories, ${sofar.violations} violations`)
    if (one.violation) console.log(`seed ${one.seed} ${one.profile}: ${one.violation.id} ${one.violation.says}`)
  })
  const seconds = (performance.now() - began) / 1000
  const broken = all.filter((it) => it.violation)
  const [first] = broken
  if (first) await explain(pool, first)
  await pool.close()
  const faults = new Set(all.flatMap((it) => it.seen))
  console.log(
    `${all.length} stories (${count} seeds, ${profiles.join(' and ')}), ${sofar.actions} actions, ${faults.size} kinds of fault: ${broken.length} violations, ${seconds.toFixed(1)} s`,
  )
  return broken.length === 0
}

/** Prints the shortest story that violates the same invariant. */
async function explain(
  pool: Pool,
  { seed, profile, violation }: Pick<SeedResult, 'seed' | 'profile' | 'violation'>,
): Promise<void> {
  if (!violation) return
  const { story, played } = await shrink(pool, storyOf(seed, profile), violation.id)
  console.log(`\nthe shortest story of seed ${seed} (${profile}) that breaks ${violation.id}, trace ${played.trace}:`)
  for (const step of story.steps) console.log(`  ${wordsOf(step)}`)
  console.log('what happened:')
  for (const line of played.lines) console.log(`  ${line}`)
  console.log(`${played.violation?.id}: ${played.violation?.says}\n`)
}

process.exitCode = (await main()) ? 0 : 1
