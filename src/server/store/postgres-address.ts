import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DATABASE_USER } from './postgres-folder.ts'
import type { PostgresProgram } from './postgres-program.ts'

/** The address of our own PostgreSQL. */
export interface ListenAddress {
  /** PostgreSQL settings that make it listen there. */
  settings: string[]
  port: number
  /** The folder of the Unix socket; null for a local port. */
  socketFolder: string | null
  /** Removes what was made for it. */
  remove(): void
}

/** A socket in its own folder needs no unique port number. */
const SOCKET_PORT = 5432
/** The shortest limit of all systems (macOS): paths of 103 bytes. */
const LONGEST_SOCKET = 103
/** Another program may take the free port between our check and our start. */
const PORT_ATTEMPTS = 3

/**
 * The addresses to try, in this order: a Unix socket in the database's own folder, which nobody else may enter; a
 * socket in a temporary folder, if the first path is too long or its file system has no sockets; a local port on
 * systems without sockets.
 */
export async function* listenAddresses(path: string, { runAs }: PostgresProgram): AsyncGenerator<ListenAddress> {
  if (process.platform !== 'win32') {
    if (fits(path)) yield socketIn(path, () => undefined)
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-db-'))
    chmodSync(folder, 0o700)
    if (runAs) chownSync(folder, runAs.uid, runAs.gid)
    if (fits(folder)) yield socketIn(folder, () => rmSync(folder, { recursive: true, force: true }))
    rmSync(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < PORT_ATTEMPTS; attempt++) {
    const port = await freePort()
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=']
    yield { settings, port, socketFolder: null, remove: () => undefined }
  }
}

/** The URL of a database of our PostgreSQL. It contains the password: never log it. */
export const databaseUrl = (
  { port, socketFolder }: Pick<ListenAddress, 'port' | 'socketFolder'>,
  password: string,
  database: string,
) => {
  const who = `${DATABASE_USER}:${encodeURIComponent(password)}`
  const host = socketFolder === null ? '127.0.0.1' : 'localhost'
  const socket = socketFolder === null ? '' : `?host=${encodeURIComponent(socketFolder)}`
  return `postgres://${who}@${host}:${port}/${database}${socket}`
}

const socketIn = (folder: string, remove: () => void): ListenAddress => ({
  settings: [
    `port=${SOCKET_PORT}`,
    'listen_addresses=',
    // Quoted, because a comma would split the name.
    `unix_socket_directories="${folder}"`,
    'unix_socket_permissions=0700',
  ],
  port: SOCKET_PORT,
  socketFolder: folder,
  remove,
})

const fits = (folder: string) =>
  !folder.includes('"') && Buffer.byteLength(join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => (address instanceof Object ? resolve(address.port) : reject(new Error('No free port'))))
    })
  })
