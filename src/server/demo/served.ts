import { asc, inArray } from 'drizzle-orm'
import sharp from 'sharp'
import { codeLabel } from '../../rules/code-search.ts'
import { dayOf } from '../../rules/dates.ts'
import { followUpText } from '../../rules/follow-up.ts'
import { violationComments } from '../store/case-tables.ts'
import { noticeServices } from '../store/field-tables.ts'
import { codes } from '../store/town-tables.ts'
import type { Case } from './cases.ts'
import { type DemoContext, insertAll, itemAt } from './demo-context.ts'
import type { Shot } from './photo-album.ts'

const dayMs = 24 * 60 * 60_000
/** Old enough for a notice on the day after, and a visit three days later. */
const ageMs = 5 * dayMs

/**
 * Two open violations of the first inspector whose notice was posted on the door and which were visited again since:
 * a record of service with a signature, and a follow-up section by section. Returns their photos, still to be drawn.
 */
export const addServed = async (context: DemoContext, cases: readonly Case[]): Promise<Shot[]> => {
  const { calendar, users } = context
  const served = cases
    .filter(({ status, user_id, created_at }) => {
      return status === 0 && user_id === users.ons && calendar.now.getTime() - created_at.getTime() > ageMs
    })
    .slice(-2)
  const shots: Shot[] = []
  for (const one of served) shots.push(...(await addHistory(context, one)))
  return shots
}

const addHistory = async ({ tx, calendar }: DemoContext, { id, place, user_id, codes: named, created_at }: Case) => {
  const posted = new Date(created_at.getTime() + dayMs)
  const seenAgain = new Date(created_at.getTime() + 4 * dayMs)
  const stamps = (at: Date) => ({ created_at: at, updated_at: at })
  const service = {
    violation_id: id,
    how: 'posted',
    served_to: '',
    note: 'Posted beside the lock. The bell was not answered.',
    lat: place.latitude,
    lng: place.longitude,
    accuracy: 6,
    signature: await signature(),
    user_id,
    observed_at: posted,
    ...stamps(posted),
  }
  const serviceId = itemAt(await insertAll(tx, noticeServices, [service]), 0)
  const sections = await tx.select().from(codes).where(inArray(codes.id, named)).orderBy(asc(codes.id))
  const said = sections.map((it, n) => ({
    name: codeLabel(it),
    isFixed: n > 0,
    note: n > 0 ? '' : 'Begun, not finished.',
    photos: n > 0 ? [] : [1],
  }))
  const content = followUpText(dayOf(seenAgain, calendar.zone), said)
  const comment = { violation_id: id, user_id, content, ...stamps(seenAgain) }
  const commentId = itemAt(await insertAll(tx, violationComments, [comment]), 0)
  const shot = (type: string, owner: number, scene: Shot['scene'], takenAt: Date): Shot => ({
    owner: { type, id: owner },
    scene,
    caption: place.combadd,
    place,
    user_id,
    takenAt,
  })
  return [
    shot('violation', id, 'tall grass', created_at),
    shot('service', serviceId, 'house', posted),
    shot('violationComment', commentId, 'porch', seenAgain),
  ]
}

/** A signature as a finger draws it: lines on white, as a PNG in a data URL. */
const signature = async (): Promise<string> => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="200">
    <rect width="600" height="200" fill="#ffffff"/>
    <path d="M60 130 C90 20 130 20 120 100 S70 190 110 150 S190 60 190 110 S240 140 250 100 S300 60 300 120 S360 140 380 90 S430 150 540 80"
      fill="none" stroke="#101418" stroke-width="6" stroke-linecap="round"/>
  </svg>`
  const png = await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
