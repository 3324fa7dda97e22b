import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { newSecret } from '../secrets.ts'

/**
 * The key that signs file addresses: from the settings, or made on first use and kept in the data folder, so that
 * addresses on phones stay valid after a restart.
 */
export const frontSecretOf = async ({ fileSecret, dataFolder }: Config, log: Log): Promise<string> => {
  if (fileSecret) return fileSecret
  const path = join(dataFolder, 'file-address-secret')
  try {
    return (await readSecret(path)) ?? (await makeSecret(dataFolder, path))
  } catch (error) {
    log.warn({ err: error }, 'no secret can be kept: addresses of photos end with this process; set FILE_SECRET')
    return newSecret()
  }
}

const readSecret = async (path: string): Promise<string | undefined> => {
  try {
    const secret = await readFile(path, 'utf8')
    return secret.length >= 32 ? secret : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

/** When several processes make one at once, the first wins: creating a link is atomic. */
const makeSecret = async (folder: string, path: string): Promise<string> => {
  await mkdir(folder, { recursive: true })
  const made = join(folder, `.${randomUUID()}`)
  try {
    await writeFile(made, newSecret(), { mode: 0o600, flush: true })
    await link(made, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(made, { force: true })
  }
  const secret = await readSecret(path)
  if (secret === undefined) throw new Error(`${path} holds no secret`)
  return secret
}
