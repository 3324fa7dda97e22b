import { databaseName } from '../../../src/db/database.ts'
import type { OutboxEntry } from '../../../src/db/outbox.ts'
import { commands } from '../../../src/records/index.ts'
import { purge } from '../../../src/sync/capture/purge.ts'
import { rescueCopy, takeRescueCopy } from '../../../src/sync/session/rescue.ts'
import { askForSignal } from '../../../src/sync/transport/ask-signal.ts'
import { viewOf } from './check.ts'
import { world } from './platform.ts'
import { insert, type ModelRow, type ModelType } from './server-tables.ts'
import type { SimulatedRequest } from './server-types.ts'
import { signInAgain } from './sign-in.ts'
import { signOutAndBack } from './sign-out.ts'
import type { Stage } from './stage.ts'
import type { Step } from './story.ts'
import { colleague, inspector } from './town.ts'

const year = 365 * 24 * 3_600_000

/** Runs an event of the phone, the person, the server or the office. */
export async function runEvent(stage: Stage, step: Step & { do: 'event' }): Promise<void> {
  const { a, b } = step
  const { phone, network, server } = stage
  const { time } = world
  stage.network.seen.add(step.event)
  network.forestall = (asked) => touch(stage, asked)
  switch (step.event) {
    case 'offline':
      network.offlineUntil = time.now + 1_000 + a * 20
      // Asks once too early, and once when the signal is back.
      for (const ms of [-400, 400]) time.after(network.offlineUntil + ms - time.now, () => askWhetherBack(stage))
      return
    case 'crashAtStorage':
      for (const tab of phone.living(stage.userId).slice(0, 1)) tab.crashAtStorage = 1 + (a % 90)
      return
    case 'crashAtNetwork':
      for (const tab of phone.living(stage.userId).slice(0, 1)) tab.crashAtNetwork = 1 + (a % 8)
      return
    case 'powerLoss':
      for (const tab of phone.living()) tab.die()
      phone.disk.loseFloating()
      return
    case 'storageError':
    case 'quota':
      ;(await stage.tab()).failure = {
        name: step.event === 'quota' ? 'QuotaExceededError' : 'UnknownError',
        left: 1 + (a % 25),
      }
      return
    case 'suspended':
      ;(await stage.tab()).suspendedAtStorage = 1 + (a % 60)
      return
    case 'commitDenied':
      ;(await stage.tab()).deniedAtCommit = 1 + (a % 12)
      return
    case 'secondTab':
      if (phone.living(stage.userId).length < 4) await stage.open()
      return
    case 'workerRuns': {
      const worker = await stage.open('worker')
      worker.runner.schedule(true)
      return
    }
    case 'frozenTab': {
      const [tab] = phone.living(stage.userId)
      if (!tab) return
      tab.frozenUntil = time.now + 95_000 + a * 20
      await stage.open()
      await time.pass(time.now + (b % 2 ? 100_000 : 5_000))
      return
    }
    case 'frozenAtNetwork':
      for (const tab of phone.living(stage.userId).slice(0, 1)) {
        tab.freezeAtNetwork = 1 + (a % 8)
        tab.freezeMs = 95_000 + b * 20
        if (a % 2) tab.runner.schedule(true)
      }
      return
    case 'clockForward':
      phone.polite.clear()
      phone.skew += a % 2 ? 10 * year : 600_000
      return
    case 'clockBack':
      phone.polite.clear()
      phone.skew -= a % 2 ? 10 * year : 600_000
      return
    case 'tokenEnds': {
      const person = phone.people.get(stage.userId)
      if (person) person.endsAt = time.now - 1
      await time.pass(time.now + 2_000)
      if (a % 2) await signInAgain(stage)
      return
    }
    case 'update':
      return update(stage, a)
    case 'unknownCommand':
      return forgetCommand(stage, a)
    case 'otherUser': {
      for (const tab of phone.living(stage.userId)) tab.close()
      stage.userId = stage.userId === inspector ? colleague : inspector
      stage.signIn(phone, stage.userId)
      await stage.open()
      return
    }
    case 'signOut':
      return signOutAndBack(stage, a, b)
    case 'lostPhone':
      return loseThePhone(stage)
    case 'serverRestart':
      network.downUntil = time.now + 1_000 + a * 6
      return
    case 'keysStripped':
      server.keysStripped = true
      server.everStripped = true
      return
    case 'poison':
      server.poison.set(['Loose', 'Hall', 'Peeling'][a % 3] ?? '', b % 2 ? 422 : 500)
      return
    case 'firewall':
      network.firewall = {
        word: ['Loose', 'Hall', 'Peeling'][a % 3] ?? '',
        status: [403, 413, 200][b % 3] ?? 403,
        isOfAnswers: step.c % 2 === 1,
      }
      return
    case 'parentGone': {
      const waiting = phone.disk.rows<OutboxEntry>(databaseName('town', stage.userId), 'outbox')
      const named = waiting
        .flatMap((it) => Object.entries(it.params))
        .filter(([name, id]) => name === 'areaId' && id > 0)
      const id = named[a % Math.max(1, named.length)]?.[1]
      if (!id) return
      server.tables.rows.area.delete(id)
      for (const seen of [...server.tables.rows.observation.values()]) {
        if (seen.area_id !== id) continue
        server.tables.rows.observation.delete(seen.id)
        server.rewritten.add(`observation:${seen.id}`)
      }
      return
    }
    case 'officeEdits': {
      const row = pickRow(stage, a)
      if (row) edit(stage, row, b)
      return
    }
    case 'officeTwin': {
      const [inspection] = server.tables.rows.inspection.values()
      if (inspection)
        insert(
          server.tables,
          'area',
          { name: a % 2 ? 'Kitchen' : 'Hall', notes: null, inspection_id: inspection.id, unit_id: null },
          time.now,
        )
      return
    }
    case 'purge':
      await stage.done(purge((await stage.tab()).db, time.now + phone.skew + (a % 2 ? 30 * 24 * 3_600_000 : 0)))
      return
    case 'backup':
      return server.backUp()
    case 'townLost':
      return loseTheTown(stage, a)
  }
}

