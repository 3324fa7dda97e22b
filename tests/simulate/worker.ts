import './world/platform.ts'
import { parentPort } from 'node:worker_threads'
import { play } from './world/play.ts'
import { type CrashPoint, crashAt, poisoned } from './world/scripted.ts'
import type { Profile } from './world/server-types.ts'
import { type Story, storyOf } from './world/story.ts'

/** The jobs of a worker. */
export type Job =
  | { kind: 'seeds'; seeds: number[]; profiles: Profile[] }
  | { kind: 'story'; story: Story }
  | { kind: 'crash'; point: CrashPoint }
  | { kind: 'poison'; profile: Profile }

const tell = (told: object) => parentPort?.postMessage(told)

parentPort?.on('message', async (job: Job) => {
  if (job.kind === 'story') return tell({ kind: 'played', played: await play(job.story) })
  if (job.kind === 'crash') return tell({ kind: 'played', played: await crashAt(job.point) })
  if (job.kind === 'poison') return tell({ kind: 'poisoned', ...(await poisoned(job.profile)) })
  for (const seed of job.seeds) {
    for (const profile of job.profiles) {
      const { violation, trace, seen, actions } = await play(storyOf(seed, profile))
      tell({ kind: 'one', seed, profile, violation, trace, seen, actions })
    }
  }
  return tell({ kind: 'end' })
})
