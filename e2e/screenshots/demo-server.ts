import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'

/** The real server with the demo town in a folder of its own. */
export interface DemoServer {
  url: string
  stop(): Promise<void>
}

/** Starts it; resolves once it has said where it is. */
export async function startDemo(): Promise<DemoServer> {
  const data = mkdtempSync(join(tmpdir(), 'codesoft-screens-'))
  const server = spawn('npx', ['tsx', 'src/server/main.ts'], {
    env: { ...process.env, PORT: '0', DATA_FOLDER: data },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const stop = async () => {
    // The group: npx, tsx and the server below them.
    if (server.pid && server.exitCode === null) process.kill(-server.pid, 'SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
  try {
    return { url: await addressOf(server.stdout), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Waits for the line in which the server says where it answers. */
async function addressOf(lines: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of lines) {
    text += chunk
    const url = /http:\/\/(?:localhost|127\.0\.0\.1):\d+/.exec(text)?.[0]
    if (url && text.includes(DEMO_PASSWORD)) return url
  }
  throw new Error(`The server ended before it said where it is:\n${text}`)
}
