import { createHash } from 'node:crypto'
import type { Found } from './found.ts'
import { areas, endStatus, observations, pictureOf, units } from './plan.ts'

/** Records that an inspection lost, duplicated or invented. */
export interface Judgement {
  lost: string[]
  doubled: string[]
  /** Records that nobody saved. */
  strange: string[]
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Compares the office with the plan: each record once, and each picture's bytes under its observation. */
export function judge({ records, files }: Found, jpeg: Uint8Array): Judgement {
  const planned = [
    ...units.map((it) => `unit ${it}`),
    ...areas.map(({ name, unit }) => `area ${name} in ${unit}`),
    ...observations.map(({ content, area }) => `observation ${content} in ${area}`),
    'violation',
    endStatus,
    ...observations.flatMap(({ content, photos }) =>
      photos.map((n) => fileOn(content, sha256(pictureOf(jpeg, n, 'web')))),
    ),
  ]
  const there = new Map<string, number>()
  for (const name of [...records, ...files.map((it) => fileOn(it.on, it.sha256))])
    there.set(name, (there.get(name) ?? 0) + 1)
  return {
    lost: planned.filter((it) => !there.has(it)),
    doubled: planned.filter((it) => (there.get(it) ?? 0) > 1),
    strange: [
      ...[...there.keys()].filter((it) => !planned.includes(it)),
      ...files.filter((it) => it.said !== it.sha256).map((it) => `other bytes than said on ${it.on}`),
    ],
  }
}

const fileOn = (content: string, hash: string) => `file ${hash.slice(0, 12)} on ${content}`
