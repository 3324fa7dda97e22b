import type { TestProject } from 'vitest/node'
import { startTestPostgres } from './postgres.ts'
import { buildServerPrograms } from './server-program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the servers' own `postgres` database; `debian` is null when that server is not installed. */
    postgresUrls: { packaged: string; debian: string | null }
  }
}

/**
 * Builds the server's programs and starts the databases once for all server tests. `TEST_DATABASE=debian` runs every test
 * on Debian's PostgreSQL.
 */
export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const onlyDebian = process.env.TEST_DATABASE === 'debian'
  const [removePrograms, packaged, debian] = await Promise.all([
    buildServerPrograms(),
    onlyDebian ? undefined : startTestPostgres('packaged'),
    startTestPostgres('debian'),
  ])
  const usual = packaged ?? debian
  if (!usual) throw new Error("TEST_DATABASE=debian: Debian's PostgreSQL 15 is not installed here")
  project.provide('postgresUrls', { packaged: usual.url('postgres'), debian: debian?.url('postgres') ?? null })
  return async () => {
    removePrograms()
    await Promise.all([packaged?.stop(), debian?.stop()])
  }
}
