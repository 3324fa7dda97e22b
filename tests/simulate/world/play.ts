import { setImmediate as turnOfTheMachine } from 'node:timers/promises'
import { databaseName } from '../../../src/db/database.ts'
import { type GivenId, type OutboxEntry, type RowName, rowName } from '../../../src/db/outbox.ts'
import { RecordGone } from '../../../src/sync/capture/record-gone.ts'
import { doAction } from './actions.ts'
import type { Violation } from './check.ts'
import { finalCheck } from './end.ts'
import { runEvent } from './events.ts'
import { resolveOneEntry } from './hands.ts'
import { world } from './platform.ts'
import { pullSomething } from './pulls.ts'
import { Random } from './random.ts'
import type { Profile } from './server-types.ts'
import { Stage, start } from './stage.ts'
import { passMs, type Step, type Story, wordsOf } from './story.ts'
import { Time } from './time.ts'
import { inspector, settleTown } from './town.ts'

export interface Played {
  violation: Violation | null
  /** A hash of all requests and events. Two runs of one story give the same. */
  trace: string
  lines: string[]
  /** Names of the faults that took effect. */
  seen: string[]
  actions: number
  turns: number
  /** Storage and network steps: points at which a process can die. */
  steps: { storage: number; network: number }
}

const hour = 3_600_000

export async function runStep(stage: Stage, step: Step): Promise<void> {
  stage.say(`== ${wordsOf(step)}`)
  if (step.do === 'action') await action(stage, step)
  else if (step.do === 'fault') stage.network.armed.push(step.fault)
  else if (step.do === 'event') await runEvent(stage, step)
  else if (step.do === 'pass') await world.time.pass(world.time.now + passMs(step.a))
  else if (step.do === 'tap') (await stage.tab()).runner.schedule(true)
  else if (step.do === 'pull') await pullSomething(stage, step)
  else await resolveOneEntry(stage, step)
  await world.time.pass(world.time.now + step.gap)
  stage.check()
}

async function action(stage: Stage, step: Step & { do: 'action' }): Promise<void> {
  const tab = await stage.tab()
  const known = stage.knows
  if (!known) return
  const { disk } = stage.phone
  const name = databaseName('town', stage.userId)
  const seqs = disk.rows<OutboxEntry>(name, 'outbox').map((it) => it.seq)
  const before = Math.max(
    0,
    ...seqs,
    ...[...stage.ledger.saved.values()].filter((it) => it.disk === disk && it.database === name).map((it) => it.seq),
  )
  const { excuses } = tab
  const { ok, error } = await stage.done(doAction(tab, known, step.action, step))
  stage.ledger.note(disk, name, before, ok, world.time.now)
  const stored = disk.rows<OutboxEntry>(name, 'outbox').filter((it) => it.seq > before)
  const said = stored.map((it) => JSON.stringify([it.command, it.params, it.body, it.photo]))
  if (new Set(said).size < said.length) stage.violations.push({ id: 'I8', says: `${step.action} was stored twice` })
  if (ok || tab.dead || tab.excuses > excuses) return
  // A refusal that the app reports: the user had discarded the record. A record that the office made is not gone.
  const isMade = (row: RowName) => disk.rows<GivenId>(name, 'ids').some((it) => rowName(it.type, it.local) === row)
  if (error instanceof RecordGone && !isMade(error.row)) return
  stage.violations.push({ id: 'bug', says: `${step.action} was not saved: ${String(error)}` })
}

/** Runs a story to its end or to its first violation. */
export const play = ({ seed, profile, steps }: Story): Promise<Played> =>
  runOnStage(seed, profile, async (stage) => {
    for (const step of steps) {
      await runStep(stage, step)
      if (stage.violations.length > 0) break
    }
  })

/** Opens a new world, runs the script in it, and checks all invariants at the end. */
export async function runOnStage(
  seed: number,
  profile: Profile,
  script: (stage: Stage) => Promise<void>,
): Promise<Played> {
  world.time = new Time(start)
  world.chance = new Random(seed * 31 + 7)
  const it = new Stage(profile)
  world.time.onError = (error) => it.bug(error, null)
  const unhandled = (error: unknown) => it.bug(error, null)
  process.on('unhandledRejection', unhandled)
  try {
    settleTown(it.server, start - hour)
    it.server.backUp()
    it.signIn(it.phone, inspector)
    await it.open()
    await script(it)
    if (it.violations.length === 0) await finalCheck(it)
  } catch (error) {
    it.violations.push({ id: 'bug', says: `The story broke: ${String(Object(error).stack)}` })
  } finally {
    it.undo()
    for (const phone of it.phones) for (const tab of phone.living()) tab.die()
    // Node reports rejections of the last turn after it. They must not count for the next story.
    await turnOfTheMachine()
    process.off('unhandledRejection', unhandled)
  }
  const trace = it.lines.join('\n')
  return {
    violation: it.violations[0] ?? null,
    trace: hashOf(trace),
    lines: it.lines,
    seen: [...it.network.seen],
    actions: it.ledger.actions,
    turns: world.time.turns,
    steps: it.phones[0]?.steps ?? { storage: 0, network: 0 },
  }
}

/** FNV-1a, 64 bits in two halves. */
const hashOf = (text: string): string => {
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    a = Math.imul(a ^ text.charCodeAt(at), 0x01000193)
    b = Math.imul(b ^ (text.charCodeAt(at) + at), 0x85ebca6b)
  }
  return [a, b].map((it) => (it >>> 0).toString(16).padStart(8, '0')).join('')
}
