import { expect, type Page } from '@playwright/test'
import { addCommentAtOffice, chooser, comment, downloads, field, form, pdf, thread } from './comments.ts'
import { openApp, photoFiles, refuse, signIn, test } from './open-app.ts'
import { onDevice } from './story.ts'

const app = openApp('ons', async (pool) => {
  for (let n = 1; n <= 23; n++)
    await pool.query(
      "insert into comments (content, address_id, unit_id, user_id, created_at) values ($1, 1, $2, $3, timestamptz '2026-03-01T15:00:00Z' + $4 * interval '1 minute')",
      [`Remark ${n}.`, n === 22 ? 1 : null, n === 21 ? null : 2, n],
    )
})
/** A new address without comments. */
const address = async (combadd: string) => {
  const id = await app.put('insert into addresses (combadd) values ($1) returning id', [combadd])
  return { id, path: `/address/${id}` }
}
const commentsOf = (id: number) =>
  app.rows(
    `select content, user_id, (select count(*)::int from attachments a where a.owner_type = 'comment' and a.owner_id = c.id) as files
     from comments c where address_id = $1 order by id`,
    [id],
  )
const posts = () => app.town.calls.filter((it) => it.startsWith('POST') && it.includes('/comments/'))
const tiles = (page: Page) => page.getByRole('list', { name: 'Photos', exact: true }).getByRole('listitem')

test('AD-18 comments are listed newest first, 10 on a page, with author, time and unit; the page is in the address', async ({
  isMobile,
}) => {
  const page = await app.open('/address/1')
  await expect(thread(page)).toHaveCount(10)
  await expect(thread(page).first()).toContainText('Remark 23.')
  await expect(thread(page).first()).toContainText('Otis Nash')
  await expect(thread(page).first()).toContainText('March 1, 2026 at 10:23 AM')
  await expect(comment(page, 'Remark 22.').getByRole('link', { name: 'Unit 1A' })).toBeVisible()
  await expect(comment(page, 'Remark 21.')).toContainText('Unknown user')
  if (isMobile) return
  const pages = page.getByRole('navigation', { name: 'Pages of Comments' })
  await expect(pages).toContainText('Page 1 of 3')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(thread(page).first()).toContainText('Remark 13.')
  await page.reload()
  await expect(pages).toContainText('Page 2 of 3')
  await pages.getByRole('button', { name: 'Next' }).click()
  await expect(thread(page)).toHaveCount(3)
  await expect(pages.getByRole('button', { name: 'Next' })).toBeDisabled()
})

