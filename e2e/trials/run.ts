import { parseArgs } from 'node:util'
import type { Profile } from '../../src/server/config.ts'
import { builtApp, removeBuilds } from '../../tests/bench/build.ts'
import { closeDatabases } from '../town.ts'
import { backlog } from './backlog.ts'
import { day } from './day.ts'
import { kills } from './kills.ts'
import { network } from './network.ts'
import { quota } from './quota.ts'
import { signal } from './signal.ts'
import { tabs } from './tabs.ts'
import type { Measured, Trial } from './trial.ts'

/*
 * The long proofs in a real browser: npm run trials -- --only kills,day --scale 0.2 --profile documented --seed 7
 * E2E_DIST names a built app; without it one is built. Each trial prints one line; a broken promise ends in status 1.
 *
 * To add a trial: a file beside this one, e2e/trials/{name}.ts, that exports a `Trial` (trial.ts) under its name, and
 * a line in `trials`. It opens its own town and phone (town.ts, phone.ts) and closes them again, whatever happens; it
 * says what it measured, and names each promise that it saw broken. What it cannot even carry out, it throws.
 */
const trials: Record<string, Trial> = { day, kills, network, quota, tabs, backlog, signal }

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    profile: { type: 'string' },
    scale: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
  },
})

const asked = values.only?.split(',') ?? Object.keys(trials)
const unknown = asked.filter((it) => !(it in trials))
if (unknown.length > 0) throw new Error(`No such trial: ${unknown}. There are ${Object.keys(trials).join(', ')}`)
const profile = profileOf(values.profile)

function profileOf(word: string | undefined): Profile | undefined {
  if (word === undefined || word === 'keyed' || word === 'documented') return word
  throw new Error('--profile is keyed or documented')
}

/** A trial that could not run has proved nothing, so it counts as failed. */
async function tried(trial: Trial, say: (line: string) => void): Promise<Measured> {
  const distFolder = process.env.E2E_DIST ?? builtApp()
  try {
    return await trial.run({ distFolder, profile, scale: Number(values.scale), seed: Number(values.seed), say })
  } catch (error) {
    const why = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return { measured: 'not carried out', broken: [why] }
  }
}

const started = performance.now()
const seconds = () => Math.round((performance.now() - started) / 1000)
let kept = 0
for (const [name, trial] of Object.entries(trials)) {
  if (!asked.includes(name)) continue
  const { measured, broken } = await tried(trial, (line) => console.error(`${name} ${seconds()} s: ${line}`))
  for (const line of broken) console.log(`${name} BROKEN: ${line}`)
  console.log(`${name}: measured ${measured} (goal ${trial.goal})`)
  if (broken.length === 0) kept++
}
await closeDatabases()
removeBuilds()
console.log(`${kept} of ${asked.length} trials kept every promise, ${seconds()} s`)
process.exitCode = kept === asked.length ? 0 : 1
