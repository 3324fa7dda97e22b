import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { isLeft, moveMarked } from '../screen-move.ts'
import { openTown, type TestTown } from '../town.ts'
import type { Driver } from './driver.ts'
import { signIn, signOut } from './story.ts'
import { Visitor } from './visitor.ts'

/** One person of each role, by number: guest 0, inspector 1, office 2, administrator 3. */
const roles = ['guest', 'ons', 'oas', 'admin'] as const

/**
 * The role that opens every address by a full page load. A cold start is the same for all roles, and the Admin's pages
 * show the most. The other roles go from page to page inside of the app, as people do.
 */
const coldRole = 'admin'

/** The result of a walk through all addresses. */
export interface Walk {
  /** The number of opened pages, over all roles. */
  visited: number
  /** The number of different addresses. */
  routes: number
  /** 'ons /violations: what went wrong there'. */
  faults: string[]
}

/** The demo town for all engines. A walk changes nothing in it. */
export const openDemoTown = (): Promise<TestTown> =>
  openTown({ distFolder: process.env.E2E_DIST ?? 'dist', isDemo: true })

/** Shows every address of the app in each role and gives the faults of each. */
export async function walkRoutes(driver: Driver, town: TestTown): Promise<Walk> {
  const addresses = await addressesIn(town.pool)
  const visitor = new Visitor(driver, town.url)
  const faults: string[] = []
  for (const who of roles) {
    await visitor.go('/')
    await signIn(visitor, { email: `${who}@codesoft.example`, password: DEMO_PASSWORD })
    await visitor.sees('button', 'Open menu')
    let before = '/'
    for (const address of addresses) {
      // Two tabs of one page share its elements, so a move between them could not be seen.
      const isMove = who !== coldRole && pathOf(address) !== pathOf(before)
      const found = [...(await faultsOf(visitor, address, isMove)), ...driver.takeProblems()]
      faults.push(...found.map((it) => `${who} ${address}: ${it}`))
      before = address
    }
    await signOut(visitor)
    faults.push(...driver.takeProblems().map((it) => `${who}, signing out: ${it}`))
  }
  return { visited: addresses.length * roles.length, routes: addresses.length, faults }
}

/** How long a page may show that it loads (ms). Far longer than any page needs, so only a page that hangs fails. */
const loadingLimitMs = 20_000

const pathOf = (address: string): string => address.replace(/\?.*/, '')

async function faultsOf(visitor: Visitor, address: string, isMove: boolean): Promise<string[]> {
  try {
    if (isMove) {
      await visitor.inPage(moveMarked, address)
      await visitor.until('the end of the screen before', () => visitor.inPage(isLeft), loadingLimitMs)
    } else {
      await visitor.go(address)
    }
    await visitor.until('the end of loading', async () => (await visitor.inPage(isLoaded)) === true, loadingLimitMs)
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
  const { tooWide, errorLine } = await visitor.inPage(look)
  const isRefusal = refusals.includes(errorLine)
  return [
    ...(tooWide > 0 ? [`${tooWide} px wider than the screen`] : []),
    ...(errorLine && !isRefusal ? [errorLine] : []),
  ]
}

/** The texts of pages that the role may not see. */
const refusals = [
  'Error: Only office staff can see what phones hold.',
  'Error: Only an Admin can see the log.',
  'Error: Only staff can verify files.',
  'Error: Only staff can see the evidence.',
  'Error: Only staff can see the case file.',
  'Error: Guests can only read.',
  'Error: Only people who assign inspections can plan the week.',
  'Error: Only office staff can review inspections.',
  'Error: Only office staff can merge records.',
  'Error: Only office staff can transfer work.',
  'Error: Admins only: changing users.',
  'Error: Admins only: changing the town’s lists.',
  'Error: Admins only: changing the town’s settings.',
]

/** Runs in the page. Whether the screen is shown and nothing on it loads any more. */
export async function isLoaded(): Promise<boolean> {
  const words = () => document.querySelector<HTMLElement>('main#main')?.innerText.trim()
  if (words() === '' && location.pathname === '/new-address') {
    // Users who may not add addresses see an empty page there (VA-06).
    await new Promise((resolve) => setTimeout(resolve, 500))
    if (words() === '') return true
  }
  return Boolean(words()) && !/^Loading/m.test(words() ?? '')
}

/**
 * Runs in the page. How far it scrolls sideways (px), also with the longest choice of each select, and the error that it
 * shows.
 */
export function look(): { tooWide: number; errorLine: string } {
  const words = document.body.innerText
  const page = document.documentElement
  const before = page.scrollWidth
  for (const select of document.querySelectorAll('select')) {
    const chosen = select.selectedIndex
    const lengths = [...select.options].map((it) => it.text.length)
    // Without an event, so the app does not notice.
    select.selectedIndex = lengths.indexOf(Math.max(...lengths))
    if (page.scrollWidth > before) break
    select.selectedIndex = chosen
  }
  return {
    tooWide: page.scrollWidth - page.clientWidth,
    errorLine: /^(Error: .*|This page failed)$/m.exec(words)?.[0] ?? '',
  }
}

/** Every address of the app’s table with ids that exist, each tab of an address, and the map with its filters. */
async function addressesIn(pool: pg.Pool): Promise<string[]> {
  const ids = await idsIn(pool)
  const table = readFileSync(join(import.meta.dirname, '../../src/app/routes.tsx'), 'utf8')
  const paths = [...table.matchAll(/(?:\bat\(\s*|path: )'([^']+)'/g)].map((it) => it[1] ?? '')
  const opened = paths.map((path) =>
    path.replaceAll(/\$(\w+)/g, (_, name: string) => {
      // A list of the town has a name, not a number.
      const id = name === 'list' ? 'codes' : ids[name]
      if (!id) throw new Error(`No ${name} in the demo town for ${path}`)
      return String(id)
    }),
  )
  // The tabs stand between other pages: from page to page the screen changes.
  const shown = tabs.map((tab) => `/address/${ids.addressId}?tab=${tab}`)
  // The filters of the map have the longest choices.
  return [...opened.flatMap((address, at) => [address, ...shown.slice(at, at + 1)]), '/map?status=all']
}

/** The tabs of an address except comments, which open by default (AD-04). */
const tabs = [
  'contacts',
  'businesses',
  'units',
  'violations',
  'photos',
  'citations',
  'inspections',
  'complaints',
  'licenses',
  'permits',
]

/** Ids of records that belong together: an area in a unit of an inspected address, and the first of all others. */
async function idsIn(pool: pg.Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query(`
    select a.id "areaId", a.unit_id "unitId", i.id "inspectionId", i.address_id "addressId",
      (select min(id) from contacts) "contactId", (select min(id) from violations) "violationId",
      (select min(id) from businesses) "businessId", (select min(id) from codes) "codeId",
      (select min(id) from licenses) "licenseId", (select min(id) from permits) "permitId",
      (select min(id) from inspections where source = 'Complaint') "complaintId", (select min(id) from citations) "citationId",
      (select min(id) from rooms) "roomId", (select min(id) from users) "userId"
    from areas a join inspections i on i.id = a.inspection_id where a.unit_id is not null order by a.id limit 1`)
  return rows[0] ?? {}
}
