import type { BrowserContext, Page } from 'playwright'
import type { Receipt } from '../../../src/db/outbox.ts'
import { rowsPerPage } from '../../../src/rules/pages.ts'
import { people } from '../../harness/people.ts'
import { freshContext, signInAt } from '../browser.ts'
import { builtApp } from '../build.ts'
import { type Office, openOffice } from '../office.ts'
import { median } from '../stats.ts'
import type { Row } from '../table.ts'
import { isWhole } from './long-lists.ts'
import { changed } from './routes.ts'

const rounds = 15

/** The records that are opened: the same in both towns, and nothing else belongs to their address. */
const records = ['/address/2', '/inspection/1', '/inspections/1/conduct', '/violation/1', '/citation/1', '/complaint/2']

interface Size {
  /** Contacts, licences and permits of other addresses. */
  others: number
  /** What this person has sent from this device. */
  sent: number
}

const young: Size = { others: 20, sent: 10 }
const old: Size = { others: 20_000, sent: 10_000 }

interface Town {
  office: Office
  context: BrowserContext
  page: Page
}

/** P10, records: opening a record where much was sent and a town is large, and where both are young, in turns, without signal. */
export async function openingRecords(): Promise<Row[]> {
  const few = await townOf(young)
  const many = await townOf(old)
  const times = records.map((path) => ({ path, few: [] as number[], many: [] as number[] }))
  for (let n = 0; n < rounds; n++)
    for (const { path, ...of } of times)
      for (const [found, { page }] of [
        [of.few, few],
        [of.many, many],
      ] as const) {
        await changed(page, '/about')
        found.push(await changed(page, path))
      }
  for (const { context, office } of [few, many]) {
    await context.close()
    await office.close()
  }
  return times.map(({ path, few, many }) => ({
    goal: 'P10',
    unit: 'ms',
    what: `opening ${path}`,
    ours: median(many),
    beside: 'in a young town',
    theirs: median(few),
    meets: { times: 1.15 },
  }))
}

async function townOf({ others, sent }: Size): Promise<Town> {
  const office = await openOffice({ distFolder: builtApp() })
  await office.pool.query(filled(others))
  const context = await freshContext('desk')
  const page = await context.newPage()
  await signInAt(page, office.url, people.admin)
  for (const path of ['/contacts', '/licenses', '/permits']) {
    await changed(page, path)
    await page.waitForFunction(isWhole, others / rowsPerPage, { polling: 500, timeout: 180_000 })
  }
  for (const path of records) {
    await changed(page, path)
    await page.waitForLoadState('networkidle')
  }
  await office.signalOff()
  await page.evaluate(keepReceipts, { count: sent, like: receipt })
  return { office, context, page }
}

/** One of those that the device keeps. */
const receipt: Receipt = {
  ...{ key: '', command: 'POST /areas/:areaId/observations', seq: 0, how: 'answer', at: Date.UTC(2026, 0, 5), tick: 0 },
  ...{ touches: [], madeId: null, words: 'Add observation' },
}

/** Runs in the page: keeps so many receipts of work on other records, as months of sending leave them. */
async function keepReceipts({ count, like }: { count: number; like: Receipt }): Promise<void> {
  const known = await indexedDB.databases()
  const name = known.map((it) => it.name ?? '').find((it) => /^codesoft-.*-\d+$/.test(it)) ?? ''
  const db = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(name)
    opening.onsuccess = () => resolve(opening.result)
  })
  const writing = db.transaction('receipts', 'readwrite')
  for (let n = 0; n < count; n++)
    writing.objectStore('receipts').put({
      ...like,
      key: crypto.randomUUID(),
      // Older than everything that this device numbers itself.
      ...{ seq: n - count, tick: n - count },
      touches: [`observation:${1_000_000 + n}`],
      madeId: 1_000_000 + n,
    })
  await new Promise((resolve, reject) => {
    writing.oncomplete = resolve
    writing.onabort = () => reject(writing.error)
  })
  db.close()
}

const filled = (others: number) => `
  insert into addresses (combadd) select n || ' QUARRY ROAD' from generate_series(1, 300) as n;
  insert into codes (chapter, section, name) values ('8', '04.010', 'Weeds');
  insert into inspections (source, address_id, inspector_id) values ('Multifamily License', 2, 1), ('Complaint', 2, 1);
  insert into areas (name, inspection_id) values ('Kitchen', 1);
  insert into violations (address_id, user_id, deadline, violation_type) values (2, 1, '7 days', 'doorhanger');
  insert into citations (violation_id, user_id, code_id, fine, deadline) values (1, 1, 1, 100, date '2031-01-01');
  insert into inspections (source, address_id) select 'Complaint', 100 + n % 200 from generate_series(1, ${others}) as n;
  insert into contacts (name, email) select 'Vale ' || n, 'vale' || n || '@town.example' from generate_series(1, ${others}) as n;
  insert into licenses (address_id, license_type, sent, revoked) select 100 + n % 200, 1, false, false from generate_series(1, ${others}) as n;
  insert into permits (inspection_id, permit_type) select 2 + n, 'Building' from generate_series(1, ${others}) as n;`
