import type { Config } from '../config.ts'
import { StartFailure } from '../store/failure.ts'
import { migrate, schemaAge } from '../store/migrate.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { readTownConfig } from '../towns/towns-file.ts'

/** Opens the town's database, also that of a running server, whose schema no command changes. */
type OpenTown = () => Promise<{ store: Store; config: Config }>

/**
 * Runs a command and ends the process: with 0 when it is done, with 1 and one clear line when it is not. Without `join`
 * the command is refused while a server runs on the data folder. `takesOlder` leaves an older schema as it is.
 */
export const runCommand = async (
  work: (open: OpenTown) => Promise<void>,
  { join = true, takesOlder = false }: { join?: boolean; takesOlder?: boolean } = {},
): Promise<void> => {
  let opened: Store | undefined
  const open: OpenTown = async () => {
    const config = readTownConfig(process.env)
    if (config.apiUpstream)
      throw new StartFailure(`The records are at ${config.apiUpstream.origin} (API_UPSTREAM); none are kept here.`)
    const store = await openStore({ dataFolder: config.dataFolder, databaseUrl: config.databaseUrl, join })
    opened = store
    await bringUpToDate(store, takesOlder)
    return { store, config }
  }
  try {
    await work(open)
  } catch (error) {
    process.exitCode = 1
    console.error(isExpected(error) ? error.message : error)
  } finally {
    await opened?.close()
  }
}

const bringUpToDate = async ({ db, isShared }: Store, takesOlder: boolean) => {
  const age = await schemaAge(db)
  if (age === 'same' || (age === 'older' && takesOlder)) return
  if (age === 'older' && isShared)
    throw new StartFailure(
      'The database is of an older version of this program, and a server of that version may be using it. Start the server of this version first: it brings the database up to date.',
    )
  await migrate(db)
}

/** Failures that the person at the command line can fix. All others are printed with their stack. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof StartFailure ||
  (error instanceof Error &&
    (error.message.startsWith('Settings:') ||
      ('code' in error &&
        /^(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ERR_PARSE_ARGS_|Z_)/.test(String(error.code)))))
