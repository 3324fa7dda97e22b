import assert from 'node:assert/strict'
import { setTimeout as pass } from 'node:timers/promises'
import { openTown, people } from '../town.ts'
import { type Driver, stepLimitMs } from './driver.ts'
import { signIn } from './story.ts'
import { Visitor } from './visitor.ts'

/** What a page asks for when it is loaded, and otherwise once a day. */
const askedAtLoading = 'GET /api/user'

/**
 * The process of the databases ends under an open page, as on an iPhone while the app is in the background. The page
 * must load itself again, since all its reads would wait for ever. Throws if it does not.
 */
export async function runLostStorage(driver: Driver): Promise<void> {
  if (!driver.loseDatabases) return
  const town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist' })
  const me = new Visitor(driver, town.url)
  const isLoaded = () => town.calls.includes(askedAtLoading)
  try {
    await me.go('/')
    await signIn(me, people.ons)
    await me.sees('heading', `*${people.ons.name}*`)
    await me.go('/inspection/1')
    await me.sees('heading', 'Inspection Information*')
    await me.until('the first load', async () => isLoaded())
    town.calls.length = 0
    await driver.loseDatabases()
    // A browser that has lost a process cannot be driven any more, so the server is the witness.
    const until = Date.now() + stepLimitMs
    while (!isLoaded() && Date.now() < until) await pass(100)
    assert.ok(isLoaded(), 'a page that was cut off from its databases did not load itself again')
    await driver.kill()
    await me.go('/inspection/1')
    await me.sees('heading', 'Inspection Information*')
  } finally {
    await town.close()
  }
}
