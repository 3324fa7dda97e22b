import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { type Advisory, AdvisoryFile, findingsIn, queryRegistry, RegistryUnreachable } from '../supply/advisories.ts'
import { licenseProblem } from '../supply/license-policy.ts'
import { lockedPackages, wantedVersions } from '../supply/lock-file.ts'

const USAGE = `Usage: npm run audit [-- --update] [-- --registry ADDRESS]

Checks what the lock file holds: licences, exact versions, checksums, and known faults of the packages. Faults come from
the registry of npm where it answers, and always from src/server/supply/advisories.json. --update writes what the
registry said into that file. The exit status is 1 where something is wrong.`

const LIST = 'src/server/supply/advisories.json'
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/

const { values } = parseArgs({
  options: { update: { type: 'boolean' }, registry: { type: 'string' }, help: { type: 'boolean' } },
})
if (values.help) console.log(USAGE)
else await audit()

async function audit(): Promise<void> {
  const packages = lockedPackages(readFileSync('package-lock.json', 'utf8'))
  const kept = AdvisoryFile.parse(JSON.parse(readFileSync(LIST, 'utf8')))
  const problems: string[] = []
  for (const [name, version] of wantedVersions(readFileSync('package.json', 'utf8')))
    if (!exact.test(version)) problems.push(`package.json asks for ${name} ${version}, which is no exact version`)
  for (const it of packages) {
    const problem = licenseProblem(it)
    if (problem) problems.push(problem)
    if (it.integrity === null) problems.push(`${it.name} ${it.version} has no checksum in the lock file`)
  }
  const heard = await heardFrom(values.registry ?? registryOfNpm())
  if (heard && values.update) update(kept, heard)
  for (const { package: it, advisory } of findingsIn(packages, [...kept.advisories, ...(heard ?? [])]))
    problems.push(`${it.name} ${it.version} (${it.path}): ${advisory.severity}, ${advisory.title} (${advisory.id})`)
  const licenses = new Set(packages.map(({ license }) => license ?? 'named in a file only'))
  const forDevelopment = packages.filter(({ isDev }) => isDev).length
  console.log(
    `${packages.length} packages, ${forDevelopment} of them for development only; ${licenses.size} licences; ${kept.advisories.length} kept advisories of ${kept.date}.`,
  )
  for (const problem of [...new Set(problems)]) console.error(problem)
  console.log(problems.length === 0 ? 'Nothing is wrong.' : `${problems.length} things are wrong.`)
  if (problems.length > 0) process.exitCode = 1
}

/** The registry that npm installs from on this machine. */
function registryOfNpm(): string {
  return execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
}

/** Null when the registry gives no advisories; the reason is printed. */
async function heardFrom(registry: string): Promise<Advisory[] | null> {
  try {
    const packages = lockedPackages(readFileSync('package-lock.json', 'utf8'))
    const advisories = await queryRegistry(registry, packages)
    console.log(`The registry knows ${advisories.length} advisories for these packages.`)
    return advisories
  } catch (error) {
    if (!(error instanceof RegistryUnreachable)) throw error
    console.log(`The registry gave no advisories: ${error.message}. Only the kept list was used.`)
    return null
  }
}

/** Adds new advisories to the kept list, so that the next audit knows them without the registry. */
function update(kept: AdvisoryFile, heard: readonly Advisory[]): void {
  const nameOf = (it: Advisory) => `${it.package} ${it.versions} ${it.id}`
  const known = new Set(kept.advisories.map(nameOf))
  const advisories = [...kept.advisories, ...heard.filter((it) => !known.has(nameOf(it)))]
  const file: AdvisoryFile = { date: new Date().toISOString().slice(0, 10), advisories }
  writeFileSync(LIST, `${JSON.stringify(file, null, 2)}\n`)
  console.log(`${LIST} holds ${advisories.length} advisories now.`)
}
