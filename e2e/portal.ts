import { createServer } from 'node:http'

/** A captive portal: it answers every address with its own page until it is closed. */
export async function openPortal(url: string): Promise<{ asked: string[]; close(): Promise<void> }> {
  const asked: string[] = []
  const server = createServer((request, answer) => {
    asked.push(`${request.method} ${request.url}`)
    request.resume()
    answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Hotel</title><p>Room number?</p>')
  })
  await new Promise<void>((resolve) => server.listen(Number(new URL(url).port), '127.0.0.1', resolve))
  return {
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
