import type { Page } from 'playwright'
import type { Profile } from '../../../src/server/config.ts'
import { people } from '../../harness/people.ts'
import { benchPage } from '../browser.ts'
import { openOffice } from '../office.ts'
import { median } from '../stats.ts'
import type { Row } from '../table.ts'
import { benchFiles } from './device.ts'

const delayMs = 50
const { email, password } = people.ons
const observationCount = 489
const photoCount = 100
/** As many photos as the engine has in flight. */
const photoLane = 2

/** P7: a backlog of 500 entries to a server whose answers take 50 ms. */
export async function replaying(): Promise<Row[]> {
  const ours = (profile: Profile) =>
    onLine({ profile, observations: observationCount }, (page) =>
      page.evaluate(([email, password]) => window.bench.replay(email, password), [email, password] as const),
    )
  const raw = (atOnce: number) =>
    onLine({ profile: 'keyed', observations: observationCount }, (page) =>
      page.evaluate(([email, password, atOnce]) => window.bench.replayRaw(email, password, atOnce), [
        email,
        password,
        atOnce,
      ] as const),
    )
  const keyed = [await ours('keyed'), await ours('keyed'), await ours('keyed')]
  const raw6 = [await raw(6), await raw(6)]
  const raw2 = await raw(2)
  const documented = await ours('documented')
  const workbox = await onLine({ profile: 'keyed', observations: 500 }, (page) =>
    page.evaluate(([email, password]) => window.bench.replayWorkbox(email, password), [email, password] as const),
  )
  const row = { goal: 'P7', unit: 's' as const }
  return [
    {
      ...row,
      what: '500 entries, keyed server',
      ours: median(keyed),
      beside: 'raw fetch, 6 in flight',
      theirs: median(raw6),
      meets: { times: 0.35 },
    },
    {
      ...row,
      what: '500 entries, keyed server',
      ours: median(keyed),
      beside: 'Workbox queue',
      theirs: workbox,
      meets: { times: 0.18 },
    },
    {
      ...row,
      what: '500 entries, documented server',
      ours: documented,
      beside: 'raw fetch, 2 in flight',
      theirs: raw2,
      meets: { times: 1.15 },
    },
  ]
}

/** P8: 100 photos of 500 kB. */
export async function sendingPhotos(): Promise<Row[]> {
  const ours = () =>
    onLine({ profile: 'keyed', observations: 1, photos: photoCount }, (page) =>
      page.evaluate(([email, password, count]) => window.bench.sendPhotos(email, password, count), [
        email,
        password,
        photoCount,
      ] as const),
    )
  const raw = (atOnce: number) =>
    onLine({ profile: 'keyed', observations: 1, photos: photoCount }, (page) =>
      page.evaluate(([email, password, count, atOnce]) => window.bench.sendPhotosRaw(email, password, count, atOnce), [
        email,
        password,
        photoCount,
        atOnce,
      ] as const),
    )
  const mine: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < 2; n++) {
    mine.push(await ours())
    theirs.push(await raw(photoLane))
  }
  const six = await raw(6)
  const row = { goal: 'P8', unit: 's' as const, what: '100 photos of 500 kB', ours: median(mine) }
  return [
    { ...row, beside: `raw fetch, ${photoLane} in flight`, theirs: median(theirs), meets: { times: 1.1 } },
    { ...row, beside: 'raw fetch, 6 in flight', theirs: six },
  ]
}

/** Seconds of one sending, in a town of its own, which must then hold exactly what was sent. */
async function onLine(
  { profile, observations, photos = 0 }: { profile: Profile; observations: number; photos?: number },
  send: (page: Page) => Promise<number>,
): Promise<number> {
  const office = await openOffice({ profile, delayMs, files: await benchFiles() })
  const { page, end } = await benchPage(office.url)
  const ms = await send(page)
  await end()
  const { rows } = await office.pool.query(`
    select (select count(*) from observations)::int as observations,
      (select count(distinct content) from observations)::int as contents,
      (select count(*) from attachments)::int as photos,
      (select count(distinct sha256) from attachments)::int as pictures
  `)
  await office.close()
  const expected = { observations, contents: observations, photos, pictures: photos }
  if (JSON.stringify(rows[0]) !== JSON.stringify(expected))
    throw new Error(`The office holds ${JSON.stringify(rows[0])} instead of ${JSON.stringify(expected)}`)
  return ms / 1000
}
