import { startTestPostgres } from '../tests/harness/postgres.ts'

/** One database server for all workers of a run. Each town has its own database in it. */
export default async function startDatabases(): Promise<() => Promise<void>> {
  const postgres = await startTestPostgres('packaged')
  if (!postgres) throw new Error('The packaged PostgreSQL did not start')
  // Workers are processes and get the address from the environment.
  process.env.E2E_POSTGRES = postgres.url('postgres')
  return () => postgres.stop()
}
