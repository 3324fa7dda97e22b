import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { brokenRules, stages } from './house.ts'
import { unusedExports } from './unused-exports.ts'

const filesUnder = (folder: string, ending: RegExp): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => ending.test(path))

const sourcesOf = (paths: readonly string[]) => new Map(paths.map((path) => [path, readFileSync(path, 'utf8')]))

test('the source keeps the rules of the house: layers, library walls, no circles, no clock in rules, sizes', () => {
  expect(brokenRules(sourcesOf(filesUnder('src', /\.tsx?$/)))).toEqual([])
}, 30_000)

test('every export is used: by another file of the program, or by tests beside its own file', () => {
  const program = sourcesOf([...filesUnder('src', /\.tsx?$/), 'vite.config.ts'])
  const tests = sourcesOf(['tests', 'e2e'].flatMap((folder) => filesUnder(folder, /\.tsx?$/)))
  expect(unusedExports(program, tests)).toEqual([])
}, 30_000)

test('unused exports are found, whatever way a file is imported', () => {
  const program = new Map([
    [
      'src/a.ts',
      `export const used = 1\nexport const later = 2\nexport const dead = 3\nexport type Dead = 4
export const tried = 5\nexport const kept = tried`,
    ],
    [
      'src/b.ts',
      `import { used, type kept } from './a.ts'\nexport const b = import('./a.ts').then(({ later }) => later)`,
    ],
    ['src/c.ts', `import * as all from './b.ts'\nexport const onlyTested = all`],
  ])
  const tests = new Map([
    ['tests/a.ts', `import { tried } from '../src/a.ts'\nimport { onlyTested } from '../src/c.ts'`],
  ])
  expect(unusedExports(program, tests)).toEqual([
    'src/a.ts: nothing imports dead',
    'src/a.ts: nothing imports Dead',
    'src/c.ts: only tests use onlyTested',
  ])
})

test('the README of sync has one line for each stage, in their order', () => {
  const lines = readFileSync('src/sync/README.md', 'utf8').matchAll(/^\| `([a-z-]+)\/` \|/gm)
  expect([...lines].map(([, folder]) => folder)).toEqual(stages)
})

/** Paths of one machine, and hosts of packages, mean nothing to a reader elsewhere. */
const foreignWords = [
  /(?<![\w.}])\/(work|tmp|home|root)\//,
  /registry\.\w+\.\w+|npmmirror|artifactory|verdaccio/i,
  /\b(TODO|FIXME|XXX)\b/,
]

test('the repository names no machine’s folders, no package hosts, and nothing to do later', () => {
  const paths = ['src', 'tests', 'e2e', 'public', '.ci'].flatMap((folder) =>
    filesUnder(folder, /\.(tsx?|css|html|md|json|sql|svg|webmanifest)$|\/run$/),
  )
  const texts = sourcesOf([...paths.filter((path) => path !== 'tests/house.test.ts'), 'package.json'])
  const found = [...texts].flatMap(([path, text]) =>
    text
      .split('\n')
      .flatMap((line, at) =>
        foreignWords.some((word) => word.test(line)) ? [`${path}:${at + 1}: ${line.trim()}`] : [],
      ),
  )
  expect(found).toEqual([])
})

