import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { openApp, signIn, test, toScreen } from './open-app.ts'
import { setTextSize } from './text-size.ts'

/** Every route of the app, taken from its table, so that new routes are tested too. */
const routes = [...readFileSync('src/app/routes.tsx', 'utf8').matchAll(/\bat\(\s*'([^']+)'/g)].map((it) => it[1] ?? '')

const app = openApp('admin', (pool) =>
  pool.query(`
    update addresses set combadd = '12801 Northwest Saltbarrel Boulevard Extension' where id = 1;
    update contacts set email = 'harriet.featherstonehaugh-cholmondeley@management.example' where id = 1;
    insert into units (number, address_id) select n::text, 1 from generate_series(101, 108) n;
    insert into businesses (name, address_id) values ('Featherstonehaugh Property Management', 1);
    insert into licenses (license_type, license_number, address_id) values (2, 'SF-1', 1);
    insert into permits (permit_type, inspection_id) values ('Building/Dumpster/POD permit', 1);
    insert into inspections (source, address_id, inspector_id, description) values ('Complaint', 1, 1, 'Noise');
    insert into areas (name, inspection_id, unit_id) values ('Hallway and Stairs', 1, 1);
    insert into observations (area_id, content, potentialvio, user_id) values (1, 'Loose wire', true, 1);
    insert into violations (violation_type, address_id, user_id, status, deadline)
      values ('Notice of Violation', 1, 1, 0, '30 days'), ('Citation', 1, 1, 0, '7 days');
    insert into citations (violation_id, user_id, citationid, fine, deadline, code_id, status)
      values (1, 1, 'C-2026-000144', 200, '2026-01-10', 1, 2);
    update users set name = 'Bartholomew Featherstonehaugh' where role = 1;
    insert into codes (chapter, section, name, description)
      select '70', n || '.0', 'Section ' || n, 'Text of section ' || n from generate_series(1, 40) n;
  `),
)

/** Ids of other lists are replaced by the first record of their kind. */
const idsIn = (path: string) =>
  path.replaceAll('$complaintId', '3').replaceAll('$list', 'codes').replaceAll(/\$\w+/g, '1')

const open = async (page: Page, path: string) => {
  await toScreen(page, path)
  await expect(page.getByRole('heading', { level: 1 }).first(), path).toBeVisible()
  await expect(page.locator('main').getByText(/^Loading/), path).toHaveCount(0)
}

/** Problems of the current page, in words. */
const faultsOf = (page: Page, width: number): Promise<string[]> =>
  page.evaluate((screen) => {
    const faults: string[] = []
    const words = (it: Element) => (it.getAttribute('aria-label') ?? it.textContent ?? '').trim().slice(0, 40)
    const wide = document.documentElement.scrollWidth
    if (wide > screen) {
      const beyond = [...document.querySelectorAll('main *')].filter(
        (it) => it.getBoundingClientRect().right > screen + 1 && it.childElementCount === 0,
      )
      faults.push(`scrolls sideways: ${wide} px`, ...beyond.slice(0, 3).map((it) => `${it.tagName} ${words(it)}`))
    }
    const isShown = (it: Element) => it.checkVisibility({ visibilityProperty: true }) && !it.closest('.unseen, [inert]')
    // The top bar: nothing off the screen, nothing overlapping, no cut words.
    const bar = document.querySelector('header:has(a[href="/unsent"])')
    const parts = [...(bar?.children ?? [])].map((it) => ({ it, at: it.getBoundingClientRect() }))
    if (parts.length === 0) faults.push('has no bar')
    for (const [index, { it, at }] of parts.entries()) {
      if (at.left < -1 || at.right > screen + 1) faults.push(`bar: "${words(it)}" beyond the screen`)
      if (at.bottom > (bar?.getBoundingClientRect().bottom ?? 0) + 1) faults.push(`bar: "${words(it)}" hangs out below`)
      for (const { it: other, at: there } of parts.slice(index + 1)) {
        const isOver = at.right > there.left + 1 && there.right > at.left + 1 && at.bottom > there.top + 1
        if (isOver && there.bottom > at.top + 1) faults.push(`bar: "${words(it)}" over "${words(other)}"`)
      }
      for (const inner of [it, ...it.querySelectorAll('*:not(svg, svg *, .unseen)')])
        if (inner.scrollHeight > inner.clientHeight + 2 && inner.clientHeight > 0)
          faults.push(`bar: "${words(inner)}" is cut off`)
    }
    // Targets of at least 24 px (2.5.8). A field is tapped by its label too; a link within a sentence is as high as its line.
    for (const it of document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab]')) {
      if (!isShown(it) || (it instanceof HTMLInputElement && it.type === 'file') || it.matches('[href="#main"]'))
        continue
      const boxes = [it, ...(it instanceof HTMLInputElement ? (it.labels ?? []) : [])].map((box) =>
        box.getBoundingClientRect(),
      )
      const isIn = getComputedStyle(it).display === 'inline' && it.closest('p')
      const height = Math.max(...boxes.map((box) => box.height))
      const breadth = Math.max(...boxes.map((box) => box.width))
      if (!isIn && (height < 24 || breadth < 24))
        faults.push(`target: "${words(it)}" ${Math.round(breadth)}x${Math.round(height)}`)
    }
    return [...new Set(faults)]
  }, width)

