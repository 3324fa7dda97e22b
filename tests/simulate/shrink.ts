import type { Pool } from './pool.ts'
import type { Played } from './world/play.ts'
import type { Story } from './world/story.ts'

/** The shortest story found that violates the same invariant: steps are left out as long as it does. */
export async function shrink(pool: Pool, story: Story, id: string): Promise<{ story: Story; played: Played }> {
  let best = { story, played: await pool.story(story) }
  for (let size = Math.ceil(story.steps.length / 2); size >= 1; ) {
    let shorter = false
    for (let at = 0; at < best.story.steps.length; at += shorter ? 0 : size) {
      shorter = false
      const steps = best.story.steps.filter((_, n) => n < at || n >= at + size)
      const tried = { ...best.story, steps }
      const played = await pool.story(tried)
      if (played.violation?.id !== id) continue
      best = { story: tried, played }
      shorter = true
    }
    size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return best
}
