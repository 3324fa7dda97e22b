import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'

/** The folder of the build that is tested. */
export const dist = resolve(import.meta.dirname, '..', process.env.E2E_DIST ?? 'dist')

/** Where the build puts its hashed files. */
export const builtAssets = join(dist, 'assets')

/** Files that a test serves beside the built app. */
export interface Extra {
  type: string
  bytes: Buffer
}

export interface StaticSite {
  origin: string
  close(): Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webmanifest': 'application/manifest+json',
}

/** Serves the built app and nothing behind it: for what the app must do before any server has answered. */
export const staticSite = async (extra: (path: string) => Extra | undefined): Promise<StaticSite> => {
  const server = createServer(({ url = '/' }, answer) => {
    const path = url.split('?', 1)[0] ?? '/'
    const beside = extra(path)
    const file = join(dist, path === '/' ? 'index.html' : path)
    if (beside) answer.setHeader('content-type', beside.type).end(beside.bytes)
    else if (existsSync(file)) answer.setHeader('content-type', types[extname(file)] ?? '').end(readFileSync(file))
    else answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
