import { expect } from '@playwright/test'
import { addCommentAtOffice, chooser, comment, downloads, field, form, thread } from './comments.ts'
import { openApp, photoFiles, refuse, section, test } from './open-app.ts'

const app = openApp('ons')
let count = 0
/** A unit of its own for each test, at an address of its own. */
const unit = async () => {
  count += 1
  const address = await app.put('insert into addresses (combadd) values ($1) returning id', [`${count} FERRY LANE`])
  const id = await app.put('insert into units (number, address_id) values ($1, $2) returning id', [
    `U${count}`,
    address,
  ])
  return { id, address, path: `/address/${address}/unit/${id}` }
}
const commentsOf = (id: number) =>
  app.rows(
    `select content, user_id, address_id, (select count(*)::int from attachments a where a.owner_type = 'comment' and a.owner_id = c.id) as files
     from comments c where unit_id = $1 order by id`,
    [id],
  )
const posts = () => app.town.calls.filter((it) => it.startsWith('POST') && /comments|batch/.test(it))

// The form of the page; the bar of the phone has a test of its own.
test('UN-07 UN-08 UN-10 UN-12 UN-13 the form needs text, takes each file once and adds the comment, newest first', {
  tag: '@desk',
}, async () => {
  const { id, address, path } = await unit()
  const page = await app.open(path)
  await expect(section(page, 'Comments')).toContainText('No comments available.')
  const add = form(page).getByRole('button', { name: 'Add Comment' })
  const from = posts().length

  const [one, two] = await photoFiles(2)
  if (!one || !two) throw new Error('No pictures')
  await expect(form(page).getByRole('button', { name: 'Choose files' })).toBeVisible()
  await chooser(page).setInputFiles([one])
  await expect(form(page).getByText('1 file', { exact: true })).toBeVisible()
  await form(page).getByRole('button', { name: 'Add files' }).isVisible()
  await add.click()
  await expect(form(page).getByRole('alert')).toHaveText('Write a comment')
  await form(page).getByRole('button', { name: 'Clear files' }).click()
  await expect(form(page).getByText('1 file', { exact: true })).toHaveCount(0)
  expect(posts()).toHaveLength(from)

  await field(page).fill('Meter stands still')
  await add.click()
  await expect(comment(page, 'Meter stands still')).toBeVisible()
  await expect.poll(() => commentsOf(id)).toHaveLength(1)
  expect(posts().slice(from)).toEqual(['POST /api/comments/'])

  await chooser(page).setInputFiles([one, two])
  await field(page).fill('Water under the sink')
  await add.click()
  await expect(comment(page, 'Water under the sink').getByText('Sent', { exact: true })).toHaveCount(2)
  expect(posts().slice(from + 1)).toEqual([`POST /api/comments/unit/${id}/`])
  expect(await commentsOf(id)).toEqual([
    { content: 'Meter stands still', user_id: 1, address_id: address, files: 0 },
    { content: 'Water under the sink', user_id: 1, address_id: address, files: 2 },
  ])
  await expect(thread(page).first()).toContainText('Water under the sink')
  await expect(thread(page).first()).toContainText('Ona Sutter')
  await expect(thread(page).first()).toContainText(/\w+ \d+, \d{4} at \d+:\d\d [AP]M/)
})

