import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** How a line is cut: `refused` breaks every connection at once, `silent` accepts bytes and never answers. */
export type Outage = 'refused' | 'silent'

/** A line to a server that can be cut without the browser's knowledge. */
export interface SwitchableLine {
  url: string
  take(how: Outage): void
  giveBack(): void
  close(): Promise<void>
}

/** Opens a working line. Connections that were open during `silent` stay dead afterwards. */
export async function openSwitchableLine(to: string): Promise<SwitchableLine> {
  const target = new URL(to)
  const open = new Set<Socket>()
  let gone: Outage | null = null
  const server = createServer({ noDelay: true }, (near) => {
    if (gone === 'refused') return void near.resetAndDestroy()
    open.add(near)
    near.on('close', () => open.delete(near))
    near.on('error', () => undefined)
    if (gone === 'silent') return
    const far = connect({ host: target.hostname, port: Number(target.port), noDelay: true })
    far.on('error', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take(how) {
      gone = how
      for (const socket of open) {
        if (how === 'refused') socket.resetAndDestroy()
        else socket.unpipe()
      }
    },
    giveBack() {
      gone = null
    },
    async close() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
