import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { browser, closeBrowser } from './browser.ts'
import { removeBuilds } from './build.ts'
import { crowding } from './figures/crowd.ts'
import { saving, searching, shrinking } from './figures/device.ts'
import { makingNotices, shooting } from './figures/field.ts'
import { goingTo } from './figures/go-to.ts'
import { growing } from './figures/growth.ts'
import { replaying, sendingPhotos } from './figures/line.ts'
import { filtering } from './figures/lists.ts'
import { checkingTheLog } from './figures/log.ts'
import { turningPages } from './figures/long-lists.ts'
import { mapping } from './figures/map.ts'
import { plotting } from './figures/plots.ts'
import { openingRecords } from './figures/records.ts'
import { changingRoutes } from './figures/routes.ts'
import { showing } from './figures/screens.ts'
import { serving } from './figures/server.ts'
import { sizes } from './figures/size.ts'
import { loadingCold, startingUp } from './figures/start.ts'
import { tapping } from './figures/tap.ts'
import { dragging } from './figures/week.ts'
import { closeDatabases } from './office.ts'
import { machineOf, type Row, tableOf } from './table.ts'

/** Measures ours beside its floor and its peers in one run and prints the ratios. It is no test and never fails a build. */
const figures: Record<string, () => Promise<Row[]>> = {
  P1: sizes,
  P2: startingUp,
  P3: loadingCold,
  P4: saving,
  P5: tapping,
  P6: searching,
  P7: replaying,
  P8: sendingPhotos,
  P9: shrinking,
  P10: growing,
  'P10-lists': turningPages,
  'P10-records': openingRecords,
  P11: serving,
  P12: showing,
  P13: changingRoutes,
  P14: crowding,
  P15: mapping,
  P16: checkingTheLog,
  P17: goingTo,
  P18: shooting,
  P19: makingNotices,
  P20: plotting,
  P22: filtering,
  P23: dragging,
}

/** Parts by a name of their own: `npm run bench -- server`. */
const parts: Record<string, string> = { server: 'P11' }

const { values, positionals } = parseArgs({ options: { only: { type: 'string' } }, allowPositionals: true })
const named = [...(values.only?.split(',') ?? []), ...positionals.map((it) => parts[it] ?? it)]
const asked = named.length > 0 ? named : Object.keys(figures)
const unknown = asked.filter((it) => !(it in figures))
if (unknown.length > 0)
  throw new Error(`No such figure: ${unknown.join(', ')}. There are ${Object.keys(figures).join(', ')}`)

const rows: Row[] = []
/** Work of others on this machine, as the load of a minute for each core: above this no time can be believed. */
const quietLoad = 0.5
const load = (loadavg()[0] ?? 0) / cpus().length
const isBusy = load > quietLoad
const failed: string[] = []
const start = performance.now()
for (const name of asked) {
  console.error(`${name} ... (${Math.round((performance.now() - start) / 1000)} s)`)
  try {
    rows.push(...((await figures[name]?.()) ?? []))
  } catch (error) {
    console.error(error)
    failed.push(`${name} could not be measured: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
  }
}
const text = [
  `Measured ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC on ${machineOf((await browser()).version())}.`,
  ...(isBusy
    ? ['', `**The machine was busy (load ${load.toFixed(1)} for each core): do not believe the times.**`]
    : []),
  '',
  tableOf(rows),
  ...failed.map((it) => `\n${it}`),
  '',
].join('\n')
console.log(text)
// A run of single figures is for looking closer; only a whole one is kept.
if (named.length === 0) writeFileSync(new URL('last.md', import.meta.url), text)
await closeBrowser()
await closeDatabases()
removeBuilds()
// A figure that failed may have left a server open.
process.exit(failed.length > 0 ? 1 : 0)
