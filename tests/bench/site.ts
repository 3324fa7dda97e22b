import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Files } from './files.ts'

/** Files on a port, until there is no signal. */
export interface Site {
  url: string
  signalOff(): Promise<void>
}

/** Serves files; '/' is the page named. */
export async function openSite(files: Files, index: string): Promise<Site> {
  const server = createServer(({ url = '/' }, answer) => {
    const file = files.get(url === '/' ? index : url)
    if (file) answer.setHeader('Content-Type', file.type).setHeader('Cache-Control', 'no-cache').end(file.bytes)
    else answer.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    signalOff: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
