import { parseArgs } from 'node:util'
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
      const { townName, madeAt, tables, entries } = await restoreBackup(path, { client, store })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      const files = Object.keys(entries).filter((name) => name.startsWith('files/')).length
      console.log(
        `${townName} as of ${madeAt}: ${rows.toLocaleString('en-US')} rows, ${files.toLocaleString('en-US')} files restored.`,
      )
    } finally {
      client.release()
    }
  },
  { join: false },
)
