import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { SoftwareList } from '../../src/contract/software.ts'
import { AdvisoryFile, findingsIn, queryRegistry, RegistryUnreachable } from '../../src/server/supply/advisories.ts'
import { billOfMaterials } from '../../src/server/supply/bill-of-materials.ts'
import { licenseProblem } from '../../src/server/supply/license-policy.ts'
import { type LockedPackage, lockedPackages, wantedVersions } from '../../src/server/supply/lock-file.ts'
import { softwareList } from '../../src/server/supply/software-list.ts'
import { programArgs } from '../harness/server-program.ts'

const packages = lockedPackages(readFileSync('package-lock.json', 'utf8'))
const kept = AdvisoryFile.parse(JSON.parse(readFileSync('src/server/supply/advisories.json', 'utf8')))

const made = (over: Partial<LockedPackage>): LockedPackage => ({
  path: `node_modules/${over.name ?? 'thing'}`,
  name: 'thing',
  version: '1.0.0',
  license: 'MIT',
  integrity: 'sha512-AAAA',
  isDev: false,
  isOptional: false,
  ...over,
})

test('every package of the lock file has an accepted licence and a checksum', () => {
  expect(packages.length).toBeGreaterThan(500)
  expect(packages.map(licenseProblem).filter(Boolean)).toEqual([])
  expect(packages.filter(({ integrity }) => !integrity)).toEqual([])
})

test('package.json asks for exact versions only', () => {
  const wanted = wantedVersions(readFileSync('package.json', 'utf8'))
  expect(wanted.length).toBeGreaterThan(40)
  expect(wanted.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([])
})

test('no package of the lock file is on the list of known bad ones', () => {
  expect(findingsIn(packages, kept.advisories)).toEqual([])
})

test.each([
  ['GPL-3.0-only', /not on the list/],
  ['(MIT AND AGPL-3.0-only)', /not on the list/],
  ['SEE LICENSE IN LICENSE.md', /no SPDX expression/],
  [null, /names no licence/],
])('a package under %s is a problem', (license, words) => {
  expect(licenseProblem(made({ license }))).toMatch(words)
})

test.each(['MIT OR GPL-3.0-only', 'Apache-2.0', '(MIT AND Zlib)'])('a package under %s is accepted', (license) => {
  expect(licenseProblem(made({ license }))).toBeNull()
})

test('a known bad version is found, its neighbours are not', () => {
  const advisories = kept.advisories
  expect(findingsIn([made({ name: 'event-stream', version: '3.3.6' })], advisories)).toHaveLength(1)
  expect(findingsIn([made({ name: 'event-stream', version: '3.3.5' })], advisories)).toEqual([])
  const range = [{ package: 'a', versions: '<2.0.0', id: 'x', title: 'x', severity: 'high' as const }]
  expect(findingsIn([made({ name: 'a', version: '2.0.0-beta.1' })], range)).toHaveLength(1)
})

const registry = async (status: number, body: string) => {
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(status).end(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}

test('a registry’s warning about a package fails the audit, in words', async () => {
  const known = { zod: [{ url: 'GHSA-x', title: 'A planted fault', severity: 'high', vulnerable_versions: '*' }] }
  const address = await registry(200, JSON.stringify(known))
  const child = await run(['--registry', address])
  expect(child.code).toBe(1)
  expect(child.said).toMatch(/zod \d\S+ \(node_modules\/zod\): high, A planted fault \(GHSA-x\)/)
})

test('a registry that does not say is named, and the kept list decides', async () => {
  const child = await run(['--registry', await registry(405, 'no')])
  expect(child.said).toMatch(/gave no advisories: it answered 405/)
  expect(child.code).toBe(0)
  await expect(queryRegistry(await registry(200, '<html>'), packages)).rejects.toThrow(RegistryUnreachable)
})

test.each([{ vulnerable_versions: 'no range' }, { title: '' }, { url: '' }])(
  'an advisory that the kept list could not hold is not heard, so it is never written there: %j',
  async (wrong) => {
    const right = { url: 'GHSA-x', title: 'A planted fault', severity: 'high', vulnerable_versions: '*' }
    const address = await registry(200, JSON.stringify({ zod: [{ ...right, ...wrong }] }))
    await expect(queryRegistry(address, packages)).rejects.toThrow(/an advisory about zod .* cannot be read/)
  },
)

const run = async (args: string[]) => {
  const { spawn } = await import('node:child_process')
  const child = spawn(process.execPath, programArgs('src/server/cli/audit.ts', args))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      said += text
    })
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, said }
}

test('the bill of materials names every package of a town, once, with its checksum, and no development tool', () => {
  const bill = billOfMaterials('.')
  expect(bill).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    metadata: { component: { name: 'codesoft' } },
  })
  const refs = bill.components.map((it) => it['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(new Set(refs)).toEqual(
    new Set(packages.filter(({ isDev }) => !isDev).map(({ name, version }) => `${name}@${version}`)),
  )
  expect(bill.components.find(({ name }) => name === '@node-rs/argon2')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/%40node-rs\/argon2@/),
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
    licenses: [{ expression: 'MIT' }],
  })
  expect(refs.some((ref) => ref.startsWith('vitest@'))).toBe(false)
})

test('the list of software in the app has the text of nearly every licence', () => {
  const list = SoftwareList.parse(softwareList('.'))
  expect(list.packages.length).toBeGreaterThan(300)
  expect(list.packages.find(({ name }) => name === 'react')).toMatchObject({ license: 'MIT', text: expect.any(Number) })
  const without = list.packages.filter(({ text }) => text === null)
  expect(without.length / list.packages.length).toBeLessThan(0.15)
})

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('the units of systemd are valid', () => {
  const backups = ['codesoft-backup', 'codesoft-backup@'].flatMap((name) => [`${name}.service`, `${name}.timer`])
  for (const unit of ['codesoft.service', ...backups]) {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `src/server/deploy/${unit}`], { encoding: 'utf8' })
    // The machine of the test may lack /opt/codesoft; everything else must be right.
    const complaints = stderr.split('\n').filter((line) => line.includes('codesoft'))
    expect(complaints.filter((line) => !/not executable|No such file/.test(line))).toEqual([])
  }
})