const views = {
  phone: [
    { name: '390 px', width: 390, height: 844, text: 16 },
    { name: '320 px', width: 320, height: 640, text: 16 },
    { name: '390 px, text of 200 %', width: 390, height: 844, text: 32 },
    // Tablets upright, and half of one.
    ...[640, 700, 744, 768, 834, 900].map((width) => ({ name: `${width} px`, width, height: 1024, text: 16 })),
  ],
  desk: [{ name: '1280 px, text of 200 %', width: 1280, height: 800, text: 32 }],
}

/** The routes in parts, so that no test is long and a failure is named. */
for (const part of [0, 1, 2]) {
  const mine = routes.slice(Math.ceil((routes.length / 3) * part), Math.ceil((routes.length / 3) * (part + 1)))
  test(`nothing scrolls sideways, is cut off or too small to tap, at 320 to 900 px and text of 200 %: part ${part + 1}`, async ({
    isMobile,
  }) => {
    expect(routes.length).toBeGreaterThan(40)
    const page = await app.open('/about')
    for (const route of mine) {
      await setTextSize(page, 16)
      await open(page, idsIn(route))
      for (const { name, width, height, text } of isMobile ? views.phone : views.desk) {
        await page.setViewportSize({ width, height })
        await setTextSize(page, text)
        await expect
          .poll(() => faultsOf(page, width), { message: `${idsIn(route)} at ${name}`, timeout: 2_000 })
          .toEqual([])
          .catch((error: Error) => expect.soft(error.message, `${idsIn(route)} at ${name}`).toBe(''))
      }
    }
  })
}

test('after a sign-in the focus is on the content of the page, and Tab goes on there', { tag: '@phone' }, async ({
  page,
}) => {
  await page.goto(app.town.url)
  await signIn(page, 'ons')
  await expect(page.locator('main#main')).toBeFocused()
})

test('a page that is refused has a heading too', { tag: '@phone' }, async ({ page }) => {
  await page.goto(app.town.url)
  await signIn(page, 'guest')
  for (const [path, title] of [
    ['/audit', 'Log of Changes'],
    ['/phones', 'Phones'],
    ['/verify', 'Verify Files'],
    ['/nothing-here', 'Nothing here'],
    ['/inspection/abc', 'Nothing here'],
  ] as const) {
    await page.goto(app.town.url + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(title)
  }
})

test('AR-10 a list of codes too long to be seen whole is scrolled by keyboard, and axe finds nothing in it', {
  tag: '@desk',
}, async () => {
  const page = await app.open('/inspections/1/unit/1/area/1')
  const box = page.getByRole('combobox', { name: 'Suspected codes' })
  await box.click()
  const list = page.getByRole('listbox', { name: 'Suspected codes' })
  await expect(list.getByRole('option').nth(10)).toBeAttached()
  await expectAccessible(page, 'a long list of codes')
  await box.press('ArrowUp')
  await expect(list.getByRole('option').last()).toBeInViewport()
  await expect(box).toBeFocused()
})

test('code that does not come while a page is left, or without signal, is no bug', { tag: '@phone' }, async ({
  browser,
}) => {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  const page = await context.newPage()
  const bugs: string[] = []
  page.on('pageerror', (error) => bugs.push(String(error)))
  await page.goto(`${app.town.url}/codes`)
  await signIn(page, 'ons')
  // These files are prefetched; no page has requested them yet.
  await context.route(/\/assets\/(perform|call|dashboard-screen)-/, (route) => route.abort())
  for (const path of ['/users/1', '/inspections/1/unit/1/area/1']) {
    await page.goto(app.town.url + path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
  await page.goto(app.town.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(bugs).toEqual([])
  await context.close()
})

test('a name that is one long word is broken before a page scrolls sideways', async ({ isMobile }) => {
  const word = 'W'.repeat(150)
  await app.pool.query(`
    update addresses set combadd = '12 ${word}' where id = 1;
    update contacts set name = '${word}' where id = 1;
    update businesses set name = '${word}' where id = 1;
    update users set name = 'Otto ${word.slice(0, 90)}' where role = 1;
    update codes set chapter = '${word.slice(0, 40)}', name = '${word}' where id = 1;
    update areas set name = '${word}' where id = 1;
    -- The lists have the names of what their records belong to.
    update violations set updated_at = now();
    update inspections set updated_at = now();
  `)
  const page = await app.open('/about')
  const lists = ['/due-list', '/codes', '/week', '/contacts', '/businesses', '/violations', '/inspections', '/users']
  const records = [
    '/address/1',
    '/inspection/1',
    '/violation/1',
    '/violation/1/evidence',
    '/complaint/3',
    '/business/1',
  ]
  for (const path of [...lists, ...records, '/inspections/1/unit/1/area/1']) {
    await open(page, path)
    await expect(page.locator('main').getByText('WWWW').first(), path).toBeAttached()
    expect.soft(await faultsOf(page, isMobile ? 390 : 1440), path).toEqual([])
  }
})
