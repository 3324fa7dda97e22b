import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { crashEverywhere, pilot } from '../simulate/real/crash-points.ts'
import { Crew } from '../simulate/real/crew.ts'
import { judge } from '../simulate/real/judge.ts'

const minute = 60_000

/** Every point is played by hand: npm run simulate -- --crash-points --server real. */
describe.each(['keyed', 'documented'] as const)(
  'one whole inspection to our %s server over its database',
  (profile) => {
    let crew: Crew
    beforeAll(async () => {
      crew = await Crew.open(profile, inject('postgresUrls').packaged)
    }, minute)
    afterAll(() => crew.close())

    test(
      'I1 I2 I8 I9 the process killed at a sample of its storage and network steps: nothing lost, nothing doubled',
      async () => {
        const report = await crashEverywhere(crew, profile, { every: 100, twins: false })
        expect(report.wrong).toEqual([])
        expect(report).toMatchObject({ lost: 0, doubled: 0, silent: 0 })
        expect(report.played).toBeGreaterThan(3)
        expect(report.storage + report.network).toBeGreaterThan(1000)
      },
      2 * minute,
    )

    test.runIf(profile === 'keyed')(
      'the judge finds what is lost, doubled, saved by nobody or of other bytes',
      async () => {
        expect(await pilot(crew, profile)).toMatchObject({ lost: [], doubled: [], strange: [], problems: [] })
        const judged = await crew.look(async (office) => {
          const [file] = (await office.found()).files
          await office.meddle("update observations set content = 'Rotten step 99' where content = 'Rotten step 12'")
          await office.meddle(
            "insert into observations (content, area_id) select content, area_id from observations where content = 'Rotten step 1'",
          )
          await office.meddle(
            "insert into units (number, address_id) select '7', address_id from units where number = '2'",
          )
          await office.meddle(`update attachments set sha256 = 'no' where sha256 = '${file?.sha256}'`)
          return judge(await office.found(), office.jpeg)
        })
        expect(judged).toEqual({
          lost: ['observation Rotten step 12 in Porch of 2', expect.stringMatching(/^file .* on Rotten step 12$/)],
          doubled: ['observation Rotten step 1 in Kitchen of 1'],
          strange: expect.arrayContaining([
            'unit 7',
            'observation Rotten step 99 in Porch of 2',
            expect.stringMatching(/^file .* on Rotten step 99$/),
            expect.stringMatching(/^other bytes than said on Rotten/),
          ]),
        })
      },
    )
  },
)
