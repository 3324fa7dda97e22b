import { parseArgs } from 'node:util'
import { BEGINNING, checkChain, type Head, sealLog } from '../audit-chain.ts'
import { checkOriginals } from '../files/check-originals.ts'
import type { FileStore } from '../files/file-store.ts'
import { openFileStore } from '../files/open-file-store.ts'
import type { Db } from '../store/core-tables.ts'
import { StartFailure } from '../store/failure.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run verify-log [-- --no-files] [-- --against NUMBER:HASH]

Checks that no entry of the log of changes was changed, removed or put in between, and that every stored original still
has the bytes that arrived. Names the first break, and prints the newest head: number and hash of the last seal. Keep a
head elsewhere (on paper, in an e-mail); --against checks later that it still stands. --no-files leaves the files out.
The exit status is 1 where something is wrong. The server may go on meanwhile.`

await runCommand(async (open) => {
  const { values } = parseArgs({
    options: { files: { type: 'boolean', default: true }, against: { type: 'string' }, help: { type: 'boolean' } },
    allowNegative: true,
  })
  if (values.help) return console.log(USAGE)
  const kept = values.against === undefined ? undefined : keptHead(values.against)
  const { store: database, config } = await open()
  const { db } = database
  await sealLog(db, new Date())
  const { head, problem } = await checkChain(db, {
    kept,
    progress: (count) => console.error(`${figure(count)} entries`),
  })
  console.log(`${figure(head.n)} entries of the log are as they were sealed. Head: ${head.n}:${head.hash}`)
  if (problem) {
    process.exitCode = 1
    console.error(`The log is broken at seal ${problem.n}: ${problem.words}.`)
  }
  if (values.files) await checkFiles(db, await openFileStore(config))
})

async function checkFiles(db: Db, store: FileStore): Promise<void> {
  const outcome = await checkOriginals({ db, store }, (count) => console.error(`${figure(count)} files`))
  const older =
    outcome.unlogged === 0
      ? ''
      : ` For ${figure(outcome.unlogged)} of them the log has no hash, because they were stored before hashes were logged: these could not be compared.`
  console.log(`${figure(outcome.checked)} files were read.${older}`)
  if (outcome.problems.length === 0) return
  process.exitCode = 1
  for (const { words } of outcome.problems) console.error(`Wrong: ${words}.`)
}

/** '812:3f5c…', as this command prints it. */
function keptHead(text: string): Head {
  const [, n, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim()) ?? []
  // Nothing comes before the first seal, so another hash there was never printed.
  const isOfNothing = Number(n) === 0 && hash !== BEGINNING
  if (n === undefined || hash === undefined || isOfNothing)
    throw new StartFailure(`${text} is no head. It has the form NUMBER:HASH, as this command prints it.`)
  return { n: Number(n), hash }
}

function figure(count: number): string {
  return count.toLocaleString('en-US')
}
