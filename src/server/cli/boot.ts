import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Hono } from 'hono'
import { type Config, readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import { type Serving, startServing } from '../serving.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import { createTownsApp } from '../towns/towns-app.ts'
import { readTowns, type Town } from '../towns/towns-file.ts'
import { type OpenedTown, openTown } from './open-town.ts'

/** A running server. */
interface RunningServer {
  /** 'http://127.0.0.1:4300'. */
  address: string
  /** Lines for the person who started it. */
  lines: string[]
  /** Resolves with the reason when a database ends by itself. */
  died: Promise<string>
  /** Waits for running requests, then closes the databases. */
  stop(): Promise<void>
}

/** Starts the server of one town, or with TOWNS_FILE of several, each under its own host name. */
export const startServer = async (
  environment: Record<string, string | undefined>,
  start: { empty: boolean },
): Promise<RunningServer> => {
  const config = readConfig(environment)
  const towns = readTowns(environment)
  const opened = towns ? await openTowns(towns, start) : await openTown(config, createLog(config.logLevel), start)
  try {
    const serving = await listen(opened.app, config)
    const stop = async () => {
      await serving.stop()
      await opened.close()
    }
    const lines = [...withoutApp(config), ...opened.lines]
    return { address: addressOf(config, serving), lines, died: opened.died, stop }
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Opens all towns or none: when one does not open, it is named and the others are closed again. */
const openTowns = async (towns: readonly Town[], start: { empty: boolean }): Promise<OpenedTown> => {
  const opened = new Map<string, OpenedTown>()
  /** The town of each database: two towns on one would read each other's records. */
  const owners = new Map<string, string>()
  const close = async () => {
    for (const town of opened.values()) await town.close()
  }
  try {
    for (const { host, config } of towns) {
      const log = createLog(config.logLevel).child({ town: host })
      const claim = (database: string) => {
        const owner = owners.get(database)
        if (owner !== undefined)
          throw new StartFailure(
            `This is the database of ${owner} too. Give each town a databaseUrl of its own in TOWNS_FILE.`,
          )
        owners.set(database, host)
      }
      opened.set(host, await openTown(config, log, { ...start, claim }))
    }
  } catch (error) {
    await close()
    const { host } = towns[opened.size] ?? { host: '' }
    throw error instanceof StartFailure ? new StartFailure(`${host}: ${error.message}`) : error
  }
  const hosts = [...opened]
  return {
    app: createTownsApp(new Map(hosts.map(([host, { app }]) => [host, app])), towns[0]?.config.trustProxy ?? false),
    lines: hosts.flatMap(([host, { lines }]) => [`For http://${host}:`, ...lines]),
    died: Promise.race(hosts.map(async ([host, { died }]) => `${host}: ${await died}`)),
    close,
  }
}

/** A server for the work on the app has none, and a build may still come: so it is said, and no reason to end. */
const withoutApp = ({ distFolder }: Config) =>
  existsSync(join(distFolder, 'index.html'))
    ? []
    : [
        `The built app is not in ${resolve(distFolder)}. Run "npm run build", or set DIST_FOLDER to the folder that has it.`,
      ]

const addressOf = ({ host }: Config, { port }: Serving) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`

const listen = async (app: Hono, { host, port }: Config): Promise<Serving> => {
  try {
    return await startServing(app, { host, port })
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE')
      throw new StartFailure(
        `Port ${port} on ${host} is in use. Stop the program that has it, or set PORT to another number.`,
      )
    if (codeOf(error) === 'EACCES')
      throw new StartFailure(`Port ${port} may not be used by this user. Set PORT to a number above 1023.`)
    if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'ENOTFOUND')
      throw new StartFailure(
        `This machine has no address ${host}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all its addresses.`,
      )
    throw error
  }
}
