import { expect, test } from 'vitest'
import { isExpected } from '../../src/server/cli/run-command.ts'
import { refusalOf } from '../../src/server/errors.ts'
import { FileStoreDown } from '../../src/server/files/file-store.ts'

const failure = (code: string) => Object.assign(new Error(`${code}: the disk says no`), { code })
/** A full disk, a person's share of it used up, a disk that became read-only, a broken one, and too many open files. */
const ofDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE']

test.each(ofDisk)(
  'G-13 %s is a pause for the caller, not a bug: 503, when to try again, and that nothing changed',
  (code) => {
    // As drizzle and streams hand it on, too.
    for (const error of [failure(code), new Error('Failed query', { cause: failure(code) })])
      expect(refusalOf(error)).toMatchObject({
        status: 503,
        detail: 'The server cannot store or read records just now. Nothing was changed.',
        headers: { 'Retry-After': '15' },
      })
  },
)

test.each(ofDisk)('G-13 %s of the store of files is told as of files', (code) => {
  expect(refusalOf(new FileStoreDown('The disk does not take a file', { cause: failure(code) }))).toMatchObject({
    status: 503,
    detail: 'Files cannot be stored or read just now. Nothing was changed.',
    headers: { 'Retry-After': '15' },
  })
})

test('a failure that is none of the disk or the network stays a bug', () => {
  for (const code of ['EEXIST', 'EBADF', 'ERR_STREAM_DESTROYED']) expect(refusalOf(failure(code))).toBeUndefined()
})

test.each(['EROFS', 'ENOSPC', 'EDQUOT', 'EACCES', 'EISDIR'])(
  'a command that meets %s says so in one line, without the stack of a bug',
  (code) => {
    expect(isExpected(failure(code))).toBe(true)
    expect(isExpected(failure('EBADF'))).toBe(false)
  },
)
