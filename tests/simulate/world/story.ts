import { abortFaults, type EventFault, eventFaults, type WireFault, wireFaults } from './faults.ts'
import { Random } from './random.ts'
import type { Profile } from './server-types.ts'

/** The actions of an inspector by name, with their weights. */
export const actionWeights = {
  addArea: 4,
  addUnitArea: 2,
  addUnit: 2,
  observe: 7,
  observeWithPhotos: 4,
  flag: 4,
  status: 2,
  complete: 1,
  schedule: 1,
  assign: 1,
  setContact: 1,
  addContact: 1,
  addViolation: 2,
  violationWithPhotos: 1,
  inspectionPhoto: 2,
  renameUnit: 1,
  saveContact: 2,
  addressComment: 2,
  unitComment: 2,
  contactComment: 1,
  linkContact: 3,
  unlinkContact: 2,
  addCitation: 2,
  citationStatus: 2,
  extend: 1,
  abate: 1,
  reopen: 1,
  alert: 2,
  changeAlert: 2,
  answer: 4,
  /** A double tap: the same action again. */
  again: 3,
}
export type ActionKind = keyof typeof actionWeights

/** One step. `a`, `b`, `c` are random numbers of its own, which stay when other steps are removed. */
export type Step = { gap: number; a: number; b: number; c: number } & (
  | { do: 'action'; action: ActionKind }
  | { do: 'fault'; fault: WireFault }
  | { do: 'event'; event: EventFault }
  | { do: 'pass' | 'tap' | 'pull' | 'hand' }
)

export interface Story {
  seed: number
  profile: Profile
  steps: Step[]
}

const dice = (chance: Random) => ({ a: chance.whole(0, 9999), b: chance.whole(0, 9999), c: chance.whole(0, 9999) })

const gaps = [0, 0, 30, 150, 400, 1_500, 4_000]

/** From this seed on, the browser also aborts transactions. */
export const firstWithAborts = 1_000_000

/** From this seed on, there are firewalls. */
export const firstWithFirewalls = 1_100_000

/** From this seed on, pages often freeze while they send, and others steal their lock. */
export const firstWithStolenLocks = 1_200_000

/** The story of a seed: a morning in the field with a few faults. */
export function storyOf(seed: number, profile: Profile): Story {
  const chance = new Random(seed * 2 + (profile === 'keyed' ? 0 : 1))
  const steps: Step[] = []
  const length = chance.whole(8, 18)
  const faults = allowedFaults(profile)
  while (steps.length < length) {
    const gap = chance.pick(gaps)
    const kind = chance.weighed({ action: 10, fault: 5, event: 3, pass: 2, tap: 1, pull: 2, hand: 0.7 })
    if (kind === 'action') steps.push({ do: 'action', action: chance.weighed(actionWeights), gap, ...dice(chance) })
    else if (kind === 'fault') {
      const fault = chance.weighed(faults)
      // Faults rarely come alone.
      for (let count = chance.pick([1, 1, 1, 2, 3]); count > 0; count--)
        steps.push({ do: 'fault', fault, gap: 0, ...dice(chance) })
    } else if (kind === 'event') steps.push({ do: 'event', event: chance.weighed(eventFaults), gap, ...dice(chance) })
    else steps.push({ do: kind, gap, ...dice(chance) })
    if (seed >= firstWithAborts && chance.chance(0.3))
      steps.push({ do: 'event', event: chance.weighed(abortFaults), gap: 0, ...dice(chance) })
    if (seed >= firstWithFirewalls && chance.chance(0.1))
      steps.push({ do: 'event', event: 'firewall', gap: 0, ...dice(chance) })
    if (seed >= firstWithStolenLocks && chance.chance(0.25)) steps.push(...stolenLock(chance))
  }
  return { seed, profile, steps }
}

/** A page freezes in the middle of its sending, until another one has stolen its lock or for longer. */
const stolenLock = (chance: Random): Step[] => [
  { do: 'event', event: 'secondTab', gap: 0, ...dice(chance) },
  { do: 'action', action: chance.weighed(actionWeights), gap: 0, ...dice(chance) },
  { do: 'event', event: 'frozenAtNetwork', gap: 0, ...dice(chance) },
  { do: 'tap', gap: 1_500, ...dice(chance) },
  { do: 'pass', gap: 0, ...dice(chance), a: passes.indexOf(chance.pick([70_000, 130_000])) },
  { do: 'tap', gap: 30, ...dice(chance) },
]

const allowedFaults = (profile: Profile): Record<WireFault, number> =>
  Object.fromEntries(
    Object.entries(wireFaults).flatMap(([name, facts]) =>
      !('only' in facts) || facts.only === profile ? [[name, facts.weight]] : [],
    ),
    // Names that the profile does not know are left out.
  ) as Record<WireFault, number>

/** A step in words, for the printed story. */
export const wordsOf = (step: Step): string => {
  switch (step.do) {
    case 'action':
      return `the inspector: ${step.action} (${step.a} ${step.b} ${step.c})`
    case 'fault':
      return `on the next request: ${step.fault}`
    case 'event':
      return `it happens: ${step.event} (${step.a} ${step.b} ${step.c})`
    case 'pass':
      return `${passMs(step.a)} ms pass`
    default:
      return `${step.do} (${step.a})`
  }
}

/** The times that a step can take (ms). */
const passes = [2_500, 10_000, 35_000, 70_000, 130_000, 400_000, 2_000_000]

/** The time that a step takes (ms). */
export const passMs = (die: number): number => passes[die % passes.length] ?? 1_000
