import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { smallPdf } from '../../tests/harness/pdf.ts'
import { cameraPicture, sha256 } from '../inspector.ts'
import { openTown, people, type TestTown } from '../town.ts'
import type { Driver } from './driver.ts'
import { Visitor } from './visitor.ts'

/** The inspector's texts and files. */
const findings = [
  { content: 'Loose wire over the sink', files: ['wire 1.jpg', 'wire 2.jpg'] },
  { content: 'Sink drains slowly', files: ['sink.jpg'] },
  { content: 'No lid on the outlet', files: ['outlet.jpg', 'permit.pdf'] },
] as const

/** The smallest file with the type PDF. Nothing shrinks it, so it must arrive unchanged. */
const paper = smallPdf()

/**
 * An inspector's day in one engine with the real server: prepared with signal, a deep link opened cold without signal,
 * an area, 3 observations, 4 photos and a document, the browser restarted, and all of it at the office exactly once.
 * Throws at the first deviation.
 */
export async function runStory(driver: Driver): Promise<void> {
  const town = await openTown({ distFolder: process.env.E2E_DIST ?? 'dist' })
  const me = new Visitor(driver, town.url)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-camera-'))
  try {
    const given = await photographed(folder)
    await preparedAs(me, people.ons)
    await town.signalOff()
    await recorded(me, folder)
    await driver.restart()
    await stillThere(me)
    await town.signalOn()
    await sent(me)
    await onceAtOffice(town, await photosHere(me), given)
    // A cold start must also find nothing left to send.
    await me.go('/')
    await me.sees('link', '*All sent*')
    assert.equal(await hasOffer(me), false, 'an update is offered that does not exist')
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await town.close()
  }
}

/** Files as a camera and a scanner write them; returns their hashes. */
async function photographed(folder: string): Promise<string[]> {
  const names = findings.flatMap((it) => [...it.files])
  const bytes = await Promise.all(names.map((name, at) => (name.endsWith('.pdf') ? paper : cameraPicture(at + 1))))
  for (const [at, name] of names.entries()) writeFileSync(join(folder, name), bytes[at] ?? '')
  return bytes.map(sha256).sort()
}

/** Signs in, downloads the day's work, and waits until the app is installed for the time without signal. */
export async function preparedAs(
  me: Visitor,
  person: { email: string; password: string; name: string },
): Promise<void> {
  await me.go('/')
  await signIn(me, person)
  await me.sees('heading', `*${person.name}*`)
  // The page may be loaded while the app is still being installed.
  await me.go('/field')
  await me.tap('button', 'Prepare now')
  await me.reads(/Ready (\d+) of \1\b/)
  await me.sees('button', 'Prepare again')
  // A PDF is shown without signal only once the code for it is cached, which the service worker does on the side.
  await me.until('the code of the previews', async () => me.inPage(hasPreviewCode))
  await me.until('a service worker that answers', () =>
    me.inPage(() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)),
  )
  assert.equal(await hasOffer(me), false, 'the first visit offers a new version')
}

/** At the sign-in screen. */
export async function signIn(me: Visitor, person: { email: string; password: string }): Promise<void> {
  await me.type('Email', person.email)
  await me.type('Password', person.password)
  await me.tap('button', 'Sign in')
}

/** On any page: signs out, and ends at the sign-in screen. */
export async function signOut(me: Visitor): Promise<void> {
  await me.go('/')
  await me.tap('button', 'Open menu')
  await me.tap('button', 'Logout')
  await me.tap('button', 'Sign out')
  await me.sees('field', 'Email')
}

/** Waits for the page to stop growing, because a tap would hit something else. */
async function standsStill(me: Visitor): Promise<void> {
  let before = -1
  let times = 0
  await me.until('a page that stands still', async () => {
    const height = await me.inPage(() => document.documentElement.scrollHeight)
    times = height === before ? times + 1 : 0
    before = height
    return times >= 3
  })
}

