import { parseArgs } from 'node:util'
import { filesIn } from '../backup/manifest.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { openFileStore } from '../files/open-file-store.ts'
import { StartFailure } from '../store/failure.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run restore -- FILE

Restores a backup into an empty database: a new DATA_FOLDER, or a new database behind DATABASE_URL. Stop the server
first. Everything in FILE is verified before anything is written.`

await runCommand(
  async (open) => {
    const [path] = parseArgs({ allowPositionals: true }).positionals
    if (!path) throw new StartFailure(USAGE)
    const { store: database, config } = await open()
    const store = await openFileStore(config)
    const client = await database.pool.connect()
    try {
      const manifest = await restoreBackup(path, { client, store })
      const { townName, madeAt, tables, missingFiles } = manifest
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      console.log(
        `${townName} as of ${madeAt}: ${rows.toLocaleString('en-US')} rows, ${filesIn(manifest).toLocaleString('en-US')} files restored.`,
      )
      if (missingFiles.length > 0)
        console.error(
          `${missingFiles.length.toLocaleString('en-US')} files are not in the backup, because the town had lost them or could not read them.`,
        )
    } finally {
      client.release()
    }
  },
  { join: false, founds: true },
)
