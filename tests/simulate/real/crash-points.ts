import type { Profile } from '../world/server-types.ts'
import { type Crew, failuresOf, type PointResult } from './crew.ts'
import type { Played, Point } from './point.ts'

/** A point by its number, and the later points that leave exactly the same state (its twins). */
interface Group {
  number: number
  point: Point
  twins: number[]
}

export interface CrashReport {
  /** Storage and network steps; each is a crash point. */
  storage: number
  network: number
  /** Points that were played, and their twins. */
  covered: number
  played: number
  /** Twins that were played too, to check that they are twins. */
  compared: number
  lost: number
  doubled: number
  silent: number
  asked: number
  /** By number. */
  wrong: { number: number; says: string[] }[]
}

/**
 * Points are numbered: first all storage steps, then all network steps. Two steps of the same moment and action,
 * between which nothing reached the disk or the network, leave the same state when the process dies there. Only the
 * first of such points is played; now and then the last one too, which must have the same result.
 */
export function groupsOf({ storage, network }: Played['states'], profile: Profile): Group[] {
  const groups = new Map<string, Group>()
  const all = [
    ...storage.map((state, n) => ({ state, point: { profile, kind: 'storage' as const, at: n + 1 } })),
    ...network.map((state, n) => ({ state, point: { profile, kind: 'network' as const, at: n + 1 } })),
  ]
  for (const [n, { state, point }] of all.entries()) {
    const known = groups.get(state)
    if (known) known.twins.push(n + 1)
    else groups.set(state, { number: n + 1, point, twins: [] })
  }
  return [...groups.values()]
}

/** The inspection without a crash. */
export async function pilot(crew: Crew, profile: Profile): Promise<PointResult> {
  const all: PointResult[] = []
  await crew.play([{ profile, kind: null, at: 0 }], (went) => all.push(went))
  const [went] = all
  if (!went) throw new Error('The inspection was not played')
  return went
}

/** The point with this number. */
export const pointOf = (number: number, { storage }: Played['states'], profile: Profile): Point =>
  number <= storage.length
    ? { profile, kind: 'storage', at: number }
    : { profile, kind: 'network', at: number - storage.length }

interface Choice {
  /** Plays only every so many states. */
  every?: number
  /** Whether some twins are played too. */
  twins?: boolean
  tell?(line: string): void
}

/** Dies at every step of a whole inspection. */
export async function crashEverywhere(crew: Crew, profile: Profile, choice: Choice = {}): Promise<CrashReport> {
  const { every = 1, twins: playsTwins = true, tell = () => undefined } = choice
  const clean = await pilot(crew, profile)
  const { storage, network } = clean.states
  const groups = groupsOf(clean.states, profile).filter((_, n) => n % every === 0)
  const report: CrashReport = {
    storage: storage.length,
    network: network.length,
    covered: groups.reduce((sum, it) => sum + 1 + it.twins.length, 0),
    ...{ played: 0, compared: 0, lost: 0, doubled: 0, silent: 0, asked: 0 },
    wrong: [],
  }
  const say = (number: number, says: string[]) => {
    if (says.length === 0) return
    report.wrong.push({ number, says })
    tell(`${profile}, point ${number}: ${says.join('; ')}`)
  }
  const note = (number: number, went: PointResult) => {
    report.played++
    report.lost += went.lost.length
    report.doubled += went.doubled.length
    report.silent += went.silent.length
    report.asked += went.asked
    say(number, failuresOf(went))
    if (report.played % 100 === 0) tell(`${profile}: ${report.played} of ${groups.length} worlds`)
  }
  note(0, clean)
  const numbers = new Map(groups.map((it) => [it.point, it.number]))
  const traces = new Map<number, string>()
  await crew.play([...numbers.keys()], (went) => {
    const number = numbers.get(went.point) ?? 0
    traces.set(number, went.trace.join('\n'))
    note(number, went)
  })
  const sampled = groups.filter((it) => playsTwins && it.twins.length > 0).filter((_, n) => n % 20 === 0)
  const twins = new Map(sampled.map((it) => [pointOf(it.twins.at(-1) ?? 0, clean.states, profile), it.number]))
  await crew.play([...twins.keys()], (went) => {
    report.compared++
    const number = twins.get(went.point) ?? 0
    const same = went.trace.join('\n') === traces.get(number)
    say(number, same ? failuresOf(went) : ['a point that should be its twin went another way', ...failuresOf(went)])
  })
  return report
}

/** The figures in one line. */
export const figures = (profile: Profile, it: CrashReport, seconds: number): string =>
  `${profile}: ${it.covered} of ${it.storage + it.network} crash points (${it.storage} storage, ${it.network} network) in ${it.played} worlds and ${it.compared} twins: ` +
  `${it.lost} lost, ${it.doubled} doubled, ${it.silent} in silence, ${it.asked} asked of the inspector, ${it.wrong.length} violations, ${seconds.toFixed(0)} s`
