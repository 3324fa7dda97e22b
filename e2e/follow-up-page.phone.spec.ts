import { expect, type Locator, type Page } from '@playwright/test'
import { wallTimeOf } from '../src/rules/dates.ts'
import { everythingSent, onDevice, runStory, type StoryContext, typedIsKept } from './story.ts'
import { test } from './story-test.ts'
import { Taps } from './taps.ts'
import { uploadTo } from './upload.ts'

// Each starts a browser of its own and makes it ready for the field.
test.setTimeout(180_000)

const camera = (page: Page) => page.getByRole('dialog', { name: 'Camera' })
const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
/** The questions about one section. */
const section = (of: Locator, name: RegExp) => of.getByRole('listitem', { name })

/** Three open violations at 12 Elm Street, found by the inspection that goes on today, each with an earlier photo. */
async function openViolations({ town, rows }: StoryContext): Promise<void> {
  const today = wallTimeOf(new Date()).slice(0, 10)
  await rows('update inspections set scheduled_datetime = $1 where id = 1', [`${today}T09:00`])
  await rows(`insert into violations (address_id, user_id, deadline, violation_type, inspection_id, comment, created_at)
    select 1, 1, '7 days', type, 1, note, now() - days * interval '1 day' from (values
      ('doorhanger', 'Told the tenant', 20), ('Formal Notice', 'Two floors', 6), ('doorhanger', null, 20))
      as made (type, note, days)`)
  await rows('insert into violation_codes (violation_id, code_id) values (1, 1), (2, 2), (2, 3), (3, 3)')
  await rows("insert into areas (name, inspection_id) values ('Porch', 1)")
  await rows(
    "insert into observations (content, area_id, potentialvio, user_id) values ('No alarm upstairs', 1, true, 1)",
  )
  await rows('insert into observation_codes (observation_id, code_id) values (1, 2)')
  const upload = await uploadTo(town)
  await upload('/violation/1/photos', 1)
  await upload('/observations/1/photos', 2)
  await upload('/violation/2/comments/upload', 3, { content: 'Seen again', user_id: '1' })
  await upload('/violation/3/photos', 4)
}

/** Counts the tiles of today's photos after each change of a section. */
const countTiles = (of: Locator) =>
  of.evaluateHandle((section) => {
    const counts: number[] = []
    new MutationObserver(() => {
      const count = section.querySelectorAll('[aria-label^="Photos of"] > li').length
      if (count !== (counts.at(-1) ?? 0)) counts.push(count)
    }).observe(section, { childList: true, subtree: true })
    return counts
  })

/**
 * One shot with the earlier photo over the live picture. It is one tile from the shutter on: a second one for a moment
 * would move the buttons below, and the next tap would open another violation.
 */
