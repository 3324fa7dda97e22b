import { parseArgs } from 'node:util'
import { filesIn, type Manifest, storedAs } from '../backup/manifest.ts'
import { writeBackup } from '../backup/write-backup.ts'
import type { Config } from '../config.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { createLog } from '../log.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import type { Store } from '../store/open-store.ts'
import { TownConfig } from '../town-config.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run backup -- FILE [--accept-losses]

Writes the whole town, records and files, into FILE (a .tar.gz); the server may go on meanwhile. FILE holds everything,
passwords' hashes too: keep it where only the town can read it. The exit status is 2 when FILE is complete except for a
few files that the file store has lost or cannot read, and 1 when there is no FILE. Where all files are missing, or more
than a twentieth, there is no FILE: the records and the other files are in FILE.incomplete. --accept-losses makes that
one FILE too, with status 2, for files that are lost for good.`

/** FILE was written without files that the file store has lost or cannot read: the timer must show that, and may rotate. */
const FILES_MISSING = 2

/** The missing files that the command names. The backup itself lists all. */
const NAMED = 20

await runCommand(
  async (open) => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { 'accept-losses': { type: 'boolean', default: false } },
    })
    const acceptsLosses = values['accept-losses']
    const [path] = positionals
    if (!path) throw new StartFailure(USAGE)
    const { store: database, config } = await open()
    const store = await openFileStore(config)
    const client = await database.pool.connect()
    try {
      const townName = await townNameOf(database, config)
      const progress = (words: string) => console.error(words)
      const now = new Date()
      const manifest = await writeBackup(path, { client, store, townName, now, acceptsLosses, progress }).catch(
        (error) => {
          if (codeOf(error) !== 'ENOSPC') throw error
          throw new StartFailure(
            `There is no room for the backup at ${path}. Nothing was written; older backups are kept.`,
          )
        },
      )
      const written = storedAs(path, manifest, acceptsLosses)
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `${written}: ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, ${filesIn(manifest).toLocaleString('en-US')} files`,
      )
      if (manifest.missingFiles.length === 0) return
      process.exitCode = written === path ? FILES_MISSING : 1
      console.error(missingWords(manifest))
      if (written !== path)
        console.error(
          `${written} is no backup to rely on, and older ones are kept. Look at the disk or the object store of the files. If they are lost for good, add --accept-losses.`,
        )
    } finally {
      client.release()
    }
  },
  // A program that was replaced under a running server must not change that server's schema.
  { takesOlder: true },
)

function missingWords(manifest: Manifest): string {
  const { missingFiles } = manifest
  const [missing, all] = [missingFiles.length, missingFiles.length + filesIn(manifest)]
  const more = missing > NAMED ? ` and ${(missing - NAMED).toLocaleString('en-US')} more` : ''
  return `${missing.toLocaleString('en-US')} of ${all.toLocaleString('en-US')} files are missing, because the file store has lost them or cannot read them: ${missingFiles.slice(0, NAMED).join(', ')}${more}`
}

/** The town's name as an Admin has set it; a database from before there were such settings has none. */
async function townNameOf({ db, pool }: Store, config: Config): Promise<string> {
  const { rows } = await pool.query("select to_regclass('town_settings') is not null as there")
  return rows[0].there
    ? (await new TownConfig({ db, config, log: createLog(config.logLevel) }).read()).townName
    : config.townName
}
