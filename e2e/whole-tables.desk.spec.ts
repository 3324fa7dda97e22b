import { expect, type Page } from '@playwright/test'
import { moveTo, openApp, test } from './open-app.ts'

// Desk only: what a page reads is the same on a phone.

const app = openApp('admin', async (pool) => {
  await pool.query(`
    insert into units (address_id, number) values (2, '1A');
    insert into codes (chapter, section, name) values ('8', '04.010', 'Weeds');
    insert into contacts (name, email) values ('Vale', 'vale@town.example');
    insert into businesses (name, address_id) values ('Shop', 2);
    insert into inspections (source, address_id, inspector_id) values ('Multifamily License', 2, 1), ('Complaint', 2, 1);
    insert into areas (name, inspection_id) values ('Kitchen', 1);
    insert into violations (address_id, user_id, deadline, violation_type) values (2, 1, '7 days', 'doorhanger');
    insert into citations (violation_id, user_id, code_id, fine, deadline) values (1, 1, 1, 100, date '2031-01-01');
    insert into licenses (address_id, license_type, sent, revoked) values (2, 1, false, false);
    insert into permits (inspection_id, permit_type) values (1, 'Building');
  `)
})

const paths = [
  '/address/2',
  '/address/2/unit/1',
  '/address/2/follow-up',
  '/inspection/1',
  '/inspections/1/conduct',
  '/inspections/1/review',
  '/inspections/1/area/1',
  '/under-review',
  '/violation/1',
  '/violation/1/case-file',
  '/violation/1/evidence',
  '/complaint/2',
  '/citation/1',
  '/license/1',
  '/permit/1',
  '/contacts/1',
  '/business/1',
  '/code/1',
  '/rooms/1',
  '/users/1',
  '/inbox',
  '/unsent',
  '/week',
  '/',
]

/** Tables that stay small while a town works. */
const small = ['room', 'prompt', 'code', 'user', 'packs', 'meta', 'outbox']

/** Notes every read of a whole table, and every cursor that nothing limits, beside the path. */
const noteReads = (page: Page) =>
  page.evaluate((small) => {
    const noted = { whole: new Set<string>(), reads: 0 }
    Object.assign(window, { noted })
    for (const kind of [IDBObjectStore, IDBIndex])
      for (const method of ['getAll', 'getAllKeys', 'openCursor', 'openKeyCursor'] as const) {
        const read = kind.prototype[method]
        kind.prototype[method] = function (this: IDBObjectStore | IDBIndex, ...given: unknown[]) {
          noted.reads += 1
          const table = 'objectStore' in this ? this.objectStore.name : this.name
          const [first, second] = given
          const options = typeof first === 'object' && first && 'direction' in first ? first : null
          const query = options ? Reflect.get(options, 'query') : first
          const count = options ? Reflect.get(options, 'count') : second
          const isLimited = (query ?? undefined) !== undefined || typeof count === 'number'
          if (!isLimited && !small.includes(table)) noted.whole.add(`${location.pathname} ${method} ${table}`)
          return Reflect.apply(read, this, given)
        }
      }
  }, small)

/** Opens every page, and waits until it reads no more. */
async function openAll(page: Page): Promise<void> {
  for (const path of paths) {
    await moveTo(page, path)
    await expect(page.locator('main h1')).toBeVisible()
    const isQuiet = () => {
      const noted: { reads: number; seen?: number } = Reflect.get(window, 'noted')
      const isQuiet = noted.seen === noted.reads
      noted.seen = noted.reads
      return isQuiet
    }
    await page.waitForFunction(isQuiet, null, { polling: 300 })
    // Last: what waits for the office reads nothing meanwhile.
    await expect(page.locator('main [data-loading]')).toHaveCount(0)
  }
}

test('P10 no page of a record reads a whole table that grows with the town', async () => {
  const page = await app.open('/about')
  await noteReads(page)
  // With signal whole lists arrive, and are compared with what the device has.
  await openAll(page)
  await app.signalOff()
  await page.evaluate(() => Reflect.get(window, 'noted').whole.clear())
  await openAll(page)
  const whole = await page.evaluate(() => [...Reflect.get(window, 'noted').whole])
  expect(whole).toEqual([])
})
