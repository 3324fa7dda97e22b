import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { diceOf } from './dice.ts'
import type { Samples } from './hostile-body.ts'
import { type HostileRequest, hostileRequest } from './hostile-request.ts'
import { type AttackReply, send, sendRaw } from './line.ts'
import { rawLines } from './raw-lines.ts'
import { makeSamples } from './samples.ts'
import { openTown, type TownUnderAttack } from './town-under-attack.ts'

/** The requests to send: numbers `from` to `to` of one seed. */
export interface AttackRange {
  seed: number
  from: number
  to: number
}

/** The result. */
export interface AttackResult {
  sent: number
  /** Number of answers by status; 'none' for a closed connection without an answer. */
  statuses: Record<string, number>
  /** Number of busy answers (503 with Retry-After) that succeeded when retried. */
  busy: number
  /** Calls that succeeded at least once. */
  reached: Set<string>
  /** Wrong answers in words, with the command that repeats them. */
  failures: string[]
}

/** Requests at once: fewer than the database queue has places, so that none has to wait. */
const AT_ONCE = 4
/** The people are restored after this many requests. */
const MEND_EVERY = 200
/** One request in so many is barely HTTP. */
const RAW_PERCENT = 2
/** Requests until a new town is made: an attack stores records, and lists of all of them become slow. */
const REQUESTS_OF_A_TOWN = 10_000
/** Further failures would not tell more. */
const MOST_FAILURES = 20

/** Attacks the real server with generated requests. `admin` is the database server's own database. */
export const attack = async (
  admin: string,
  campaign: AttackRange,
  tell?: (line: string) => void,
): Promise<AttackResult> => {
  const samples = await makeSamples()
  const outcome: AttackResult = { sent: 0, statuses: {}, busy: 0, reached: new Set(), failures: [] }
  for (let from = campaign.from; from < campaign.to; from += REQUESTS_OF_A_TOWN) {
    const to = Math.min(campaign.to, from + REQUESTS_OF_A_TOWN)
    const town = await openTown(admin)
    try {
      await attackTown(town, { ...campaign, from, to }, { samples, outcome })
    } finally {
      await town.close()
    }
    tell?.(`${outcome.sent} sent: ${statusWords(outcome)}`)
    if (outcome.failures.length >= MOST_FAILURES) break
  }
  return outcome
}

/** '200: 4512, 422: 3120'. */
export const statusWords = ({ statuses }: AttackResult): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', ')

const attackTown = async (
  town: TownUnderAttack,
  { seed, from, to }: AttackRange,
  { samples, outcome }: { samples: Samples; outcome: AttackResult },
) => {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  for (let begin = from; begin < to && outcome.failures.length < MOST_FAILURES; begin += MEND_EVERY) {
    const end = Math.min(to, begin + MEND_EVERY)
    let next = begin
    const attacker = async () => {
      for (let n = next++; n < end; n = next++) await strikeOnce(town, agent, { seed, n }, { samples, outcome })
    }
    await Promise.all(Array.from({ length: AT_ONCE }, attacker))
    if (!town.isAlive()) {
      outcome.failures.push(`The server ended between request ${begin} and ${end} of seed ${seed}: ${town.said()}`)
      break
    }
    await town.mend()
  }
  agent.destroy()
}

const strikeOnce = async (
  town: TownUnderAttack,
  agent: Agent,
  { seed, n }: { seed: number; n: number },
  { samples, outcome }: { samples: Samples; outcome: AttackResult },
) => {
  const dice = diceOf(seed ^ 0x5bd1e995, n)
  const isRaw = dice.percent(RAW_PERCENT)
  const strike = hostileRequest(seed, n, samples)
  const raw = isRaw ? rawLines(dice, town.token('admin')) : ''
  let heard = isRaw ? await sendRaw(town.url, raw) : await send(town.url, agent, strike, tokenOf(town, strike))
  // An overloaded machine may not open a database connection in time; that is no fault of the request.
  for (let times = 0; heard.isLater && times < 3; times++) {
    outcome.busy++
    await pause(1_000)
    heard = await send(town.url, agent, strike, tokenOf(town, strike))
  }
  outcome.sent++
  const status = String(heard.status ?? 'none')
  outcome.statuses[status] = (outcome.statuses[status] ?? 0) + 1
  if (!isRaw && heard.status !== null && heard.status < 300) outcome.reached.add(strike.call)
  // Bytes that are no HTTP may close the connection; a valid request never may.
  const isWrong = heard.status === null ? !isRaw || !town.isAlive() : heard.status >= 500
  if (isWrong) outcome.failures.push(wordsOf(isRaw ? { seed, n, raw } : strike, heard, town))
}

const tokenOf = (town: TownUnderAttack, { as, n }: HostileRequest): string | null => {
  if (as === 'nobody') return null
  return as === 'forged' ? (forged[n % forged.length] ?? '') : town.token(as)
}

const forged = [
  'x',
  '',
  'a b',
  "' or 1=1 --",
  'x'.repeat(5_000),
  'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
  '\u00ff\u00fe',
  'null',
  '%00',
]

const wordsOf = (
  strike: HostileRequest | { seed: number; n: number; raw: string },
  heard: AttackReply,
  town: TownUnderAttack,
): string => {
  const { seed, n } = strike
  const asked =
    'raw' in strike
      ? JSON.stringify(strike.raw.slice(0, 500))
      : [
          `${strike.method} ${strike.path.slice(0, 1_000)} as ${strike.as} (${strike.call || 'no call'})`,
          JSON.stringify(strike.headers),
          JSON.stringify(strike.body.toString('latin1').slice(0, 2_000)),
        ].join('\n  ')
  return [
    `Request ${n} of seed ${seed} was answered ${heard.status ?? 'not at all'}: ${heard.words.slice(0, 300)}`,
    `  ${asked}`,
    `  The server said: ${town.said().trim().split('\n').slice(-2).join('\n  ').slice(0, 1_500) || 'nothing'}`,
    `  Repeat it: npm run attack -- --seed ${seed} --only ${n} (or --from ${Math.max(0, n - 200)} --requests 201, with what was sent before it)`,
  ].join('\n')
}
