import { spawn } from 'node:child_process'
import { inject } from 'vitest'
import { ask } from './postgres.ts'

/** A server as a process of its own. */
export interface ServerProcess {
  /** 'http://127.0.0.1:41234'. */
  address: string
  said(): string
  /** Asks it to stop and gives its exit code. */
  stop(): Promise<number | null>
}

/** Starts `src/server/main.ts` with these settings, on a free port and with cheap passwords; rejects when it ends first. */
export const startProcess = async (settings: Record<string, string>, args: string[] = []): Promise<ServerProcess> => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/main.ts', ...args], {
    env: {
      ...process.env,
      ...{ PORT: '0', LOG_LEVEL: 'silent', PASSWORD_MEMORY_KIB: '1024', PASSWORD_PASSES: '1' },
      ...settings,
    },
  })
  let said = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer) => {
      said += data
      const found = /CodeSoft is at (http:\S+)\n/.exec(said)?.[1]
      if (found) resolve(found)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`The server ended: ${said}`)))
  })
  const stop = async () => {
    child.kill('SIGTERM')
    return ended
  }
  return { address, said: () => said, stop }
}

/** A database with nothing in it at all, not even tables. */
export const bareDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const admin = inject('postgresUrls').packaged
  const name = `bare_${Math.random().toString(36).slice(2)}`
  await ask(admin, `create database ${name}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  return { url, drop: () => ask(admin, `drop database ${name} with (force)`) }
}