// The form of the page. The bar of the phone has its own test.
test('AD-19 AD-21 AD-22 a comment and its files are sent in one call, each file once; a blank one is not sent and says why', {
  tag: '@desk',
}, async () => {
  const { id, path } = await address('5 BIRCH WAY')
  const page = await app.open(path)
  await expect(page.getByText('No comments available.')).toBeVisible()
  const before = posts().length
  for (const typed of ['', '   \n ']) {
    await field(page).fill(typed)
    await form(page).getByRole('button', { name: 'Add Comment' }).click()
    await expect(form(page).getByRole('alert')).toHaveText('Write a comment')
    await expect(field(page)).toBeFocused()
  }
  expect(posts()).toHaveLength(before)

  await expect(chooser(page)).toHaveAttribute('accept', /image\/\*.*application\/pdf/)
  await chooser(page).setInputFiles(await photoFiles(2))
  await expect(form(page).getByText('2 files')).toBeVisible()
  // As a browser's file chooser does: the same files again, with the same names, sizes and times.
  await page.evaluate(() => {
    const input = document.querySelector<HTMLInputElement>('form input[type=file][multiple]')
    const one = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf', lastModified: 5 })
    const same = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf', lastModified: 5 })
    const other = new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf', lastModified: 6 })
    for (const file of [one, same, other]) {
      const list = new DataTransfer()
      list.items.add(file)
      if (!input) return
      input.files = list.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect(form(page).getByText('4 files')).toBeVisible()
  await chooser(page).setInputFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('Milk') })
  await expect(form(page).getByRole('alert')).toContainText('list.txt')
  await expect(form(page).getByText('4 files')).toBeVisible()

  await form(page).getByRole('button', { name: 'Clear files' }).click()
  await expect(form(page).getByText(/\d files?/)).toHaveCount(0)
  await expect(form(page).getByRole('button', { name: 'Choose files' })).toBeVisible()
  await chooser(page).setInputFiles([...(await photoFiles(1)), pdf('permit.pdf')])
  await expect(form(page).getByRole('button', { name: 'Add files' })).toBeVisible()
  // Once both stand there, the button moves no more.
  await expect(form(page).getByText('Saved', { exact: true })).toHaveCount(2)
  await field(page).fill('  Porch is loose  ')
  await form(page).getByRole('button', { name: 'Add Comment' }).click()
  await expect(field(page)).toHaveValue('')
  await expect(comment(page, 'Porch is loose').getByText('Sent', { exact: true })).toHaveCount(2)
  expect(await commentsOf(id)).toEqual([{ content: 'Porch is loose', user_id: 1, files: 2 }])
  expect(posts().slice(before)).toEqual([`POST /api/comments/${id}/address/`])
})

// The bar is the phone’s.
test('AD-20 on the phone the bar is at the bottom with camera, text and Post; AD-21 nothing blank leaves it', {
  tag: '@phone',
}, async () => {
  const { id, path } = await address('6 BIRCH WAY')
  const page = await app.open(path)
  const bar = page.getByRole('group', { name: 'Add a comment' })
  const box = await bar.boundingBox()
  expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844)
  for (const name of ['Take a photo', 'Add files', 'Post']) {
    const target = await bar.getByRole('button', { name, exact: true }).boundingBox()
    expect(Math.min(target?.width ?? 0, target?.height ?? 0)).toBeGreaterThanOrEqual(44)
  }
  await expect(bar.locator('input[capture=environment]')).toHaveAttribute('accept', 'image/*')
  await expect(field(page)).toHaveAttribute('placeholder', 'Add a comment...')
  const post = bar.getByRole('button', { name: 'Post', exact: true })
  await test.step('the field in use has the whole width, and no button moves', async () => {
    const placeOf = (name: string) => bar.getByRole('button', { name, exact: true }).boundingBox()
    const width = async () => (await field(page).boundingBox())?.width ?? 0
    const places = async () => [await placeOf('Take a photo'), await placeOf('Add files'), await placeOf('Post')]
    const before = await places()
    const [camera, clip] = before
    expect((clip?.x ?? 0) - (camera?.x ?? 0) - (camera?.width ?? 0)).toBeGreaterThanOrEqual(8)
    const narrow = await width()
    await field(page).tap()
    await expect.poll(width).toBe(390 - 2 * 16)
    expect(await places()).toEqual(before)
    await field(page).blur()
    await expect.poll(width).toBe(narrow)
    await field(page).fill('Long')
    await field(page).blur()
    expect(await width()).toBe(390 - 2 * 16)
    await field(page).fill('')
  })
  await expect(post).toBeDisabled()
  await field(page).fill('   ')
  await expect(post).toBeDisabled()
  await bar.locator('input[capture=environment]').setInputFiles(await photoFiles(1))
  await expect(post).toBeEnabled()
  await post.click()
  await expect(bar.getByRole('alert')).toHaveText('Write a comment')
  expect(await commentsOf(id)).toEqual([])

  // A half-typed comment survives a reload.
  await field(page).fill('Gate is open')
  await expect.poll(() => onDevice(page, 'drafts')).toMatchObject([{ values: { text: 'Gate is open' } }])
  await page.reload()
  await bar.getByRole('button', { name: 'Continue' }).click()
  await expect(field(page)).toHaveValue('Gate is open')
  await post.click()
  await expect(comment(page, 'Gate is open').getByText('Sent', { exact: true })).toBeVisible()
  expect(await commentsOf(id)).toEqual([{ content: 'Gate is open', user_id: 1, files: 1 }])
})

// It is the same on the phone.
test('AD-21 only signed-in users post, and no Guest', { tag: '@desk' }, async ({ browser }) => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(`${app.town.url}/address/1`)
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
    await expect(form(page)).toHaveCount(0)
    await signIn(page, 'guest')
    await page.goto(`${app.town.url}/address/1`)
    await expect(thread(page)).toHaveCount(10)
    await expect(form(page)).toHaveCount(0)
  } finally {
    await context.close()
  }
})

