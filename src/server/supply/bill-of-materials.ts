import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenseOf } from './license-policy.ts'
import { type LockedPackage, lockedPackages } from './lock-file.ts'

/** A bill of materials in the form of CycloneDX 1.5 (https://cyclonedx.org/docs/1.5/json/). */
interface BillOfMaterials {
  bomFormat: 'CycloneDX'
  specVersion: '1.5'
  version: 1
  metadata: { component: Component }
  components: Component[]
}

interface Component {
  type: 'application' | 'library'
  'bom-ref': string
  name: string
  version: string
  purl: string
  scope?: 'required' | 'optional'
  hashes?: { alg: 'SHA-512'; content: string }[]
  licenses?: { expression: string }[]
}

/**
 * The packages that a town runs, from package-lock.json and package.json in `root`. Without times and random numbers,
 * so that the same lock file gives the same bytes (npm's own `npm sbom` does not).
 */
export const billOfMaterials = (root: string): BillOfMaterials => {
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const components = new Map<string, Component>()
  for (const it of lockedPackages(readFileSync(join(root, 'package-lock.json'), 'utf8')))
    if (!it.isDev) components.set(`${it.name}@${it.version}`, componentOf(it))
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `${name}@${version}`,
        name,
        version,
        purl: purlOf(name, version),
      },
    },
    components: [...components.values()].sort((a, b) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)),
  }
}

const componentOf = (it: LockedPackage): Component => {
  const license = licenseOf(it)
  const sum = /^sha512-([\w+/=]+)/.exec(it.integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': `${it.name}@${it.version}`,
    name: it.name,
    version: it.version,
    purl: purlOf(it.name, it.version),
    scope: it.isOptional ? 'optional' : 'required',
    ...(sum ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] } : {}),
    ...(license ? { licenses: [{ expression: license }] } : {}),
  }
}

/** A package URL: '@' of a scope is written as %40. */
const purlOf = (name: string, version: string) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`
