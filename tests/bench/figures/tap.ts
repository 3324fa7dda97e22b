import type { Page } from 'playwright'
import { people } from '../../harness/people.ts'
import { openBench, Profile, throttle, untilSet } from '../browser.ts'
import { builtApp } from '../build.ts'
import { openOffice } from '../office.ts'
import { spread } from '../stats.ts'
import type { Row } from '../table.ts'
import { benchFiles } from './device.ts'

const { email, password } = people.ons
const taps = 20

/** P5: from the tap on Save until the observation is on screen among 500, on a phone four times slower. */
export async function tapping(): Promise<Row[]> {
  const office = await openOffice({ distFolder: builtApp(), files: await benchFiles() })
  await office.pool.query(`
    insert into observations (area_id, content, potentialvio, user_id)
      select 1, 'Observation ' || n || ': paint comes off the frame', n % 5 = 0, 1 from generate_series(1, 500) as n;
  `)
  const profile = new Profile()
  const context = await profile.start()
  const page = await context.newPage()
  await openBench(page, office.url)
  await page.evaluate(([email, password]) => window.bench.seed(email, password), [email, password] as const)
  await page.goto(`${office.url}/inspections/1/area/1`)
  await page.getByRole('list', { name: 'Observations' }).getByRole('listitem').first().waitFor()
  await office.signalOff()
  await throttle(page, 4)
  const saved: Tap[] = []
  for (let n = 0; n < taps; n++) saved.push(await tapOnce(page, `Fresh ${n}: the third step is loose`))
  await context.close()
  await office.close()
  profile.end()
  const { p50, p95 } = spread(saved.slice(2).map((it) => it.ms))
  const longest = Math.max(...saved.slice(2).map((it) => it.longestTask))
  const row = { goal: 'P5', unit: 'ms' as const }
  return [
    { ...row, what: 'tap on Save to row painted, p50', ours: p50, meets: { most: 40 } },
    { ...row, what: 'tap on Save to row painted, p95', ours: p95, meets: { most: 60 } },
    { ...row, what: 'longest task meanwhile (0: none over 50)', ours: longest, meets: { most: 50 } },
  ]
}

interface Tap {
  ms: number
  longestTask: number
}

async function tapOnce(page: Page, text: string): Promise<Tap> {
  await page.locator('textarea[name=content]').fill(text)
  const save = page.getByRole('button', { name: 'Save Observation' })
  await save.waitFor()
  await page.evaluate(watchTap, text)
  await save.tap()
  await untilSet(page, 'tapped')
  const tap: Tap = await page.evaluate(async () => {
    // A long task is reported after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 200))
    const { ms, from, to, tasks } = Reflect.get(window, 'tapped')
    Reflect.deleteProperty(window, 'tapped')
    const meanwhile = tasks.filter((it: PerformanceEntry) => it.startTime + it.duration > from && it.startTime < to)
    return { ms, longestTask: Math.max(0, ...meanwhile.map((it: PerformanceEntry) => it.duration)) }
  })
  return tap
}

/** Runs in the page: notes the moment of the tap, and of the paint that shows the text in the list. */
function watchTap(text: string): void {
  const tasks: PerformanceEntry[] = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  let from = 0
  addEventListener(
    'click',
    (event) => {
      from = event.timeStamp
      const watch = new MutationObserver(() => {
        if (!document.querySelector(`article[aria-label="${text}"]`)) return
        watch.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => {
            const to = performance.now()
            Reflect.set(window, 'tapped', { ms: to - from, from, to, tasks })
          }
          port2.postMessage(null)
        })
      })
      watch.observe(document.body, { childList: true, subtree: true, attributes: true })
    },
    { capture: true, once: true },
  )
}
