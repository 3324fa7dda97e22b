import type { Pool } from './pool.ts'
import type { CrashPoint } from './world/scripted.ts'
import type { Profile } from './world/server-types.ts'

export interface Crashed {
  points: number
  storage: number
  network: number
  violations: string[]
}

/** One whole inspection for each `every`th storage and network step, with a process that dies at that step. */
export async function crashPoints(pool: Pool, profile: Profile, every = 1): Promise<Crashed> {
  const [clean] = await pool.crashes([{ profile, kind: null, at: 0 }])
  const { storage, network } = clean?.played.steps ?? { storage: 0, network: 0 }
  const points: CrashPoint[] = []
  for (let at = 1; at <= storage; at += every) points.push({ profile, kind: 'storage', at })
  for (let at = 1; at <= network; at += Math.max(1, Math.round(every / 10)))
    points.push({ profile, kind: 'network', at })
  const all = await pool.crashes(points)
  const violations = [...(clean ? [clean] : []), ...all].flatMap(({ point, played }) =>
    played.violation ? [`${point.kind} ${point.at}: ${played.violation.id} ${played.violation.says}`] : [],
  )
  return { points: points.length, storage, network, violations }
}
