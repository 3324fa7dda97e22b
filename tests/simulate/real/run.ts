import { startTestPostgres } from '../../harness/postgres.ts'
import { planted } from '../mutations/planted.ts'
import type { Profile } from '../world/server-types.ts'
import { crashEverywhere, figures, pilot, pointOf } from './crash-points.ts'
import { Crew, failuresOf } from './crew.ts'

interface Wish {
  profiles: readonly Profile[]
  every: number
  /** One point alone, with a trace of all requests. */
  at?: number
  /** With a planted bug in the engine: violations are expected. */
  planted?: string
}

/** Plays the crash points against the real server and database. Returns whether all invariants held. */
export async function crashReally(wish: Wish): Promise<boolean> {
  const bug = planted.find((it) => it.name === wish.planted)
  if (wish.planted !== undefined && !bug) throw new Error(`No bug is called ${wish.planted}`)
  const postgres = await startTestPostgres('packaged')
  if (!postgres) throw new Error('The database is not installed')
  let good = true
  for (const profile of wish.profiles) {
    const crew = await Crew.open(profile, postgres.url('postgres'), bug?.patches)
    const began = performance.now()
    if (wish.at === undefined) {
      const report = await crashEverywhere(crew, profile, { every: wish.every, tell: (line) => console.log(line) })
      console.log(figures(profile, report, (performance.now() - began) / 1000))
      good &&= report.wrong.length === 0
    } else good = (await oneAlone(crew, profile, wish.at)) && good
    await crew.close()
  }
  await postgres.stop()
  return good
}

async function oneAlone(crew: Crew, profile: Profile, number: number): Promise<boolean> {
  const { states } = await pilot(crew, profile)
  let good = false
  await crew.play([pointOf(number, states, profile)], (went) => {
    const says = failuresOf(went)
    for (const line of went.trace) console.log(`  ${line}`)
    console.log(`${profile}, point ${number}: ${says.length === 0 ? 'nothing lost, nothing doubled' : says.join('; ')}`)
    good = says.length === 0
  })
  return good
}