describe('a planted violation is found', () => {
  const clean: [string, string][] = [
    ['src/contract/area.ts', `import * as z from 'zod/mini'\nexport const Area = z.object({})`],
    [
      'src/rules/dates.ts',
      `import { Area } from '../contract/area.ts'\nexport const dayOf = (now: Date) => new Date(now).getTime() + (Area ? 1 : 0)`,
    ],
    [
      'src/sync/react/known-town.ts',
      `import { useLiveQuery } from 'dexie-react-hooks'\nimport { useState } from 'react'\nexport const useRows = () => [useLiveQuery, useState]`,
    ],
    ['src/sync/deliver/push.ts', `export const push = () => fetch('/api')`],
    ['src/worker/background-worker.ts', `import { push } from '../sync/deliver/push.ts'\nexport const replay = push`],
    ['src/sync/device/photo-caches.ts', `export const names = ['thumbs']`],
    [
      'src/worker/service-worker.ts',
      `import { registerRoute } from 'workbox-routing'\nimport { names } from '../sync/device/photo-caches.ts'\nregisterRoute(names)`,
    ],
    [
      'src/screens/areas/area-screen.tsx',
      `import { Row } from './area-row.tsx'\nexport const AreaScreen = () => <Row />`,
    ],
    ['src/screens/areas/area-row.tsx', `export const Row = () => <p />`],
  ]

  test('and clean sources are not blamed', () => {
    expect(brokenRules(new Map(clean))).toEqual([])
  })

  const planted: [name: string, path: string, text: string, says: RegExp][] = [
    [
      'rules that import db',
      'src/rules/x.ts',
      `import { db } from '../db/database.ts'`,
      /rules may not import src\/db/,
    ],
    [
      'a type of a higher layer',
      'src/contract/x.ts',
      `import type { A } from '../rules/dates.ts'`,
      /contract may not import/,
    ],
    [
      'a lazy import upwards',
      'src/ui/x.tsx',
      `export const x = () => import('../sync/react/hooks.ts')`,
      /ui may not import src\/sync/,
    ],
    [
      'a type import upwards',
      'src/ui/x.ts',
      `export type X = import('../records/area.ts').X`,
      /ui may not import src\/records/,
    ],
    [
      'a re-export from below the wall',
      'src/records/x.ts',
      `export { push } from '../sync/deliver/push.ts'`,
      /records may not import src\/sync/,
    ],
    ['the app in the server', 'src/server/x.ts', `import '../sync/deliver/push.ts'`, /server may not import/],
    ['the server in the app', 'src/app/x.ts', `import { a } from '../server/app.ts'`, /app may not import/],
    [
      'a screen of another folder',
      'src/screens/rooms/x.tsx',
      `import { Row } from '../areas/area-row.tsx'`,
      /another screens folder/,
    ],
    ['tests in the source', 'src/app/x.ts', `import '../../tests/harness/device.ts'`, /from outside src/],
    ['a folder that is no layer', 'src/utils/x.ts', `export const x = 1`, /'utils' is no layer/],
    ['dexie on a screen', 'src/screens/areas/x.tsx', `import Dexie from 'dexie'`, /dexie belongs in db/],
    ['a type of dexie in sync', 'src/sync/entry/x.ts', `import type { Table } from 'dexie'`, /dexie belongs in db/],
    ['ky outside send', 'src/sync/pull/pull.ts', `import ky from 'ky'`, /ky belongs in sync\/transport/],
    [
      'a live query on a screen',
      'src/parts/x.tsx',
      `import { useLiveQuery } from 'dexie-react-hooks'`,
      /useLiveQuery belongs/,
    ],
    ['hono on the device', 'src/app/x.ts', `import { Hono } from 'hono/tiny'`, /hono belongs in server/],
    ['Node on the device', 'src/db/x.ts', `import { readFileSync } from 'node:fs'`, /Node belongs in server/],
    [
      'a transaction of Dexie’s own',
      'src/sync/entry/x.ts',
      `export const x = (db: Db) => db.transaction('rw', db.meta, async () => 1)`,
      /use inTransaction/,
    ],
    ['React in rules', 'src/rules/x.ts', `import type { ReactNode } from 'react'`, /React belongs/],
    ['React in sync', 'src/sync/schedule/status.ts', `import { useState } from 'react'`, /React belongs/],
    [
      'a library in the contract',
      'src/contract/x.ts',
      `import { parse } from 'csv-parse'`,
      /contract does not import csv-parse/,
    ],
    [
      'localStorage on a screen',
      'src/app/x.ts',
      `export const x = globalThis.localStorage.getItem('x')`,
      /localStorage belongs/,
    ],
    ['a clock in rules', 'src/rules/x.ts', `export const x = () => Date.now()`, /Date\.now in rules/],
    ['another clock in rules', 'src/rules/x.ts', `export const x = () => new Date()`, /new Date\(\) in rules/],
    ['a bare Date() in rules', 'src/rules/x.ts', `export const x = () => Date()`, /new Date\(\) in rules/],
    [
      'a hidden clock in rules',
      'src/rules/x.ts',
      `export const x = () => globalThis.Date['now']()`,
      /Date\.now in rules/,
    ],
    ['chance in rules', 'src/rules/x.ts', `export const x = () => Math.random()`, /Math\.random in rules/],
    ['the network in rules', 'src/rules/x.ts', `export const x = () => fetch('/api')`, /fetch in rules/],
    [
      'a key cursor that WebKit breaks on',
      'src/records/x.ts',
      `export const x = (all: { uniqueKeys(): string[] }) => all.uniqueKeys()`,
      /uniqueKeys fails on an empty index/,
    ],
    [
      'the same by the name of its direction',
      'src/db/x.ts',
      `export const x = (all: IDBIndex) => all.openKeyCursor(null, 'nextunique')`,
      /nextunique fails on an empty index/,
    ],
    ['a default export', 'src/ui/x.tsx', `export default function X() { return null }`, /default export/],
    ['a barrel', 'src/ui/index.ts', `export * from './list.tsx'`, /exports again/],
    ['an import without its ending', 'src/ui/x.tsx', `import { List } from './list'`, /without its ending/],
    ['a file of 301 lines', 'src/ui/x.ts', `export const x = 1${'\n'.repeat(300)}`, /301 lines/],
    ['a function of 81 lines', 'src/ui/x.ts', `export const x = () => {${'\n'.repeat(80)}}`, /a function of 81 lines/],
    ['a name in camel case', 'src/ui/dataList.tsx', `export const x = 1`, /kebab-case/],
    [
      'React that the worker reaches',
      'src/worker/x.ts',
      `import { useRows } from '../sync/react/known-town.ts'`,
      /service worker reaches it/,
    ],
    ['a file beside the stages of sync', 'src/sync/x.ts', `export const x = 1`, /in no stage of sync/],
    ['a folder that is no stage', 'src/sync/later/x.ts', `export const x = 1`, /in no stage of sync/],
    [
      'a later stage of sync',
      'src/sync/transport/x.ts',
      `import { push } from '../deliver/push.ts'`,
      /transport may not import src\/sync\/deliver\/push\.ts of a later stage/,
    ],
    [
      'a type of a later stage',
      'src/sync/entry/x.ts',
      `import type { Run } from '../deliver/push.ts'`,
      /entry may not import src\/sync\/deliver/,
    ],
    [
      'a later stage asked for lazily',
      'src/sync/schedule/x.ts',
      `export const x = () => import('../react/hooks.ts')`,
      /schedule may not import src\/sync\/react/,
    ],
    [
      'a later stage by its address',
      'src/sync/capture/x.ts',
      `import address from '../deliver/push.ts?worker&url'\nexport const x = address`,
      /a program is in worker/,
    ],
    [
      'a worker that a screen starts',
      'src/screens/areas/x.tsx',
      `import address from '../../worker/service-worker.ts?worker&url'\nexport const x = address`,
      /screens may not start src\/worker\/service-worker\.ts/,
    ],
    [
      'the engine in the service worker',
      'src/worker/service-worker.ts',
      `import { push } from '../sync/deliver/push.ts'\nexport const replay = push`,
      /src\/sync\/deliver\/push\.ts: the service worker reaches it/,
    ],
    [
      'a rule in the service worker, over a file between',
      'src/sync/device/photo-caches.ts',
      `import { dayOf } from '../../rules/dates.ts'\nexport const names = [dayOf]`,
      /src\/rules\/dates\.ts: the service worker reaches it/,
    ],
    [
      'a library in the service worker',
      'src/sync/device/photo-caches.ts',
      `import * as z from 'zod/mini'\nexport const names = [z]`,
      /imports zod\/mini, and the service worker reaches it/,
    ],
    ['a file that imports itself', 'src/ui/x.ts', `import './x.ts'`, /circle of imports/],
  ]

  test.each(planted)('%s', (_, path, text, says) => {
    expect(brokenRules(new Map([...clean, [path, text]])).join('\n')).toMatch(says)
  })

  test('a circle over three files is reported once, with its path', () => {
    const ring: [string, string][] = ['a', 'b', 'c'].map((name, at) => [
      `src/ui/${name}.ts`,
      `import './${'bca'[at]}.ts'`,
    ])
    expect(brokenRules(new Map([...clean, ...ring]))).toEqual([
      'a circle of imports: src/ui/a.ts > src/ui/b.ts > src/ui/c.ts > src/ui/a.ts',
    ])
  })

  test('a worker that imports what starts it is a circle', () => {
    const starts = `import address from '../../worker/x.ts?worker&url'\nexport const x = address`
    const sources: [string, string][] = [
      ['src/sync/capture/x.ts', starts],
      ['src/worker/x.ts', `import { x } from '../sync/capture/x.ts'\nexport const y = x`],
    ]
    expect(brokenRules(new Map([...clean, ...sources]))).toEqual([
      'a circle of imports: src/sync/capture/x.ts > src/worker/x.ts > src/sync/capture/x.ts',
    ])
  })

  test('the address of another program is no import of it', () => {
    const text = `import address from '../../worker/photo-worker.ts?worker&url'\nexport const x = address`
    expect(brokenRules(new Map([...clean, ['src/sync/capture/x.ts', text]]))).toEqual([])
  })

  test('words in comments and texts are no code', () => {
    const text = `// Date.now() and localStorage\nexport const x = 'new Date() fetch'`
    expect(brokenRules(new Map([...clean, ['src/rules/x.ts', text]]))).toEqual([])
  })
})
