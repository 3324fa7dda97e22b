import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTowns } from '../../src/server/towns/towns-file.ts'

test('HL-04 links in the file of the towns stay in their order, also those whose names are numbers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'towns-'))
  try {
    const path = join(folder, 'towns.json')
    const links =
      '{ "Zoning map": "https://fernhill.example/zoning", "311": "https://fernhill.example/311?of=\\"9\\":", "12" : "https://fernhill.example/12" }'
    writeFileSync(path, `{ "fernhill.example": { "helpfulLinks": ${links} } }`)
    const [town] = readTowns({ TOWNS_FILE: path }) ?? []
    expect(town?.config.helpfulLinks.map(({ name }) => name)).toEqual(['Zoning map', '311', '12'])
    expect(town?.config.helpfulLinks[1]?.url).toBe('https://fernhill.example/311?of="9":')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
