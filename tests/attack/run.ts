import { parseArgs } from 'node:util'
import { startTestPostgres } from '../harness/postgres.ts'
import { attack, statusWords } from './attack.ts'

/*
 * Sends generated hostile requests to the real server and database: npm run attack -- --requests 100000 --seed 7;
 * --only 4231 sends one of them to a new town, --from 4000 --requests 300 a few.
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
  },
})

const from = Number(values.only ?? values.from)
const to = values.only === undefined ? from + Number(values.requests) : from + 1
const postgres = await startTestPostgres('packaged')
if (!postgres) throw new Error('The database is not installed')
const start = Date.now()
try {
  const campaign = { seed: Number(values.seed), from, to }
  const outcome = await attack(postgres.url('postgres'), campaign, (line) => console.log(line))
  for (const failure of outcome.failures) console.log(`\n${failure}`)
  const seconds = ((Date.now() - start) / 1000).toFixed(0)
  console.log(`${outcome.sent} requests of seed ${values.seed} in ${seconds} s; ${statusWords(outcome)}`)
  console.log(
    `${outcome.reached.size} calls answered with success; ${outcome.failures.length} answered wrongly, ${outcome.busy} asked to come again`,
  )
  process.exitCode = outcome.failures.length > 0 ? 1 : 0
} finally {
  await postgres.stop()
}
