/**
 * Tests the app in the other engines of phones: an inspector's story, then every address as a person of each role. `npm
 * run engines`; `-- --only webkit` for one of them. With CI set, a missing engine is a failure.
 */
import { mkdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { useMemoryFolder } from '../../tests/harness/memory-folder.ts'
import { closeDatabases, type TestTown } from '../town.ts'
import { runDay } from './day.ts'
import type { Driver } from './driver.ts'
import { runField } from './field.ts'
import { type Engine, engines, foundOrInstalled } from './install.ts'
import { runLostStorage } from './lost-storage.ts'
import { noticesPlantedFaults } from './planted.ts'
import { openDemoTown, walkRoutes } from './routes.ts'
import { runStory } from './story.ts'

useMemoryFolder()

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const pictures = 'test-results/engines'

const wanted = engines.filter((it) => !values.only || it.name.toLowerCase() === values.only)
// In sequence, because a machine runs only one installation at a time.
const found = wanted.map((engine) => ({ engine, ...foundOrInstalled(engine) }))
const demo = openDemoTown()
const results: boolean[] = []
// One after the other too: two browsers and their servers on two processors keep taps waiting until pages have moved on.
for (const it of found) results.push('start' in it ? await played(it.engine, it.start, demo) : sayMissing(it.missing))
await (await demo).close()
await closeDatabases()
process.exit(results.every(Boolean) ? 0 : 1)

/** A build machine must have all engines. Elsewhere the tests go on and print what is left out. */
function sayMissing(words: string): boolean {
  const isMandatory = Boolean(process.env.CI)
  console.log(isMandatory ? `FAILED ${words}` : `Not tested: ${words}`)
  return !isMandatory
}

/** Runs everything in one engine and prints the result. */
async function played(engine: Engine, start: () => Promise<Driver>, demo: Promise<TestTown>): Promise<boolean> {
  const began = Date.now()
  let driver = await start()
  const say = (words: string) => console.log(`${engine.name} ${driver.version}: ${words}`)
  const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`
  try {
    await noticesPlantedFaults(driver)
    await runStory(driver)
    await runDay(driver)
    await runField(driver)
    await runLostStorage(driver)
    const inStory = driver.takeProblems()
    say(`the stories are told, ${inStory.length} errors, ${seconds()}`)
    // The stories end a browser by force; the walk begins with a fresh one.
    await driver.end()
    driver = await start()
    const { visited, routes, faults } = await walkRoutes(driver, await demo)
    const errors = [...inStory.map((it) => `in a story: ${it}`), ...faults]
    say(`${routes} routes as 4 roles, ${visited} pages visited, ${errors.length} errors, ${seconds()}`)
    for (const error of errors) console.log(`  ${error}`)
    return errors.length === 0
  } catch (error) {
    mkdirSync(pictures, { recursive: true })
    const path = `${pictures}/${engine.name.toLowerCase()}.png`
    const isTaken = await driver.screenshot(path).then(
      () => true,
      () => false,
    )
    say(`FAILED after ${seconds()}${isTaken ? `; the last screen is in ${path}` : ''}`)
    console.log(error, driver.takeProblems())
    return false
  } finally {
    await driver.end()
  }
}
