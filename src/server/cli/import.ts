import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import type { Config } from '../config.ts'
import { storeTownMap } from '../files/town-map.ts'
import { StartFailure } from '../store/failure.ts'
import { parseMapping } from './mapping.ts'
import { importPhrases, phraseFields } from './phrase-import.ts'
import type { Report } from './report.ts'
import { importRooms, roomFields } from './room-import.ts'
import { type BadLine, type Row, readRows } from './rows.ts'
import { runCommand } from './run-command.ts'
import { importSynonyms, synonymFields } from './synonym-import.ts'
import { type ImportOptions, importTable } from './table-import.ts'
import { addressTarget, codeTarget } from './targets.ts'

const USAGE = `Usage: npm run import -- map TOWN.pmtiles
       npm run import -- addresses|codes|rooms|synonyms|phrases FILE [--map FIELD=COLUMN,...] [--map-file FILE.json] [--key FIELD,...]

FILE is CSV with a heading line, JSON lines (.jsonl) or JSON (.json), gzipped or not. Columns named like fields need no
--map; several columns make one field with a plus sign. An example for a county's address points:
  npm run import -- addresses points.csv.gz --map "pid=address_id,combadd=label,streetnumb=number+suffix,latitude=lat,longitude=lon"
A second import of the same file changes nothing: an address is known by its pid, else by combadd and property_id; a code
section by chapter and section; a prompt by room and text. A file of synonyms is the whole list: one column "words", in
each line words that mean the same ("plumbing; sink; drain"). A file of phrases is the whole list too: "text", and, where
it is for one room or one section of the code alone, "room", "chapter" and "section". --key says otherwise. Empty cells
wipe nothing. An address that was merged into another one here stays merged: its line changes nothing.`

/** Lines that are listed by number; further ones are only counted. */
const BAD_LINES_SHOWN = 200
const PROGRESS_EVERY = 10_000

interface Kind {
  fields: readonly string[]
  bring(client: pg.ClientBase, rows: AsyncIterable<Row>, options: ImportOptions): Promise<Report>
}

const kinds: Record<string, Kind> = {
  addresses: {
    fields: Object.keys(addressTarget.fields),
    bring: (client, rows, options) => importTable(client, addressTarget, rows, options),
  },
  codes: {
    fields: Object.keys(codeTarget.fields),
    bring: (client, rows, options) => importTable(client, codeTarget, rows, options),
  },
  rooms: { fields: roomFields, bring: importRooms },
  synonyms: { fields: synonymFields, bring: importSynonyms },
  phrases: { fields: phraseFields, bring: importPhrases },
}

await runCommand(
  async (open) => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { map: { type: 'string' }, 'map-file': { type: 'string' }, key: { type: 'string' } },
    })
    const [what = '', file] = positionals
    if (what === 'map' && file) return bringMap(file, await open())
    const kind = kinds[what]
    if (!kind || !file) throw new StartFailure(USAGE)
    const map = values.map ?? (values['map-file'] && readFileSync(values['map-file'], 'utf8'))
    const mapping = map ? parseMapping(map, kind.fields) : undefined
    const key = values.key?.split(',').map((field) => field.trim())
    const unread: BadLine[] = []
    const rows = readRows(file, (line) => unread.push(line))
    const { store } = await open()
    const client = await store.pool.connect()
    try {
      const begun = performance.now()
      const report = await kind.bring(client, rows, { mapping, key, unread, progress: tellProgress() })
      tell(what, report, performance.now() - begun)
    } finally {
      client.release()
    }
  },
  { founds: true },
)

/** The town's own map: phones that want it keep it with the next preparation. */
async function bringMap(file: string, { config }: { config: Config }): Promise<void> {
  const bytes = await storeTownMap(config, file)
  console.log(`map: ${(bytes / 1_000_000).toFixed(1)} MB, in place of the one before`)
}

function tellProgress() {
  let told = 0
  return (read: number) => {
    if (read - told < PROGRESS_EVERY) return
    told = read
    console.error(`${read.toLocaleString('en-US')} lines read ...`)
  }
}

function tell(what: string, { read, added, changed, same, merged, removed, bad }: Report, ms: number) {
  for (const { line, problem } of bad.slice(0, BAD_LINES_SHOWN)) console.error(`line ${line} left out: ${problem}`)
  if (bad.length > BAD_LINES_SHOWN) console.error(`... and ${bad.length - BAD_LINES_SHOWN} more lines left out`)
  const counts = [
    `${added} added, ${changed} changed, ${same} as they were`,
    merged > 0 ? `${merged} merged into others here and left as they are` : '',
    removed > 0 ? `${removed} removed` : '',
    `${bad.length} left out`,
  ]
  console.log(`${what}: ${counts.filter((it) => it !== '').join(', ')}, in ${(ms / 1000).toFixed(1)} s`)
  if (added + changed + same + merged === 0 || bad.length > read) process.exitCode = 1
}
