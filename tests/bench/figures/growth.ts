import { benchPage, openBench } from '../browser.ts'
import { countyCount } from '../county.ts'
import { openOffice } from '../office.ts'
import { median, percentile } from '../stats.ts'
import type { Row } from '../table.ts'
import { benchFiles } from './device.ts'
import { startingUpLarge } from './start.ts'

const small = 500
const large = 5_000

/** P10: ten times the records and ten times the backlog. */
export async function growing(): Promise<Row[]> {
  const office = await openOffice({ files: await benchFiles() })
  const { page, end } = await benchPage(office.url)
  const few = await page.evaluate((waiting) => window.bench.savesAmong(waiting, 80), small)
  const many = await page.evaluate((waiting) => window.bench.savesAmong(waiting, 80), large)
  const typing = async (count: number) => {
    await page.evaluate((count) => window.bench.storeAddresses(count, false), count)
    await openBench(page, office.url)
    return page.evaluate((count) => window.bench.typing(count), count)
  }
  const town = await typing(Math.round(countyCount / 10))
  const county = await typing(countyCount)
  await end()
  await office.close()
  const row = { goal: 'P10', unit: 'ms' as const, meets: { times: 1.3 } }
  const save = { ...row, beside: 'among 500' }
  return [
    ...(await startingUpLarge()),
    { ...save, what: 'save among 5,000 waiting, p50', ours: median(many), theirs: median(few) },
    { ...save, what: 'save among 5,000 waiting, p95', ours: percentile(many, 0.95), theirs: percentile(few, 0.95) },
    {
      ...row,
      what: 'type-ahead over 96,224, p95, 1x',
      ours: county.ours.p95,
      beside: 'over 9,622',
      theirs: town.ours.p95,
    },
  ]
}
