import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'

/** The files of a server, by path. */
export type Files = Map<string, { type: string; bytes: Buffer }>

/** Every file of a folder, by its path from there. */
export function filesIn(folder: string): Files {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((it) =>
    statSync(join(folder, it)).isFile(),
  )
  return new Map(names.map((it) => [`/${it}`, { type: typeOf(it), bytes: readFileSync(join(folder, it)) }]))
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

const typeOf = (name: string) => types[extname(name)] ?? 'application/octet-stream'
