import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { openTown } from '../src/server/cli/open-town.ts'
import { readConfig } from '../src/server/config.ts'
import { createLog } from '../src/server/log.ts'
import { type Serving, startServing } from '../src/server/serving.ts'
import type { TestTown } from './town.ts'

/** A documented server of a town with its files at another origin, and our app in front of it. */
export interface DocumentedSite {
  /** Address of the front, which phones open. */
  url: string
  /** Origin of the object store, which no phone may contact itself. */
  store: string
  /** All requests that reached the store. */
  fetched: { line: string; fromBrowser: boolean }[]
  signalOff(): Promise<void>
  close(): Promise<void>
}

/** Puts `town` behind two servers, one for calls and one for files, and a front that knows only the first. */
export async function openDocumentedSite(town: TestTown, dataFolder: string): Promise<DocumentedSite> {
  const fetched: DocumentedSite['fetched'] = []
  const store = await listen(async (request, response) => {
    const fromBrowser = 'sec-fetch-mode' in request.headers
    fetched.push({ line: `${request.method} ${request.url}`, fromBrowser })
    const answer = await fetch(`${town.url}${request.url?.replace('/blobs/', '/api/files/')}`)
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('Content-Type') ?? '' })
    response.end(new Uint8Array(await answer.arrayBuffer()))
  })
  const api = await listen(async (request, response) => {
    const answer = await passedOn(request, town.url)
    const type = answer.headers.get('Content-Type') ?? ''
    response.writeHead(answer.status, type ? { 'Content-Type': type } : {})
    const bytes = Buffer.from(await answer.arrayBuffer())
    // As on the real one, lists contain the store's absolute addresses.
    response.end(/json/.test(type) ? bytes.toString().replaceAll('"/api/files/', `"${store.url}/blobs/`) : bytes)
  })
  const settings = { API_UPSTREAM: `${api.url}/api`, DATA_FOLDER: dataFolder, DOUBT_WAIT_SECONDS: '3' }
  const config = readConfig({ ...settings, DIST_FOLDER: process.env.E2E_DIST ?? 'dist' })
  const front = await openTown(config, createLog('silent'), { empty: true })
  let serving: Serving | null = await startServing(front.app, { host: '127.0.0.1', port: 0 })
  const signalOff = async () => {
    await serving?.stop()
    serving = null
  }
  const close = async () => {
    await signalOff()
    await front.close()
    await api.close()
    await store.close()
  }
  return { url: `http://127.0.0.1:${serving.port}`, store: store.url, fetched, signalOff, close }
}

const passedOn = async (request: IncomingMessage, base: string): Promise<Response> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = new Headers()
  for (const name of ['authorization', 'content-type'] as const) {
    const value = request.headers[name]
    if (value !== undefined) headers.set(name, value)
  }
  const method = request.method ?? 'GET'
  const body = chunks.length > 0 ? new Uint8Array(Buffer.concat(chunks)) : null
  return fetch(base + request.url, { method, headers, body, redirect: 'manual' })
}

const listen = async (answer: RequestListener) => {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${address instanceof Object ? address.port : 0}`, close }
}