// It is the same on the desk.
test('AD-23 a refused comment is no alert: it is shown with its photo and the server’s words, and can be mended', {
  tag: '@phone',
}, async () => {
  const { id, path } = await address('7 BIRCH WAY')
  const page = await app.open(path)
  app.town.faults.inject = refuse(/^POST .*\/comments\//, 422, 'This address is closed')
  await chooser(page).setInputFiles(await photoFiles(1))
  await field(page).fill('Door is open')
  await form(page).getByRole('button', { name: 'Post' }).click()
  const refused = comment(page, 'Door is open')
  await expect(refused.locator('[data-entry-state=Refused]')).toContainText('This address is closed')
  await expect(refused.getByText('Refused: This address is closed')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  app.town.faults.inject = () => undefined
  await refused.getByRole('link', { name: 'Repair it in Unsent work' }).click()
  await expect(page.getByRole('heading', { name: 'Comment: Door is open, with 1 file' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => commentsOf(id)).toEqual([{ content: 'Door is open', user_id: 1, files: 1 }])
})

// It is the same on the phone.
test('AD-16 AD-24 AD-38 photos of a comment are saved one by one and open enlarged; a failure is no alert', {
  tag: '@desk',
}, async () => {
  const { id, path } = await address('8 BIRCH WAY')
  const said = { content: 'Two of the stairs', user_id: '2' }
  const commentId = await addCommentAtOffice(app, { path: `/comments/${id}/address/`, fields: said, pictures: 2 })
  const page = await app.open(path)
  const seen = comment(page, 'Two of the stairs')
  await expect(seen.getByRole('button', { name: /^Enlarge seen/ })).toHaveCount(2)
  await seen.getByRole('button', { name: 'View attachments (2)' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo 1 of 2: seen 1.jpg' })
  for (let n = 0; n < 2; n++) await viewer.getByRole('button', { name: 'Zoom in' }).click()
  await expect(viewer.getByRole('status')).toHaveText('150 %')
  await viewer.locator('img').hover()
  await page.mouse.wheel(0, -100)
  await expect(viewer.getByRole('status')).toHaveText('160 %')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const save = seen.getByRole('button', { name: 'Download attachments (2)' })
  const saved = await downloads(page, 2, () => save.click())
  expect(saved.map((it) => it.name)).toEqual(['seen 1.jpg', 'seen 2.jpg'])
  expect(saved.every((it) => it.bytes > 100)).toBe(true)
  expect(app.town.calls.filter((it) => it.startsWith(`GET /api/comments/${commentId}/photos`))).toHaveLength(1)

  await app.signalOff()
  await save.click()
  await expect(seen.getByText('Not downloaded: No signal')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const lines = await onDevice<{ what: string }>(page, 'journal')
  expect(lines.map((it) => it.what)).toContain('Failed to get signed download URLs')
})

test('AD-15 AD-16 photos are shown 6 on a page in 3 columns and open enlarged; AD-17 the page-jump takes digits within range', async () => {
  const { id, path } = await address('9 BIRCH WAY')
  await addCommentAtOffice(app, {
    path: `/comments/${id}/address/`,
    fields: { content: 'All rooms', user_id: '2' },
    pictures: 14,
  })
  const page = await app.open(`${path}?tab=photos`)
  await expect(tiles(page)).toHaveCount(6)
  const grid = page.getByRole('list', { name: 'Photos', exact: true })
  expect((await grid.evaluate((it) => getComputedStyle(it).gridTemplateColumns)).split(' ')).toHaveLength(3)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const jump = page.getByRole('textbox', { name: 'Page' })
  const go = page.getByRole('button', { name: 'Go', exact: true })
  await jump.pressSequentially('-3.x')
  await expect(jump).toHaveValue('3')
  await go.click()
  await expect(page.getByText('Page 3 of 3')).toBeVisible()
  await expect(tiles(page)).toHaveCount(2)
  for (const typed of ['0', '4', '']) {
    await jump.fill(typed)
    await go.click()
    await expect(page.getByText('A page from 1 to 3')).toBeVisible()
    await expect(page.getByText('Page 3 of 3')).toBeVisible()
  }
  await tiles(page).last().getByRole('button').click()
  await expect(page.getByRole('dialog', { name: /^Photo 14 of 14/ })).toBeVisible()
})