async function recorded(me: Visitor, folder: string): Promise<void> {
  await me.go('/inspections/1/conduct')
  await me.sees('heading', 'Conduct Inspection')
  await standsStill(me)
  await me.tap('button', 'Kitchen*')
  await me.sees('heading', 'Kitchen')
  for (const { content, files } of findings) {
    await me.choose(
      'Photos',
      files.map((name) => join(folder, name)),
    )
    await me.type('Observation', content)
    await me.tap('button', 'Save Observation')
    await me.sees('article', `*${content}*`)
  }
}

async function stillThere(me: Visitor): Promise<void> {
  await me.go('/inspections/1/conduct')
  await me.sees('link', '*Kitchen*')
  await standsStill(me)
  await me.tap('link', '*Kitchen*')
  for (const { content } of findings) await me.sees('article', `*${content}*`)
  await me.go('/unsent')
  await me.sees('heading', 'Unsent work')
}

/**
 * The status light is enough: the engine sends by itself when there is signal, and a tap may come before or after that.
 */
async function sent(me: Visitor): Promise<void> {
  await me.until('the signal being seen', async () => {
    if (/Everything is sent/.test(await me.text())) return true
    return await me.tapNow('button', 'Send now')
  })
  await me.sees('link', '*All sent*')
}

const hasOffer = async (me: Visitor): Promise<boolean> => /new version of CodeSoft is ready/.test(await me.text())

interface OwnPhoto {
  sha256: string
  part: string
  sends: string
  /** The hash of the original, read from disk again. */
  kept: string
}

/** The device's photo records, and the hashes of the originals that it holds. */
const photosHere = (me: Visitor): Promise<OwnPhoto[]> =>
  me.inPage(async () => {
    const names = (await indexedDB.databases()).map((it) => it.name ?? '')
    const name = names.find((it) => /^codesoft-.*-\d+$/.test(it)) ?? ''
    const answer = <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await answer(indexedDB.open(name))
    const stores = db.transaction(['photos', 'blobs'])
    const photos = await answer(stores.objectStore('photos').getAll())
    const blobs: { photo: string; part: string; bytes: ArrayBuffer }[] = await answer(
      stores.objectStore('blobs').getAll(),
    )
    db.close()
    return await Promise.all(
      photos.map(
        async ({ id, sha256, sends }: { id: string; sha256: string; sends: { part: string; sha256: string } }) => {
          const original = blobs.find((it) => it.photo === id && it.part === 'original')
          const hash = await crypto.subtle.digest('SHA-256', original?.bytes ?? new ArrayBuffer(0))
          const kept = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
          return { sha256, part: sends.part, sends: sends.sha256, kept }
        },
      ),
    )
  })

/**
 * Every row must exist exactly once; the device must have the original files, the office the bytes that the device
 * sent.
 */
async function onceAtOffice(town: TestTown, photos: OwnPhoto[], given: readonly string[]): Promise<void> {
  const rows = async (sql: string) => (await town.pool.query(sql)).rows
  assert.deepEqual(await rows('select name, inspection_id from areas'), [{ name: 'Kitchen', inspection_id: 1 }])
  assert.deepEqual(
    (await rows('select content from observations order by id')).map((it) => it.content),
    findings.map((it) => it.content),
  )
  const files = await rows(
    "select o.content, t.sha256 from attachments t join observations o on o.id = t.owner_id where t.owner_type = 'observation'",
  )
  assert.deepEqual(
    files.map((it) => it.content).sort(),
    findings.flatMap((it) => it.files.map(() => it.content)).sort(),
  )
  assert.deepEqual(files.map((it) => it.sha256).sort(), photos.map((it) => it.sends).sort())
  assert.deepEqual(photos.map((it) => it.sha256).sort(), given)
  assert.deepEqual(photos.map((it) => it.kept).sort(), given)
  // A file that this engine cannot shrink is sent unchanged: the 4 photos are shrunk, the document is not.
  assert.deepEqual(photos.map((it) => it.part).sort(), ['original', 'web', 'web', 'web', 'web'])
}

/** Runs in the page. Whether the service worker has cached the code that draws pages of PDF files. */
async function hasPreviewCode(): Promise<boolean> {
  const cached = await (await caches.open('codesoft-previews')).keys()
  return cached.some((it) => it.url.includes('pdf-preview-worker'))
}
