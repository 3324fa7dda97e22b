import { Pool } from '../pool.ts'
import { planted } from './planted.ts'

/** After this many seeds a planted bug counts as not found. */
const mostSeeds = 3000

/** Plants each bug and looks how many seeds it takes to find it. Answers whether all were found. */
export async function bite(tell: (line: string) => void, only?: string): Promise<boolean> {
  const needed: number[] = []
  const bugs = planted.filter((it) => only === undefined || it.name === only)
  for (const { name, says, patches } of bugs) {
    const pool = await Pool.open(patches)
    const all = await pool.seeds({ from: 1, count: mostSeeds, profiles: ['keyed', 'documented'], enough: 1 })
    await pool.close()
    const first = all.find((it) => it.violation)
    if (first) needed.push(first.seed)
    tell(
      first
        ? `found   ${name}: seed ${first.seed} (${first.profile}), ${first.violation?.id} ${first.violation?.says.slice(0, 120)}`
        : `MISSED  ${name}: ${says}`,
    )
  }
  const median = needed.sort((a, b) => a - b)[Math.floor(needed.length / 2)] ?? 0
  tell(`${needed.length} of ${bugs.length} planted bugs found, by the median after ${median} seeds`)
  return needed.length === bugs.length
}
