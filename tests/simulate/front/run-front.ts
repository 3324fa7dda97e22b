import { startTestPostgres } from '../../harness/postgres.ts'
import { FrontCrew, type FrontResult } from './front-crew.ts'
import { plantedInFront } from './planted-front.ts'

interface Wish {
  from: number
  seeds: number
  /** One seed alone, with a trace of all requests. */
  seed?: number
  /** Plants each bug and checks that it is found. */
  mutations: boolean
  /** Only this bug. Without `mutations` the seeds are played with it. */
  planted?: string
}

const seedsFrom = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n)

/** Inspections through a front with bad connections on both sides. Returns whether all invariants held. */
export async function playFront(wish: Wish): Promise<boolean> {
  const postgres = await startTestPostgres('packaged')
  if (!postgres) throw new Error('The database is not installed')
  const admin = postgres.url('postgres')
  try {
    if (wish.mutations) return await findMutations(admin, wish)
    return await playSeeds(admin, wish)
  } finally {
    await postgres.stop()
  }
}

async function playSeeds(admin: string, { from, seeds, seed, planted }: Wish): Promise<boolean> {
  const patches = plantedInFront.find((it) => it.name === planted)?.patches ?? []
  const crew = await FrontCrew.open(admin, patches)
  const all: FrontResult[] = []
  const began = performance.now()
  await crew.play(seed === undefined ? seedsFrom(from, seeds) : [seed], (went) => {
    all.push(went)
    if (seed !== undefined) for (const line of went.played.trace) console.log(`  ${line}`)
    if (went.wrong.length > 0) console.log(`seed ${went.seed}: ${went.wrong.join('; ')}`)
    if (all.length % 100 === 0) console.log(`... ${all.length} of ${seeds} inspections`)
  })
  await crew.close()
  console.log(frontFigures(all, (performance.now() - began) / 1000))
  return all.every((it) => it.wrong.length === 0)
}

/** The figures in one line. */
export function frontFigures(all: readonly FrontResult[], seconds: number): string {
  const sum = (count: (went: FrontResult) => number) => all.reduce((total, it) => total + count(it), 0)
  const deaths = sum((it) => it.deaths)
  const asked = sum((it) => it.played.asked)
  return (
    `${all.length} inspections through a front, ${sum((it) => it.cuts.near)} cuts of the phone's line, ` +
    `${sum((it) => it.cuts.far)} of the line behind, ${deaths} deaths of the front, ${new Set(all.flatMap((it) => it.seen)).size} kinds of trouble: ` +
    `${sum((it) => it.lost.length)} lost, ${sum((it) => it.doubled.length)} doubled, ${asked} asked of the inspector, ` +
    `${all.filter((it) => it.wrong.length > 0).length} violations, ${seconds.toFixed(0)} s`
  )
}

/** After this many seeds a planted bug counts as not found. */
const mostSeeds = 300

async function findMutations(admin: string, { planted }: Wish): Promise<boolean> {
  const bugs = plantedInFront.filter((it) => planted === undefined || it.name === planted)
  let found = 0
  for (const { name, says, patches } of bugs) {
    const crew = await FrontCrew.open(admin, patches)
    const wrong: FrontResult[] = []
    await crew.play(seedsFrom(1, mostSeeds), (went) => void (went.wrong.length > 0 && wrong.push(went)), 1)
    await crew.close()
    const [first] = wrong.sort((a, b) => a.seed - b.seed)
    if (first) found++
    console.log(first ? `found   ${name}: seed ${first.seed}, ${first.wrong[0]}` : `MISSED  ${name}: ${says}`)
  }
  console.log(`${found} of ${bugs.length} planted bugs found`)
  return found === bugs.length
}
