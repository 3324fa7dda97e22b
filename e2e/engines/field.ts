import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cameraPicture, sha256 } from '../inspector.ts'
import { openTown, people, type TestTown } from '../town.ts'
import { type Driver, stepLimitMs } from './driver.ts'
import { preparedAs } from './story.ts'
import { Visitor } from './visitor.ts'

/**
 * What an inspector sees, shown where it is: ten shots and the browser killed, three violations followed up with the
 * earlier photos over the live picture, photos of the inbox filed, a notice made and served at the door, all without
 * signal; then at the office once, and a stored file changed by hand is found. Throws at the first deviation.
 */
export async function runField(driver: Driver): Promise<void> {
  const town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist' })
  const me = new Visitor(driver, town.url)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-field-'))
  try {
    await openViolations(town)
    const pictures = await photographed(folder, 3)
    await preparedAs(me, people.ons)
    await documentsKept(me)
    await town.signalOff()
    if (driver.hasCamera) await tenShotsThenKilled(me)
    await followedUp(me)
    await filedLater(me, pictures.slice(0, 2))
    await servedAtTheDoor(me, pictures.slice(2))
    await town.signalOn()
    // Some twenty records and photos: a slow machine needs several times as long as for a step.
    await me.reads(/All sent/, 5 * stepLimitMs)
    await onceAtOffice(town, driver.hasCamera)
    await changedFileIsFound(me, town, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await town.close()
  }
}

/** Four at 12 Elm Street: three with an earlier photo each, and one whose notice is to be served. */
async function openViolations({ pool, url }: TestTown): Promise<void> {
  await pool.query(`insert into violations (address_id, user_id, deadline, violation_type, created_at)
    select 1, 1, '7 days', 'doorhanger', now() - interval '20 days' from generate_series(1, 3)`)
  await pool.query(
    `insert into violations (address_id, user_id, deadline, violation_type) values (2, 1, '7 days', 'doorhanger')`,
  )
  await pool.query('insert into violation_codes (violation_id, code_id) values (1, 1), (2, 2), (3, 3), (4, 1)')
  const { email, password } = people.ons
  const body = new URLSearchParams({ username: email, password })
  const signedIn = await fetch(`${url}/api/login`, { method: 'POST', body })
  const { access_token } = (await signedIn.json()) as { access_token: string }
  for (const id of [1, 2, 3]) {
    const form = new FormData()
    form.set('files', new Blob([new Uint8Array(await cameraPicture(60 + id))], { type: 'image/jpeg' }), `${id}.jpg`)
    const headers = { Authorization: `Bearer ${access_token}` }
    const answer = await fetch(`${url}/api/violation/${id}/photos`, { method: 'POST', body: form, headers })
    assert.ok(answer.ok, 'no earlier photo')
  }
}

async function photographed(folder: string, count: number): Promise<string[]> {
  const paths = Array.from({ length: count }, (_, at) => join(folder, `Shared ${at + 1}.jpg`))
  for (const [at, path] of paths.entries()) writeFileSync(path, await cameraPicture(70 + at))
  return paths
}

/** What writes documents is fetched once the page is idle. */
const documentsKept = (me: Visitor) =>
  me.until('what writes documents on the device', () =>
    me.inPage(async () => (await (await caches.open('codesoft-letters')).keys()).length >= 9),
  )

const shots = 10

/** How long a dialog may take before its button is tapped again (ms): a second tap would meet what is in the dialog. */
const dialogLimitMs = 2_000

/**
 * Taps a button that stands still until its dialog is open. The second tap is for one that met nothing because the page
 * moved after all. An open dialog hides the button.
 */
const opens = async (me: Visitor, button: string) => {
  await me.tap('button', button)
  let tappedAt = Date.now()
  await me.until(`the dialog of '${button}'`, async () => {
    if (await me.inPage(() => document.querySelector('dialog[open]') !== null)) return true
    if (Date.now() - tappedAt < dialogLimitMs) return false
    if (await me.tapNow('button', button)) tappedAt = Date.now()
    return false
  })
}

async function tenShotsThenKilled(me: Visitor): Promise<void> {
  await me.go('/inspections/1/conduct')
  await me.tap('button', 'Kitchen*')
  await me.sees('heading', 'Kitchen')
  const area = await me.inPage(() => location.pathname)
  await opens(me, 'Many photos')
  for (let n = 1; n <= shots; n++) await me.tap('button', 'Take photo')
  await me.reads(new RegExp(`${shots} photos taken, ${shots} saved`))
  await me.driver.kill()
  await me.go(area)
  await me.tap('button', 'Continue')
  await me.until('all shots', () =>
    me.inPage((count) => document.querySelectorAll('[aria-label="Chosen files"] > li').length === count, shots),
  )
  await me.type('Observation', 'Whole wall')
  await me.tap('button', 'Save Observation')
  await me.sees('article', '*Whole wall*')
}

async function followedUp(me: Visitor): Promise<void> {
  await me.go('/address/1/follow-up')
  for (let done = 1; done <= 3; done++) {
    await me.tap('button', 'Fixed')
    if (me.driver.hasCamera) await shotBesideTheOld(me)
    await opens(me, 'Mark as Abated')
    await me.tap('button', 'Mark as Abated')
    await readsTimes(me, 'Resolved', done)
    // The page moves until the last part of the card is there, and the next tap would meet something else.
    await readsTimes(me, 'Reopen Violation', done)
  }
}

/** Waits until the screen shows the words so many times. */
const readsTimes = (me: Visitor, words: string, times: number) =>
  me.until(`'${words}' ${times} times`, async () => (await me.text()).split(words).length === times + 1)

/** With the earlier photo over the live picture. */
async function shotBesideTheOld(me: Visitor): Promise<void> {
  await opens(me, 'Photo of*')
  await me.until('the earlier photo', () =>
    me.inPage(() => (document.querySelector<HTMLImageElement>('dialog[open] [data-ghost]')?.naturalWidth ?? 0) > 0),
  )
  await me.tap('button', 'Take photo')
  await me.reads(/1 photo taken, 1 saved/)
  await me.tap('button', 'Done')
}

/** Pictures from elsewhere: these engines have no sharing to an app, so they are chosen on its page. */
async function filedLater(me: Visitor, paths: readonly string[]): Promise<void> {
  await me.go('/inbox')
  await me.choose('Photos', paths)
  await me.until('both photos', () =>
    me.inPage(
      (count) => document.querySelectorAll('[aria-label="Photos to file"] > li').length === count,
      paths.length,
    ),
  )
  await me.type('Address', '48 quarry')
  await me.tap('option', '48 QUARRY ROAD*')
  await me.type('Comment', 'Seen from the street')
  await me.tap('button', `File ${paths.length} photos`)
  await me.reads(/Nothing is waiting here/)
}

async function servedAtTheDoor(me: Visitor, door: readonly string[]): Promise<void> {
  await me.go('/violation/4')
  await opens(me, 'Make Notice')
  await me.reads(/48 QUARRY ROAD/)
  // What the browser would put among its downloads.
  await me.inPage(() => {
    const address = URL.createObjectURL
    URL.createObjectURL = (made: Blob) => {
      if (made instanceof File)
        void made.text().then((text) => (document.body.dataset.made = `${made.name} ${text.slice(0, 5)}`))
      return address.call(URL, made)
    }
  })
  await me.tap('button', 'PDF')
  await me.until('the notice as a PDF', async () =>
    me.inPage(() => document.body.dataset.made === 'violation_notice_4.pdf %PDF-'),
  )
  await me.tap('button', 'Close')
  await me.tap('button', 'Record Service')
  await me.choose('Photos of the door', door)
  await me.reads(/1 file\b/)
  await me.tap('button', 'Save Service')
  await me.reads(/Served: posted/)
}

async function onceAtOffice({ pool }: TestTown, hasCamera: boolean): Promise<void> {
  const rows = async (sql: string) => (await pool.query(sql)).rows
  assert.deepEqual(
    await rows('select status from violations order by id'),
    [1, 1, 1, 0].map((status) => ({ status })),
  )
  assert.deepEqual(await rows('select how, violation_id from notice_services'), [{ how: 'posted', violation_id: 4 }])
  assert.deepEqual(
    await rows(`select owner_type, count(*)::int as n, count(distinct filename)::int as different
      from attachments group by 1 order by 1`),
    [
      { owner_type: 'comment', n: 2 },
      ...(hasCamera ? [{ owner_type: 'observation', n: shots }] : []),
      { owner_type: 'service', n: 1 },
      { owner_type: 'violation', n: 3 },
      ...(hasCamera ? [{ owner_type: 'violationComment', n: 3 }] : []),
    ].map((it) => ({ ...it, different: it.n })),
  )
}

const filesUnder = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => join(it.parentPath, it.name))

/** Somebody at the server puts another picture in the place of a stored one. */
async function changedFileIsFound(me: Visitor, { pool, dataFolder }: TestTown, folder: string): Promise<void> {
  const { rows } = await pool.query("select sha256 from attachments where owner_type = 'service'")
  const stored = filesUnder(join(dataFolder, 'files')).find((it) => sha256(readFileSync(it)) === rows[0]?.sha256)
  assert.ok(stored, 'the file store has no such file')
  const original = join(folder, 'original.jpg')
  writeFileSync(original, readFileSync(stored))
  await me.go('/verify')
  await me.choose('Files to verify', [original])
  await me.reads(/This is a stored original\./)
  writeFileSync(stored, 'another picture')
  await me.choose('Files to verify', [original])
  await me.reads(/the file store holds something else in its place/)
}
