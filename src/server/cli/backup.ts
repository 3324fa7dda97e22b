import { parseArgs } from 'node:util'
import { writeBackup } from '../backup/write-backup.ts'
import type { Config } from '../config.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { createLog } from '../log.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import type { Store } from '../store/open-store.ts'
import { TownConfig } from '../town-config.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run backup -- FILE

Writes the whole town, records and files, into FILE (a .tar.gz); the server may go on meanwhile. FILE holds everything,
passwords' hashes too: keep it where only the town can read it. The exit status is 2 when FILE is complete except for
files that the file store has lost or cannot read, and 1 when there is no FILE.`

/** FILE was written without files that the file store has lost or cannot read: the timer must show that, and may rotate. */
const FILES_MISSING = 2

await runCommand(
  async (open) => {
    const [path] = parseArgs({ allowPositionals: true }).positionals
    if (!path) throw new StartFailure(USAGE)
    const { store: database, config } = await open()
    const store = await openFileStore(config)
    const client = await database.pool.connect()
    try {
      const townName = await townNameOf(database, config)
      const progress = (words: string) => console.error(words)
      const manifest = await writeBackup(path, { client, store, townName, now: new Date(), progress }).catch(
        (error) => {
          if (codeOf(error) !== 'ENOSPC') throw error
          throw new StartFailure(
            `There is no room for the backup at ${path}. Nothing was written; older backups are kept.`,
          )
        },
      )
      const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
      const files = Object.keys(manifest.entries).filter((name) => name.startsWith('files/')).length
      console.log(
        `${path}: ${rows.toLocaleString('en-US')} rows of ${manifest.tables.length} tables, ${files.toLocaleString('en-US')} files`,
      )
      if (manifest.missingFiles.length > 0) {
        process.exitCode = FILES_MISSING
        console.error(
          `The file store does not have these files, or cannot read them: ${manifest.missingFiles.join(', ')}`,
        )
      }
    } finally {
      client.release()
    }
  },
  // A program that was replaced under a running server must not change that server's schema.
  { takesOlder: true },
)

/** The town's name as an Admin has set it; a database from before there were such settings has none. */
async function townNameOf({ db, pool }: Store, config: Config): Promise<string> {
  const { rows } = await pool.query("select to_regclass('town_settings') is not null as there")
  return rows[0].there
    ? (await new TownConfig({ db, config, log: createLog(config.logLevel) }).read()).townName
    : config.townName
}
