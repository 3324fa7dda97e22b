import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { FileStoreDown } from '../../src/server/files/file-store.ts'

/** The open files of this process below a folder; only Linux tells. */
const openBelow = (folder: string) =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder)
    } catch {
      // The handle with which the list was read.
      return false
    }
  })

test.runIf(process.platform === 'linux')(
  'G-13 a disk that fails after it opened a file leaves no open file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codesoft-held-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = createDiskStore(folder)
    const key = await store.put(new Uint8Array([1, 2, 3]))
    const probe = await open(folder)
    const failing = vi.spyOn(Object.getPrototypeOf(probe), 'stat').mockRejectedValue(new Error('EIO'))
    onTestFinished(() => failing.mockRestore())
    await probe.close()

    await expect(store.stream(key)).rejects.toThrow(FileStoreDown)
    expect(openBelow(folder)).toEqual([])
  },
)
