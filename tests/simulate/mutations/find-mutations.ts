import { Pool, type SeedResult } from '../pool.ts'
import { storyOf } from '../world/story.ts'
import { planted } from './planted.ts'

/** After this many seeds a planted bug counts as not found. */
const mostSeeds = 3000

/** Plants each bug and looks how many seeds it takes to find it. Answers whether all were found. */
export async function findMutations(tell: (line: string) => void, only?: string): Promise<boolean> {
  const needed: number[] = []
  const bugs = planted.filter((it) => only === undefined || it.name === only)
  // A seed that fails without the bug as well says nothing of it.
  const clean = await Pool.open([], 1)
  for (const { name, says, patches, from = 1 } of bugs) {
    const pool = await Pool.open(patches)
    const first = await firstFound(pool, clean, from)
    await pool.close()
    if (first) needed.push(first.seed - from + 1)
    tell(
      first
        ? `found   ${name}: seed ${first.seed} (${first.profile}), ${first.violation?.id} ${first.violation?.says.slice(0, 120)}`
        : `MISSED  ${name}: ${says}`,
    )
  }
  await clean.close()
  const median = needed.sort((a, b) => a - b)[Math.floor(needed.length / 2)] ?? 0
  tell(`${needed.length} of ${bugs.length} planted bugs found, by the median after ${median} seeds`)
  return needed.length === bugs.length
}

/** The first seed that fails with the bug and holds without it. */
async function firstFound(planted: Pool, clean: Pool, start: number): Promise<SeedResult | undefined> {
  for (let from = start; from < start + mostSeeds; ) {
    const count = start + mostSeeds - from
    const all = await planted.seeds({ from, count, profiles: ['keyed', 'documented'], enough: 1 })
    const broken = all.filter((it) => it.violation).sort((a, b) => a.seed - b.seed)
    for (const it of broken) if (!(await clean.story(storyOf(it.seed, it.profile))).violation) return it
    const last = broken.at(-1)
    if (!last) return undefined
    from = last.seed + 1
  }
  return undefined
}
