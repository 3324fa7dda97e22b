import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'codesoft-full-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Receives 600 kB in two pieces; the second is longer than what is left on the disk. */
const upload = `
import { receiveFiles } from './src/server/received-body.ts'
const piece = new Uint8Array(300_000)
const body = new ReadableStream({ start: (it) => { it.enqueue(piece); it.enqueue(piece); it.close() } })
const limits = { limit: 1_000_000, isUpload: true }
const received = await receiveFiles(body, limits, { dataFolder: ${JSON.stringify(folder)}, who: '1' }).catch((it) => it)
console.log(received instanceof Error ? received.code : 'kept ' + (await received.whole()).length + ' of ' + received.length)
`

test('G-13 a disk that fills in the middle of a piece refuses the upload; half of a photo is never taken for all', () => {
  // A shell's limit of a file's size, in kB, cuts a write short as a full disk does.
  const { stdout, stderr } = spawnSync(
    'bash',
    ['-c', 'ulimit -f 400; exec "$0" --import tsx --input-type=module -e "$1"', process.execPath, upload],
    { encoding: 'utf8' },
  )
  expect([stdout.trim(), stderr]).toEqual(['EFBIG', ''])
}, 120_000)
