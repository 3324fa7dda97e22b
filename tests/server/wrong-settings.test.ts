import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'
import { passwordOf } from '../../src/server/store/postgres-folder.ts'
import { readTowns } from '../../src/server/towns/towns-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-settings-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'town-files',
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}

describe('the start refuses', () => {
  test.each<[string, Record<string, string>]>([
    ['MAPS_URL', { MAPS_URL: 'maps.example/{combadd}' }],
    ['TAX_URL', { TAX_URL: 'javascript:alert(1)' }],
    ['TAX_URL', { TAX_URL: 'https://tax.example/{parcel}' }],
    ['TAX_URL', { TAX_URL: 'https://tax.example/{property_id}?of={parcel}' }],
    ['HELPFUL_LINKS', { HELPFUL_LINKS: '{"Map":"javascript:alert(1)"}' }],
    ['HELPFUL_LINKS', { HELPFUL_LINKS: '{"Map":"https://a.example","map":"https://b.example"}' }],
    ['TOWN_NAME', { TOWN_NAME: 'x'.repeat(100_000) }],
    ['S3_PREFIX', { ...s3, S3_PREFIX: '../other-town/' }],
    ['S3_PREFIX', { ...s3, S3_PREFIX: 'a/./' }],
    ['DATABASE_URL', { DATABASE_URL: 'nonsense' }],
    ['API_UPSTREAM', { API_UPSTREAM: 'https://api.example/v1?key=1' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://town.example/codesoft' }],
  ])('a %s that pages would not take, or that leads elsewhere', (name, settings) => {
    expect(() => readConfig(settings)).toThrow(new RegExp(`^Settings: ${name}: `))
  })

  test.each<[string, Record<string, string>]>([
    ['OIDC_ISSUER', { API_UPSTREAM: 'https://api.example', OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x' }],
    ['OIDC_ROLE_CLAIM', { OIDC_ROLE_CLAIM: 'groups' }],
    ['OIDC_CREATE', { OIDC_CREATE: '1' }],
    ['OIDC_TRUST_EMAIL', { OIDC_TRUST_EMAIL: '1' }],
    ['OIDC_ROLES', { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_ROLES: '{"it":"admin"}' }],
    ['UPSTREAM_FILES', { UPSTREAM_FILES: 'https://files.example' }],
    ['S3_PREFIX', { S3_PREFIX: 'fernhill/' }],
  ])('%s where it would have no effect', (name, settings) => {
    expect(() => readConfig(settings)).toThrow(new RegExp(`^Settings: .*\\b${name}\\b`))
  })

  test.each<[string, string, string]>([
    ['PORT', 'abc', 'has to be a whole number from 0 to 65535 (is "abc")'],
    ['PORT', '70000', 'has to be a whole number from 0 to 65535 (is "70000")'],
    ['SESSION_HOURS', '1.5', 'has to be a whole number from 1 to 744 (is "1.5")'],
    ['HSTS', 'yes', 'has to be one of 0, 1 (is "yes")'],
    ['LOG_LEVEL', 'loud', 'has to be one of silent, fatal, error, warn, info, debug, trace (is "loud")'],
    ['PASSWORDS_ONLY_FOR', 'it', 'is no email address (is "it")'],
    ['PUBLIC_URL', 'fernhill.example', 'is no http address (is "fernhill.example")'],
    ['FILE_SECRET', 'short', 'needs 32 characters or more'],
  ])('%s=%s, and says why: a secret is not repeated', (name, value, words) => {
    expect(() => readConfig({ [name]: value })).toThrow(new Error(`Settings: ${name}: ${words}`))
  })

  test.each(['p@ss', 'pa/ss', 'pa#ss', '50%off'])(
    'a DATABASE_URL with the password %s as it is, without showing it',
    (password) => {
      const refusal = () => readConfig({ DATABASE_URL: `postgres://codesoft:${password}@db.example/town` })
      expect(refusal).toThrow(/^Settings: DATABASE_URL: has a sign that must be encoded [^"]*$/)
      const encoded = `postgres://codesoft:${encodeURIComponent(password)}@db.example/town?sslmode=require`
      expect(readConfig({ DATABASE_URL: encoded }).databaseUrl).toBe(encoded)
    },
  )

  test('nothing that is right', () => {
    const blank = readConfig({ TOWN_NAME: ' ', PORT: ' ', OIDC_CREATE: '0' })
    expect([blank.townName, blank.port, blank.fixed.size]).toEqual(['CodeSoft', 4300, 0])
    const right = readConfig({
      ...{
        ...s3,
        S3_PREFIX: 'fernhill.example/2026/',
        PUBLIC_URL: 'https://town.example/',
        TAX_URL: 'https://t.example/',
      },
      DATABASE_URL: 'postgresql:///town?host=/run/postgresql',
      MAPS_URL: 'https://maps.example/?q={combadd}',
    })
    expect(right.s3?.prefix).toBe('fernhill.example/2026/')
    expect(right.publicUrl).toBe('https://town.example')
  })
})

describe('several towns', () => {
  const towns = (one: Record<string, string>, other: Record<string, string>) => () => {
    const path = join(folder, 'towns.json')
    writeFileSync(path, JSON.stringify({ 'a.example': one, 'b.example': other }))
    return readTowns({ TOWNS_FILE: path, DATA_FOLDER: folder })
  }
  const stored = (endpoint: string) => ({
    ...{ s3Endpoint: endpoint, s3Bucket: 'files', s3Region: 'r', s3AccessKeyId: 'i', s3SecretAccessKey: 's' },
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['databaseUrl', { databaseUrl: 'postgres://a:x@Db/town' }, { databaseUrl: 'postgresql://b@db:5432/town?a=1' }],
    ['dataFolder', { dataFolder: '/srv/towns' }, { dataFolder: '/srv/towns/b' }],
    ['s3Bucket', stored('https://s3.example'), stored('https://S3.example:443/')],
  ])('with one %s in two ways of writing are refused', (what, one, other) => {
    expect(towns(one, other)).toThrow(new RegExp(`a.example and b.example have the same ${what}`))
    expect(towns(other, one)).toThrow(new RegExp(`have the same ${what}`))
  })

  test('with a place each are taken', () => {
    const one = { databaseUrl: 'postgres://a@db/town', dataFolder: '/srv/town' }
    expect(towns(one, { databaseUrl: 'postgres://a@db:5433/town', dataFolder: '/srv/town-b' })()).toHaveLength(2)
  })
})

test('a first start that was killed while it wrote its password can start again', () => {
  writeFileSync(join(folder, 'database-password'), '')
  const password = passwordOf(folder)
  expect(password).toMatch(/^\S{20,}$/)
  expect(passwordOf(folder)).toBe(password)
})
