import './world/platform.ts'
import { parentPort } from 'node:worker_threads'
import { play } from './world/play.ts'
import type { Profile } from './world/server-types.ts'
import { type Story, storyOf } from './world/story.ts'

/** What a worker is asked to do. */
export type Job = { kind: 'seeds'; seeds: number[]; profiles: Profile[] } | { kind: 'story'; story: Story }

export { play, storyOf }

parentPort?.on('message', async (job: Job) => {
  if (job.kind === 'story') {
    parentPort?.postMessage({ kind: 'played', played: await play(job.story) })
    return
  }
  for (const seed of job.seeds) {
    for (const profile of job.profiles) {
      const { violation, trace, seen, deeds, turns } = await play(storyOf(seed, profile))
      parentPort?.postMessage({ kind: 'one', seed, profile, violation, trace, seen, deeds, turns })
    }
  }
  parentPort?.postMessage({ kind: 'end' })
})
