import { inject } from 'vitest'
import { ask } from './postgres.ts'
import { spawnServer } from './server-process.ts'

/** A running server in a process of its own. */
export interface ServerProcess {
  /** 'http://127.0.0.1:41234'. */
  address: string
  said(): string
  /** Stops it and returns its exit code. */
  stop(): Promise<number | null>
}

/** Starts the server with these settings and waits until it answers. Rejects when it ends first. */
export const startProcess = async (settings: Record<string, string>, args: string[] = []): Promise<ServerProcess> => {
  const { address, said, stop } = spawnServer(settings, args)
  return { address: await address, said, stop }
}

/** A new database without any tables. */
export const bareDatabase = async (): Promise<{ url: string; drop(): Promise<void> }> => {
  const admin = inject('postgresUrls').packaged
  const name = `bare_${Math.random().toString(36).slice(2)}`
  await ask(admin, `create database ${name}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  return { url, drop: () => ask(admin, `drop database ${name} with (force)`) }
}
