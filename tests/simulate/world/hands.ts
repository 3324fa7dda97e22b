import type { OutboxEntry } from '../../../src/db/outbox.ts'
import { commands } from '../../../src/records/index.ts'
import {
  dependentsOf,
  discard,
  hasArrived,
  keepMine,
  repair,
  retry,
  takeTheirs,
} from '../../../src/sync/reconcile/resolve-entry.ts'
import { type Stage, standing } from './stage.ts'
import type { Tab } from './tab.ts'

/** The person looks at one entry that needs a decision, and decides. */
export async function resolveOneEntry(stage: Stage, { a, b }: { a: number; b: number }): Promise<void> {
  const tab = await stage.tab()
  const entries = stage.phone.disk.rows<OutboxEntry>(tab.db.name, 'outbox').filter(standing)
  const entry = entries[a % Math.max(1, entries.length)]
  if (entry) await decide(stage, tab, entry, b)
}

/** Decides about an entry as a person does who can look at the office's records. */
export async function decide(stage: Stage, tab: Tab, entry: OutboxEntry, die: number): Promise<void> {
  const { device } = tab
  const { key } = entry
  const arrived = stage.server.log.some((it) => it.key === key && it.kind !== 'set')
  if (entry.state === 'held' || entry.state === 'inDoubt') return
  if (entry.problem?.kind === 'doubt') {
    const hanging = await stage.done(
      dependentsOf(device, entry).then((all) => all.length === 0 || Promise.reject(new Error('hangs'))),
    )
    if (arrived && hanging.ok) return act(stage, tab, hasArrived(device, key), `arrived #${entry.seq}`)
    if (arrived) stage.ledger.resent.add(key)
    return act(stage, tab, retry(device, key), `sent again #${entry.seq}`)
  }
  if (entry.state === 'conflict') {
    stage.network.decided.add(key)
    if (die % 2 === 0) return act(stage, tab, takeTheirs(device, key), `took theirs #${entry.seq}`)
    await act(stage, tab, keepMine(device, key), `kept mine #${entry.seq}`)
    const now = followKey(stage, tab, entry)
    if (now) stage.network.decided.add(now)
    return
  }
  if (die % 3 === 0) return act(stage, tab, discard(device, key), `gave up #${entry.seq}`)
  if (die % 3 === 1 && commands.get(entry.command)?.makes && 'content' in Object(entry.body)) {
    const body = { ...Object(entry.body), content: `Repaired ${entry.seq}` }
    // What left under the key before was another text.
    stage.network.decided.add(key)
    await act(stage, tab, repair(device, key, body), `repaired #${entry.seq}`)
    followKey(stage, tab, entry)
    return
  }
  return act(stage, tab, retry(device, key), `tried again #${entry.seq}`)
}

/** Lets the ledger follow an entry that goes on under a new key; undefined if it has none. */
function followKey(stage: Stage, tab: Tab, { seq, key }: OutboxEntry): string | undefined {
  const now = stage.phone.disk.rows<OutboxEntry>(tab.db.name, 'outbox').find((it) => it.seq === seq)
  if (!now || now.key === key) return undefined
  stage.ledger.renewed(key, now.key, now)
  return now.key
}

async function act(stage: Stage, tab: Tab, action: Promise<unknown>, words: string): Promise<void> {
  const { excuses } = tab
  const { ok, error } = await stage.done(action)
  stage.say(`by hand: ${words}${ok ? '' : ' (failed)'}`)
  if (ok || tab.dead || tab.excuses > excuses) return
  stage.violations.push({ id: 'bug', says: `${words} failed: ${String(error)}` })
}