/** Requests to the old town get no answer. The person signs in again sooner or later. */
async function loseTheTown(stage: Stage, die: number): Promise<void> {
  if (!stage.server.loseAndRestore()) return
  // Request bodies for the old town name records that do not exist in the new one, so they differ.
  stage.network.bytes.clear()
  if (die % 3 === 0) return
  await world.time.pass(world.time.now + 2_000)
  await signInAgain(stage)
}

const editable: ModelType[] = ['inspection', 'unit', 'observation', 'contact', 'violation', 'citation']

function pickRow(stage: Stage, die: number): [ModelType, ModelRow] | null {
  const all = editable.flatMap((type) =>
    [...stage.server.tables.rows[type].values()].map((row): [ModelType, ModelRow] => [type, row]),
  )
  return all[die % all.length] ?? null
}

function edit(stage: Stage, [type, row]: [ModelType, ModelRow], die: number): void {
  const changes: Record<string, unknown> =
    type === 'inspection'
      ? die % 2
        ? { status: die % 3 ? 'Under Review' : 'Cancelled' }
        : { scheduled_datetime: '2026-12-01T10:00' }
      : type === 'unit'
        ? { number: `9${die % 7}` }
        : type === 'contact'
          ? die % 2
            ? { notes: `Called ${die}` }
            : { email: `otto${die % 5}@lane.example` }
          : type === 'violation'
            ? die % 2
              ? { status: die % 4 ? 1 : 0 }
              : { extend: Number(row.extend) + 5 }
            : type === 'citation'
              ? { status: die % 4 }
              : { content: `Edited at the office ${die}` }
  Object.assign(row, changes, {
    updated_at: new Date(Math.max(world.time.now, Date.parse(row.updated_at) + 1)).toISOString(),
  })
  if ('content' in changes || 'number' in changes || 'email' in changes) stage.server.rewritten.add(`${type}:${row.id}`)
  stage.say(`the office changed ${type}:${row.id} ${JSON.stringify(changes)}`)
}

