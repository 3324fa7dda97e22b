import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wallTimeOf } from '../../src/rules/dates.ts'
import { cameraPicture } from '../inspector.ts'
import { openTown, people, type TestTown } from '../town.ts'
import type { Driver } from './driver.ts'
import { preparedAs, signIn, signOut } from './story.ts'
import { Visitor } from './visitor.ts'

/**
 * The whole day by Today alone: Start, a photo and a finding, the browser restarted in the middle without signal, a finish
 * with something undecided, all of it at the office once; then an alert by this inspector that the next one sees.
 * Throws at the first deviation.
 */
export async function runDay(driver: Driver): Promise<void> {
  const town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist' })
  const me = new Visitor(driver, town.url)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-day-'))
  try {
    const today = wallTimeOf(new Date()).slice(0, 10)
    await town.pool.query('update inspections set scheduled_datetime = $1 where id = 1', [`${today}T09:00`])
    const photo = join(folder, 'alarm.jpg')
    writeFileSync(photo, await cameraPicture(81))
    await preparedAs(me, people.ons)
    await town.signalOff()
    await worked(me, photo)
    await driver.restart()
    await finished(me)
    await town.signalOn()
    await me.sees('link', '*All sent*')
    await onceAtOffice(town)
    await alertIsSeenByTheNext(me, town)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await town.close()
  }
}

/** From the round on: no address is typed. */
async function worked(me: Visitor, photo: string): Promise<void> {
  await me.go('/')
  await me.tap('button', 'Start at 12 ELM STREET')
  await me.sees('heading', 'Conduct Inspection')
  await me.tap('button', 'Kitchen*')
  await me.sees('heading', 'Kitchen')
  await me.choose('Photos', [photo])
  await me.type('Observation', 'No alarm')
  await me.type('Suspected codes', 'smoke')
  await me.tap('option', '*Smoke alarms*')
  await me.tap('button', 'Save Observation')
  await me.sees('article', '*No alarm*')
}

async function finished(me: Visitor): Promise<void> {
  await me.go('/')
  await me.tap('button', 'Continue at 12 ELM STREET')
  await me.sees('link', 'Review Potential Violations 1')
  await me.tap('button', 'Finish')
  await me.reads(/1 potential violation is not decided\./)
  await me.tap('button', 'Complete')
  await me.tap('button', 'Complete anyway')
  await me.until('the end of the inspection', async () => !/Finish/.test(await me.text()))
}

async function onceAtOffice({ pool }: TestTown): Promise<void> {
  const rows = async (sql: string) => (await pool.query(sql)).rows
  assert.deepEqual(await rows('select name from areas'), [{ name: 'Kitchen' }])
  assert.deepEqual(await rows('select content, potentialvio from observations'), [
    { content: 'No alarm', potentialvio: true },
  ])
  assert.deepEqual(await rows('select count(*)::int as n from attachments'), [{ n: 1 }])
  assert.deepEqual(await rows('select status from inspections where id = 1'), [{ status: 'Completed' }])
}

async function alertIsSeenByTheNext(me: Visitor, town: TestTown): Promise<void> {
  await me.go('/address/2')
  await me.tap('button', 'Add alert')
  await me.tap('button', 'Dog')
  await me.type('What to know (optional)', 'Behind the gate')
  await me.tap('button', 'Save')
  await me.reads(/Dog: Behind the gate/)
  await me.until('the alert at the office', async () => {
    const { rows } = await town.pool.query("select 1 from premise_alerts where text = 'Behind the gate'")
    return rows.length === 1
  })
  await signOut(me)
  await town.pool.query('update inspections set inspector_id = 2 where id = 2')
  await signIn(me, people.otherOns)
  await me.sees('heading', `*${people.otherOns.name}*`)
  await me.go('/address/2')
  await me.reads(/Dog: Behind the gate/)
  await me.go('/')
  await me.until('the alert on the round', async () => /48 QUARRY ROAD[\s\S]*Dog/.test(await me.text()))
}
