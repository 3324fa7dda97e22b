/** Prints which rows of the specification no test names: `npm run coverage:spec`. It reports and never fails. */
import { readdirSync, readFileSync } from 'node:fs'
import ids from './spec-ids.json' with { type: 'json' }
import { idsIn, titlesIn } from './spec-titles.ts'

const testFiles = ['tests', 'e2e'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(test|spec|story)\.tsx?$/.test(path))
    .map((path) => `${folder}/${path}`),
)
const titles = testFiles
  .filter((path) => path !== 'tests/spec-titles.test.ts')
  .flatMap((path) => titlesIn(path, readFileSync(path, 'utf8')))
const named = new Set(titles.flatMap(idsIn))

const rows = Object.entries(ids)
const areas = new Map<string, { all: number; named: number }>()
for (const [id] of rows) {
  const area = areas.get(id.slice(0, 2)) ?? { all: 0, named: 0 }
  areas.set(id.slice(0, 2), { all: area.all + 1, named: area.named + (named.has(id) ? 1 : 0) })
}

const missing = rows.filter(([id]) => !named.has(id))
for (const [id, subject] of missing) console.log(`${id}  ${subject}`)
console.log()
for (const [area, count] of areas) console.log(`${area}  ${String(count.named).padStart(3)} of ${count.all}`)
console.log(
  `\n${rows.length - missing.length} of ${rows.length} rows of the specification are named by a test (${titles.length} titles in ${testFiles.length} files)`,
)
