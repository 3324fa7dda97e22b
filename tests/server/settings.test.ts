import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig, settingDefaults, settingNames } from '../../src/server/config.ts'

/** The rows of the README's tables of settings: name, format, default, example, what for. */
const rows = readFileSync('README.md', 'utf8')
  .split('| variable | format | default | example | what for |\n|---|---|---|---|---|\n')
  .slice(1)
  .flatMap((table) => table.split('\n\n')[0]?.split('\n') ?? [])
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )

/** The variables that the program reads outside of the table of `config.ts`. */
const readBeside = () => {
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path))
  const found = sources.flatMap((path) => {
    const code = readFileSync(`src/${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return [...code.matchAll(/\b(?:process\.env|environment)(?:\.|\[['"])([A-Z][A-Z0-9_]*)\b/g)].map(([, name]) => name)
  })
  return new Set(found)
}

describe('the README', () => {
  test('names every setting that the server reads, each once, and none that it does not read', () => {
    const named = rows.map(([name]) => name?.replaceAll('`', ''))
    const read = new Set([...settingNames, ...readBeside()])
    expect([...named].sort()).toEqual([...read].sort())
  })

  test('says of each its format, and the default that really holds', () => {
    for (const [name = '', format, fallback] of rows) {
      expect([name, format]).toEqual([name, expect.stringMatching(/./)])
      const known = settingDefaults[name.replaceAll('`', '')]
      if (fallback === 'made from API_UPSTREAM') expect([name, known]).toEqual(['`TOWN_ID`', undefined])
      else expect([name, fallback]).toEqual([name, known === undefined ? 'none' : String(known) || 'empty'])
    }
  })

  test('gives of each an example that the server takes, other than the default', () => {
    const examples = rows.map(([name = '', , fallback, example = '']) => {
      expect([name, example]).toEqual([name, expect.stringMatching(/^`.+`$/)])
      expect([name, example]).not.toEqual([name, `\`${fallback}\``])
      return [name.replaceAll('`', ''), example.slice(1, -1)] as const
    })
    // A server that passes calls on has neither files nor sign-ins of its own.
    const upstream = examples.filter(([name]) => !/^(S3_|OIDC_|PASSWORDS_ONLY_FOR$)/.test(name))
    const own = examples.filter(([name]) => !['API_UPSTREAM', 'UPSTREAM_FILES'].includes(name))
    for (const settings of [upstream, own]) expect(() => readConfig(Object.fromEntries(settings))).not.toThrow()
  })

  test('every read in the sources is found, so that a new one cannot be forgotten', () => {
    expect([...readBeside()]).toEqual(expect.arrayContaining(['TOWN', 'TOWNS_FILE', 'DATA_FOLDER']))
  })
})

describe('single sign-on', () => {
  test('has settings that are checked at the start', () => {
    const refusal = (settings: Record<string, string>) => () => readConfig(settings)
    const issuer = { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'codesoft' }
    expect(readConfig({ ...issuer, OIDC_ROLE_CLAIM: 'groups', OIDC_ROLES: '{"field":"ons"}' }).singleSignOn).toEqual({
      issuer: new URL('https://id.example/'),
      clientId: 'codesoft',
      clientSecret: null,
      label: 'your work account',
      roleClaim: 'groups',
      roles: { field: 1 },
      createsUsers: false,
      trustsEmails: false,
    })
    expect(refusal({ OIDC_ISSUER: 'https://id.example' })).toThrow('OIDC_CLIENT_ID')
    expect(refusal({ ...issuer, OIDC_ISSUER: 'http://id.example' })).toThrow('has to be https')
    expect(refusal({ ...issuer, OIDC_ROLE_CLAIM: 'groups' })).toThrow('OIDC_ROLES')
    expect(refusal({ ...issuer, OIDC_ROLES: '{"field":"king"}' })).toThrow('OIDC_ROLES')
    expect(refusal({ PASSWORDS_ONLY_FOR: 'a@b.example' })).toThrow('needs OIDC_ISSUER')
  })
})
