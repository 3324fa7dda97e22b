import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnServer } from '../../harness/server-process.ts'
import { byTsx } from '../../harness/server-program.ts'
import { openOffice } from '../office.ts'
import { askerOf, signedIn } from './ask.ts'
import { addCounty, changeOneByOne, fillInspections } from './town.ts'

/** The figure that a figure of the server is compared with. */
export const beside = 'bare hono and pg'

/** A town with its server, and hono and pg alone over the same database, each a process of its own. */
export async function openPair(inspections: number) {
  const office = await openOffice({})
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-bench-'))
  const settings = { DATABASE_URL: office.databaseUrl, DATA_FOLDER: folder }
  const server = spawnServer(settings)
  const floor = spawnServer(settings, [], byTsx('tests/bench/server/bare.ts'))
  await addCounty(office.pool)
  await fillInspections(office.pool, inspections)
  const changes = await changeOneByOne(office.pool)
  const { ask, token } = await signedIn(await server.address)
  const close = async () => {
    await Promise.all([server.stop(), floor.stop()])
    await office.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { server, floor, ask, token, bare: askerOf(await floor.address), changes, close }
}
