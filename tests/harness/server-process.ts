import { type ChildProcess, spawn } from 'node:child_process'
import { programArgs } from './server-program.ts'

/** Settings for cheap password hashes. */
export const cheapPasswords = { PASSWORD_MEMORY_KIB: '1024', PASSWORD_PASSES: '1' }

/** A server process, which may still be starting. */
export interface StartedProcess {
  child: ChildProcess
  /** Its exit code. */
  ended: Promise<number | null>
  said(): string
  /** 'http://127.0.0.1:41234' once it answers. Rejects when it ends before. */
  address: Promise<string>
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
}

/**
 * Starts the server with these settings, on a free port and with cheap passwords. `nodeArgs` are for another program that
 * prints its address, or for the source (`byTsx`).
 */
export const spawnServer = (
  settings: Record<string, string>,
  args: string[] = [],
  nodeArgs = programArgs('src/server/main.ts', args),
): StartedProcess => {
  const child = spawn(process.execPath, nodeArgs, {
    env: {
      ...process.env,
      ...{ PORT: '0', LOG_LEVEL: 'silent', ...cheapPasswords },
      ...settings,
    },
  })
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const address = new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer) => {
      said += data
      const found = /CodeSoft is at (http:\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`The server ended: ${said}`)))
  })
  address.catch(() => undefined)
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { child, ended, said: () => said, address, stop }
}
