import { databaseName } from '../../../src/db/database.ts'
import type { OutboxEntry } from '../../../src/db/outbox.ts'
import { world } from './platform.ts'
import { type Played, runOnStage, runStep } from './play.ts'
import type { Profile } from './server-types.ts'
import type { Stage } from './stage.ts'
import type { ActionKind, Step } from './story.ts'

const action = (name: ActionKind, a: number, b: number, c: number): Step => ({
  do: 'action',
  action: name,
  gap: 40,
  a,
  b,
  c,
})

/** One whole inspection: 2 units, 6 areas, 12 observations, 20 photos, 1 violation, complete. */
const inspection: Step[] = [
  action('addUnit', 0, 5, 0),
  action('addUnit', 0, 10, 0),
  ...[0, 1, 2, 3, 4, 5].map((n) => action('addUnitArea', 0, 1 + (n % 2), 5 * n)),
  // The first three areas exist already. An odd number gives one of them two photos.
  ...Array.from({ length: 12 }, (_, n) => action('observeWithPhotos', n < 8 ? 1 : 0, 3 + (n % 6), 5 * n)),
  action('addViolation', 0, 1, 1),
  action('complete', 0, 1, 0),
]

/** Where the process dies: after this many steps of storage or of the network. Null: nowhere. */
export interface CrashPoint {
  profile: Profile
  kind: 'storage' | 'network' | null
  at: number
}

/** The whole inspection. The process dies at one point, and the app is opened again. */
export const crashAt = ({ profile, kind, at }: CrashPoint): Promise<Played> =>
  runOnStage(1, profile, async (stage) => {
    const tab = await stage.tab()
    if (kind === 'storage') tab.crashAtStorage = at
    if (kind === 'network') tab.crashAtNetwork = at
    for (const step of inspection) await runStep(stage, step)
  })

/** 500 entries, one of which the server never accepts. Gives how many others are left after the first pass. */
export async function poisoned(profile: Profile): Promise<{ played: Played; left: number; runs: number }> {
  let left = -1
  let runs = -1
  const played = await runOnStage(1, profile, async (stage) => {
    const others = 500
    stage.network.offlineUntil = Number.POSITIVE_INFINITY
    stage.server.poison.set('Rotten step 750', 422)
    for (let n = 0; n < others; n++) await quietly(stage, n)
    stage.network.offlineUntil = 0
    stage.lines.length = 0
    const before = epoch(stage)
    const tab = await stage.tab()
    tab.runner.schedule(true)
    await world.time.pass(world.time.now + 100_000, () => bad(stage) !== undefined && waiting(stage).length === 1)
    left = waiting(stage).filter((it) => it !== bad(stage)).length
    runs = epoch(stage) - before
  })
  return { played, left, runs }
}

/** Without the check after each step: it takes too long for 500 steps. */
async function quietly(stage: Stage, n: number): Promise<void> {
  const check = stage.check
  stage.check = () => undefined
  await runStep(stage, { ...action('observe', 0, 0, 15 * n), gap: 0 })
  stage.check = check
}

const waiting = (stage: Stage): OutboxEntry[] =>
  stage.phone.disk.rows<OutboxEntry>(databaseName('town', stage.userId), 'outbox')

/** The epoch of the last run. Each run adds one. */
const epoch = (stage: Stage): number =>
  stage.phone.disk
    .rows<{ name: string; value: number }>(databaseName('town', stage.userId), 'meta')
    .find((it) => it.name === 'epoch')?.value ?? 0

const bad = (stage: Stage): OutboxEntry | undefined => waiting(stage).find((it) => it.state === 'refused')
