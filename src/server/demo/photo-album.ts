import { attach, type Owner } from '../files/attach.ts'
import type { FileStore } from '../files/file-store.ts'
import { storeFiles } from '../files/stored-file.ts'
import { faultsOf } from '../profile.ts'
import type { Case } from './cases.ts'
import { type DemoContext, itemAt, type Place } from './demo-context.ts'
import type { Finding } from './findings.ts'
import { drawPicture, type Scene, scenes } from './pictures.ts'
import { chanceOf } from './random.ts'
import type { Visit } from './visits.ts'

/** A picture to draw, and the record that gets it. */
export interface Shot {
  owner: Owner
  scene: Scene
  caption: string
  place: Place
  user_id: number
  takenAt: Date
}

/** Pictures that are drawn and read back at once. */
const AT_ONCE = 4

/**
 * Draws pictures and adds them to observations, violations, inspections and comments, as phones would have sent them.
 */
export const addPhotos = async (
  context: DemoContext,
  store: FileStore,
  town: {
    findings: readonly Finding[]
    cases: readonly Case[]
    visits: readonly Visit[]
    comments: readonly { id: number; place: number; created_at: Date }[]
    served: readonly Shot[]
  },
  onRollback: (undo: () => Promise<void>) => void,
): Promise<number> => {
  const shots = plan(context, town)
  for (let from = 0; from < shots.length; from += AT_ONCE) {
    const pictures = await Promise.all(
      shots.slice(from, from + AT_ONCE).map((shot, n) => draw(context, shot, from + n)),
    )
    // In sequence: they share the transaction, and their ids stay in order.
    for (const [n, bytes] of pictures.entries())
      await hang(context, store, { shot: itemAt(shots, from + n), bytes, onRollback })
  }
  return shots.length
}

const plan = (
  context: DemoContext,
  { findings, cases, visits, comments, served }: Parameters<typeof addPhotos>[2],
): Shot[] => {
  const seen = findings.filter(({ scene }) => scene !== 'house')
  const ofFindings = seen.slice(0, 9).map(
    ({ id, scene, content, place, user_id, created_at }): Shot => ({
      owner: { type: 'observation', id },
      scene,
      caption: content,
      place,
      user_id,
      takenAt: created_at,
    }),
  )
  const ofCases = cases.slice(-4).map(
    ({ id, place, user_id, created_at }, n): Shot => ({
      owner: { type: 'violation', id },
      scene: itemAt(scenes, n + 1),
      caption: place.combadd,
      place,
      user_id,
      takenAt: created_at,
    }),
  )
  const ofVisits = visits
    .filter(({ place, source, status }) => place && source === 'Complaint' && status === null)
    .slice(0, 3)
    .flatMap(({ id, place, created_at }, n): Shot[] =>
      place
        ? [
            {
              owner: { type: 'inspection', id },
              scene: itemAt(scenes, n * 3),
              caption: place.combadd,
              place,
              user_id: context.users.oas,
              takenAt: created_at,
            },
          ]
        : [],
    )
  const ofComments = comments.slice(-4).flatMap(({ id, place: placeId, created_at }): Shot[] => {
    const place = context.places.find((it) => it.id === placeId)
    return place
      ? [
          {
            owner: { type: 'comment', id },
            scene: 'house',
            caption: place.combadd,
            place,
            user_id: context.users.ons,
            takenAt: created_at,
          },
        ]
      : []
  })
  return [...ofFindings, ...ofCases, ...ofVisits, ...ofComments, ...served]
}

const draw = ({ calendar }: DemoContext, { scene, caption, place, takenAt }: Shot, seed: number) =>
  drawPicture(
    scene,
    caption,
    { at: takenAt, zone: calendar.zone, lat: place.latitude, lng: place.longitude },
    chanceOf(seed + 1),
  )

const hang = async (
  { tx, calendar }: DemoContext,
  store: FileStore,
  { shot, bytes, onRollback }: { shot: Shot; bytes: Buffer; onRollback: (undo: () => Promise<void>) => void },
) => {
  const { owner, scene, place, user_id, takenAt } = shot
  const user = { id: user_id, email: '', name: null, role: 1 as const }
  const capture = JSON.stringify({
    taken_at: takenAt.toISOString(),
    lat: place.latitude,
    lng: place.longitude,
    accuracy: 8,
    clock_offset_ms: 0,
  })
  const now = new Date(Math.min(takenAt.getTime() + 60_000, calendar.now.getTime()))
  const faults = faultsOf('keyed')
  const sent = { name: `${scene.replaceAll(' ', '-')}-${owner.id}.jpg`, bytes }
  const [file] = await storeFiles({ store, faults, who: 'demo', onRollback }, [sent])
  if (file) await attach({ tx, now, user, faults, caller: { device: 'Android phone 3F2A' } }, owner, file, { capture })
}