// It is the same on the phone.
test('UN-09 View attachments (n), Download attachments (n), thumbnails open a viewer; both are kept for no signal', {
  tag: '@desk',
}, async () => {
  const { id, address, path } = await unit()
  const fields = { content: 'Mould behind the door', user_id: '2', address_id: String(address) }
  await addCommentAtOffice(app, { path: `/comments/unit/${id}/`, fields, pictures: 2 })
  const page = await app.open(path)
  const seen = comment(page, 'Mould behind the door')
  await expect(seen).toContainText('Otis Nash')
  await seen.getByRole('button', { name: 'Enlarge seen 2.jpg' }).click()
  await expect(page.getByRole('dialog', { name: 'Photo 2 of 2: seen 2.jpg' })).toBeVisible()
  await page.keyboard.press('Escape')
  const saved = await downloads(page, 2, () => seen.getByRole('button', { name: 'Download attachments (2)' }).click())
  expect(saved).toHaveLength(2)
  await app.signalOff()
  await page.reload()
  // A picture that was enlarged before can be enlarged without signal too.
  await seen.getByRole('button', { name: 'View attachments (2)' }).click()
  await page.getByRole('button', { name: 'Next photo' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photo 2 of 2: seen 2.jpg' })
  await expect.poll(() => viewer.locator('img').evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(64)
})

// The bar is the phone’s.
test('UN-11 the phone’s bar with camera and Post is enabled by text or files; UN-14 a refused comment is shown', {
  tag: '@phone',
}, async () => {
  const { id, address, path } = await unit()
  const page = await app.open(path)
  const post = form(page).getByRole('button', { name: 'Post', exact: true })
  await expect(field(page)).toHaveAttribute('placeholder', 'Add a comment...')
  await expect(form(page).getByRole('button', { name: 'Take a photo' })).toBeVisible()
  await expect(post).toBeDisabled()
  await field(page).fill('Keys')
  await expect(post).toBeEnabled()
  await field(page).fill('')
  await expect(post).toBeDisabled()
  await chooser(page).setInputFiles(await photoFiles(1))
  await post.click()
  await expect(thread(page)).toHaveCount(1)
  await expect(thread(page).getByText('Sent', { exact: true })).toBeVisible()
  expect(await commentsOf(id)).toEqual([{ content: '', user_id: 1, address_id: address, files: 1 }])

  app.town.faults.inject = refuse(/^POST .*\/comments\//, 422, 'This unit was merged')
  await field(page).fill('Back door is open')
  await post.click()
  await expect(comment(page, 'Back door is open').locator('[data-entry-state=Refused]')).toContainText(
    'This unit was merged',
  )
  await expect(field(page)).toHaveValue('')
  await field(page).fill('Next')
  await expect(post).toBeEnabled()
})

// It is the same on the desk.
test('UN-15 Failed to fetch only when nothing is here; both gone: No unit or address details available.', {
  tag: '@phone',
}, async () => {
  app.town.tellsNoChanges = true
  const first = await unit()
  app.town.faults.inject = refuse(/^GET .*\/units\/\d+$/, 500, 'Out of order')
  const page = await app.open(first.path)
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch unit' })).toBeVisible()
  await expect(page.getByText('No unit or address details available.')).toHaveCount(0)

  const second = await unit()
  app.town.faults.inject = refuse(/^GET .*\/addresses\/\d+$/, 500, 'Out of order')
  await page.goto(app.town.url + second.path)
  await expect(page.getByRole('alert').filter({ hasText: 'Error: Failed to fetch address' })).toBeVisible()

  const third = await unit()
  app.town.faults.inject = refuse(/^GET .*\/(addresses|units)\/\d+$/, 500, 'Out of order')
  await page.goto(app.town.url + third.path)
  await expect(page.getByText('No unit or address details available.')).toBeVisible()

  const fourth = await unit()
  app.town.faults.inject = refuse(/^GET .*\/comments\/unit\//, 500, 'Out of order')
  await page.goto(app.town.url + fourth.path)
  await expect(section(page, 'Comments').getByRole('alert')).toContainText('Error: Failed to fetch comments')
  await app.signalOff()
  await page.reload()
  // Without signal nothing has failed: they are not on this device.
  await expect(section(page, 'Comments')).toContainText(
    'Earlier comments are not on this device. They come with signal.',
  )
  await expect(section(page, 'Comments').getByRole('alert')).toHaveCount(0)
  await app.signalOn()
  app.town.faults.inject = () => undefined
  await page.reload()
  await expect(section(page, 'Comments')).toContainText('No comments available.')
})