async function shootWithGhost(page: Page, of: Locator): Promise<void> {
  const tiles = await countTiles(of)
  await of.getByRole('button', { name: /^Photo of/ }).click()
  const ghost = camera(page).getByRole('img', { name: /^Earlier:/ })
  await expect(ghost).toBeVisible()
  await expect.poll(() => ghost.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(0)
  const shutter = camera(page).getByRole('button', { name: 'Take photo' })
  await expect(shutter).toBeEnabled()
  await shutter.click()
  await expect(camera(page).getByRole('status')).toHaveText('1 photo taken, 1 saved on this phone')
  await camera(page).getByRole('button', { name: 'Done' }).click()
  await expect(of.getByText('Saved', { exact: true })).toHaveCount(1)
  await expect(of.getByText(/^Reading /)).toHaveCount(0)
  expect(await tiles.jsonValue()).toEqual([1])
}

test('VD-02 VD-04 VD-06 VD-12 I1 three violations are followed up without signal, the battery pulled: each sent once', async () => {
  await runStory({ dies: true, hasCamera: true }, async (told) => {
    const { town, phone, me, rows } = told
    await openViolations(told)
    let taps = await Taps.on(me.page)
    await me.signIn()
    await me.page.getByRole('button', { name: /^Hide what to do before/ }).click()
    await me.prepare('ready 7 of 7')
    await town.signalOff()
    await me.go('/')

    await test.step('8 taps from Today for a violation that is fixed, with its photo beside the old one', async () => {
      const { page } = me
      await expect(page.getByRole('list', { name: 'Stops today' })).toContainText('12 ELM STREET')
      taps.taken()
      await page
        .getByRole('list', { name: 'Stops today' })
        .getByRole('button', { name: /^Start/ })
        .click()
      await page.getByRole('link', { name: 'Follow up 3 open violations' }).click()
      const grass = card(page, 'Doorhanger #1')
      await section(grass, /Tall grass/)
        .getByRole('button', { name: 'Fixed', exact: true })
        .click()
      await shootWithGhost(page, section(grass, /Tall grass/))
      await grass.getByRole('button', { name: 'Mark as Abated' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Mark as Abated' }).click()
      await expect(grass).toContainText('Resolved')
      await expect(grass.getByRole('list', { name: 'Follow-up of today' })).toContainText('Fixed')
      const counted = taps.taken()
      expect(counted).toBeGreaterThan(0)
      expect(counted).toBeLessThanOrEqual(8)
    })

    await test.step('one section fixed, one not; the phone dies with the answers given', async () => {
      const alarms = card(me.page, 'Formal Notice #2')
      await section(alarms, /Smoke alarms/)
        .getByRole('button', { name: 'Fixed', exact: true })
        .click()
      await shootWithGhost(me.page, section(alarms, /Smoke alarms/))
      await section(alarms, /Handrails/)
        .getByRole('button', { name: 'Not fixed' })
        .click()
      await section(alarms, /Handrails/)
        .getByLabel('Note')
        .fill('Loose at the top')
      await shootWithGhost(me.page, section(alarms, /Handrails/))
      await typedIsKept(me.page, 'Loose at the top')
      await phone.kill()
    })

    me.page = await phone.start(`${town.url}/address/1/follow-up`)
    taps = await Taps.on(me.page)
    await me.page.reload()
    await test.step('VD-03 the answers and photos are there again; more time, and the next visit at the new deadline', async () => {
      const alarms = card(me.page, 'Formal Notice #2')
      for (const name of [/Smoke alarms/, /Handrails/])
        await expect(section(alarms, name).getByText('Saved', { exact: true })).toHaveCount(1)
      await expect(section(alarms, /Smoke alarms/).getByRole('button', { name: 'Fixed', exact: true })).toHaveAttribute(
        'aria-pressed',
        'true',
      )
      await expect(section(alarms, /Handrails/).getByLabel('Note')).toHaveValue('Loose at the top')
      await alarms.getByRole('button', { name: /^14 days/ }).click()
      await expect(alarms.getByRole('heading', { name: 'More time is given' })).toBeVisible()
    })

    await test.step('VD-06 not fixed: cited', async () => {
      const rail = card(me.page, 'Doorhanger #3')
      await section(rail, /Handrails/)
        .getByRole('button', { name: 'Not fixed' })
        .click()
      await shootWithGhost(me.page, section(rail, /Handrails/))
      await rail.getByRole('button', { name: 'Cite' }).click()
      const form = rail.getByRole('form', { name: 'Add New Citation' })
      await form.getByRole('button', { name: 'Add Citation' }).click()
      await me.page.getByRole('dialog').getByRole('button', { name: 'Add Citation' }).click()
      await expect(rail.getByRole('list', { name: 'Citations' })).toContainText('$200,')
    })

    await test.step('the next visit is proposed, and accepted with one tap', async () => {
      const visit = me.page.getByRole('region', { name: 'Next visit' })
      await visit.getByRole('button', { name: 'Schedule the next visit' }).click()
      await expect(visit.getByRole('button')).toHaveCount(0)
      await expect(visit).toContainText('9:00 AM')
    })

    const before = await rows('select count(*)::int as n from violation_comments')
    await town.signalOn()
    await everythingSent(me.page)
    expect(before).toEqual([{ n: 1 }])
    expect(await rows('select id, status, extend from violations order by id')).toEqual([
      { id: 1, status: 1, extend: 0 },
      { id: 2, status: 0, extend: 14 },
      { id: 3, status: 0, extend: 0 },
    ])
    const day = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' }).format(new Date())
    expect(await rows('select violation_id, content from violation_comments order by violation_id, id')).toEqual([
      { violation_id: 1, content: `Follow-up ${day}\nFixed: 50, 1.0: Tall grass (photo 1)` },
      { violation_id: 2, content: 'Seen again' },
      {
        violation_id: 2,
        content: `Follow-up ${day}\nFixed: 50, 2.0: Smoke alarms (photo 1)\nNot fixed: 67, 3.1: Handrails (photo 2). Loose at the top`,
      },
      { violation_id: 3, content: `Follow-up ${day}\nNot fixed: 67, 3.1: Handrails (photo 1)` },
    ])
    expect(
      await rows(`select c.violation_id, count(*)::int as n, count(distinct a.filename)::int as different
        from attachments a join violation_comments c on a.owner_id = c.id and a.owner_type = 'violationComment'
        where c.content like 'Follow-up%' group by 1 order by 1`),
    ).toEqual([
      { violation_id: 1, n: 1, different: 1 },
      { violation_id: 2, n: 2, different: 2 },
      { violation_id: 3, n: 1, different: 1 },
    ])
    expect(await rows('select violation_id, code_id, fine from citations')).toEqual([
      { violation_id: 3, code_id: 3, fine: '200.00' },
    ])
    // The day of the new deadline, or the Monday after it.
    expect(
      await rows(`select scheduled_datetime::timestamp = d + (case extract(dow from d) when 6 then 2 when 0 then 1 else 0 end)
          * interval '1 day' + interval '9 hours' as "isThen"
        from inspections, (select (created_at at time zone 'America/New_York' + interval '21 days')::date as d
          from violations where id = 2) as due where inspections.id = 1`),
    ).toEqual([{ isThen: true }])
    expect(
      (await onDevice<{ form: string }>(me.page, 'drafts')).filter((it) => it.form.startsWith('follow-up/')),
    ).toEqual([])
  })
})

test('VD-03 VD-04 from a stop of Today where no inspection is: 7 taps for a fixed one, and a new inspection for the other', async () => {
  await runStory({ dies: true, hasCamera: true }, async ({ town, me, rows }) => {
    await rows("insert into addresses (combadd) values ('7 ASH WAY')")
    await rows(`insert into violations (address_id, user_id, deadline, violation_type, created_at)
      select 3, 1, '7 days', type, now() - interval '20 days' from unnest(array['doorhanger', 'Formal Notice']) as type`)
    await rows('insert into violation_codes (violation_id, code_id) values (1, 1), (2, 3)')
    const upload = await uploadTo(town)
    await upload('/violation/1/photos', 1)
    const { page } = me
    const taps = await Taps.on(page)
    await me.signIn()
    await page.getByRole('button', { name: /^Hide what to do before/ }).click()
    await me.prepare('ready 8 of 8')
    await expect(page.getByRole('list', { name: 'Parts' })).toContainText('Violations at 7 ASH WAY')
    await town.signalOff()
    await me.go('/')
    const link = page.getByRole('list', { name: 'Stops overdue' }).getByRole('link', { name: 'Follow up at 7 ASH WAY' })
    await expect(link).toHaveCount(2)
    taps.taken()
    await link.first().click()
    const grass = card(page, 'Doorhanger #1')
    await grass.getByRole('button', { name: 'Fixed', exact: true }).click()
    await shootWithGhost(page, section(grass, /Tall grass/))
    await grass.getByRole('button', { name: 'Mark as Abated' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as Abated' }).click()
    await expect(grass).toContainText('Resolved')
    const counted = taps.taken()
    expect(counted).toBeGreaterThan(0)
    expect(counted).toBeLessThanOrEqual(7)

    const rail = card(page, 'Formal Notice #2')
    await rail.getByRole('button', { name: 'Not fixed' }).click()
    await rail.getByRole('button', { name: /^7 days/ }).click()
    await expect(rail.getByRole('heading', { name: 'More time is given' })).toBeVisible()
    const visit = page.getByRole('region', { name: 'Next visit' })
    await visit.getByLabel('Kind of inspection').selectOption('Single Family License')
    await visit.getByRole('button', { name: 'Schedule the next visit' }).click()
    await expect(visit.getByRole('link', { name: 'Single Family License' })).toBeVisible()
    await town.signalOn()
    await everythingSent(page)
    // Seven days from today, though the deadline had passed 13 days ago.
    expect(await rows('select status, extend from violations order by id')).toEqual([
      { status: 1, extend: 0 },
      { status: 0, extend: 20 },
    ])
    expect(
      await rows(`select source, inspector_id, scheduled_datetime is not null as "isScheduled" from inspections
        where address_id = 3`),
    ).toEqual([{ source: 'Single Family License', inspector_id: 1, isScheduled: true }])
  })
})