/** The office changes the record that a call is about to change. */
function touch(stage: Stage, asked: SimulatedRequest): void {
  const [, plural, id] = asked.path.split('/')
  const type = (
    {
      inspections: 'inspection',
      units: 'unit',
      observations: 'observation',
      contacts: 'contact',
      violation: 'violation',
      citations: 'citation',
    } as const
  )[plural ?? '']
  const row = type ? stage.server.tables.rows[type].get(Number(id)) : undefined
  if (type && row) edit(stage, [type, row], Math.round(world.time.now) % 97)
}

/** Commands with waiting entries, so that changing them matters; all commands when nothing waits. */
function waitingCommands(stage: Stage): string[] {
  const waiting = stage.phone.disk.rows<OutboxEntry>(databaseName('town', stage.userId), 'outbox')
  const names = waiting.filter((it) => !it.photo).map((it) => it.command)
  return names.length > 0 ? names : [...commands.keys()]
}

/** Closes all tabs and opens them with another version of the app. */
async function update(stage: Stage, die: number): Promise<void> {
  const names = waitingCommands(stage)
  const command = commands.get(names[die % names.length] ?? '')
  for (const tab of stage.phone.living()) tab.close()
  if (command) {
    const { version } = command
    command.version = version + 1
    stage.restore.push(() => {
      command.version = version
    })
  }
  await stage.open()
}

async function forgetCommand(stage: Stage, die: number): Promise<void> {
  // The table of commands is typed as read-only, and is a Map at run time.
  const table = commands as Map<string, unknown>
  const names = waitingCommands(stage)
  const name = names[die % names.length] ?? ''
  const command = commands.get(name)
  const before = [...table]
  for (const tab of stage.phone.living()) tab.close()
  // Commands with files are used by other commands, so they are never removed.
  if (command && !name.endsWith('/photos')) {
    table.delete(name)
    stage.restore.push(() => {
      // The order is restored too, because the dice of the next story choose commands by position.
      table.clear()
      for (const [known, it] of before) table.set(known, it)
    })
  }
  await stage.open()
}

/** Makes a rescue copy, loses the phone, and takes the copy in on another phone. */
async function loseThePhone(stage: Stage): Promise<void> {
  const { phone, userId } = stage
  const tab = await stage.tab()
  let copy: Blob | null = null
  await stage.done(
    rescueCopy(tab.device).then((it) => {
      copy = it
    }),
  )
  if (!copy || tab.dead) return
  for (const it of phone.living()) it.die()
  const next = stage.newPhone()
  // Other people's work on the lost phone stays there, and counts as kept.
  stage.phone = next
  stage.signIn(next, userId)
  const fresh = await stage.open()
  fresh.runner.end()
  const before = phone.disk
  const { receipts, looks } = viewOf(before, databaseName('town', userId))
  const said = [...receipts.values()].filter((it) => it.note?.includes('second')).map((it) => it.key)
  for (const key of [...looks, ...said]) stage.ledger.lost.add(key)
  const { ok } = await stage.done(takeRescueCopy(fresh.device, copy))
  if (!ok) return
  for (const saved of stage.ledger.saved.values()) {
    if (saved.disk !== before || saved.userId !== userId) continue
    const here = next.disk.rows<OutboxEntry>(fresh.db.name, 'outbox').find((it) => it.key === saved.key)
    if (here) Object.assign(saved, { ...here, disk: next.disk, acked: saved.acked, action: saved.action, at: saved.at })
  }
  phone.disk.factory = new (phone.disk.factory.constructor as new () => typeof phone.disk.factory)()
  await stage.done(fresh.db.open())
  fresh.die()
  await stage.open()
}

/** Asks for the signal as a page does while somebody looks at it and unsent work is stuck. */
function askWhetherBack(stage: Stage): void {
  const tab = stage.phone.living(stage.userId).find((it) => it.kind === 'page')
  if (tab) void askForSignal(tab.device).catch((error: unknown) => stage.bug(error, tab))
}
