import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { verifyBackup } from '../../src/server/backup/read-backup.ts'
import { copyOfTemplate } from '../harness/database.ts'
import { office } from '../harness/office.ts'
import { programArgs } from '../harness/server-program.ts'
import { addPhotographed } from './visit.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-deploy-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const deployed = (file: string) => readFileSync(`src/server/deploy/${file}`, 'utf8')

describe('the nightly backup', () => {
  const daysAgo: Record<string, number> = {
    'town-old.tar.gz': 9,
    'town-new.tar.gz': 1,
    'town-old.tar.gz.1f2e.part': 3,
    'town-older.tar.gz.part': 9,
    'town-now.tar.gz.3c4d.part': 0,
    'own.tar.gz': 99,
  }
  const all = Object.keys(daysAgo)

  /** Runs the unit's command for the end of a run, as systemd runs it. Returns what is left. */
  const leftAfter = (status: string): string[] => {
    for (const [name, days] of Object.entries(daysAgo)) {
      const path = join(folder, name)
      writeFileSync(path, '')
      const then = Date.now() / 1000 - days * 86_400 - 600
      utimesSync(path, then, then)
    }
    const unit = deployed('codesoft-backup.service').replaceAll('/var/backups/codesoft', folder).replaceAll('$$', '$')
    const lines = [...unit.matchAll(/^ExecStopPost=(.*)$/gm)]
    expect(lines).toHaveLength(1)
    for (const [, line = ''] of lines) {
      const { status: ended } = spawnSync('sh', ['-c', line], { env: { ...process.env, EXIT_STATUS: status } })
      expect(ended).toBe(0)
    }
    return readdirSync(folder)
  }
  const without = (...gone: string[]) => all.filter((it) => !gone.includes(it)).sort()
  const unfinished = ['town-old.tar.gz.1f2e.part', 'town-older.tar.gz.part']

  test.each(['0', '2'])('that wrote a file (status %s) deletes old ones, and what killed ones left', (status) => {
    expect(leftAfter(status).sort()).toEqual(without('town-old.tar.gz', ...unfinished))
  })

  test.each(['1', '', 'TERM', '20', '127'])(
    'that wrote none (status %j) deletes only what killed ones left',
    (status) => {
      expect(leftAfter(status).sort()).toEqual(without(...unfinished))
    },
  )

  test('of one of several towns names the town, and goes into a folder of its own', () => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(bin, 'node'), '#!/bin/sh\necho "$TOWN $*"\n', { mode: 0o755 })
    const unit = deployed('codesoft-backup@.service')
      .replaceAll('/var/backups/codesoft', folder)
      .replaceAll('$$', '$')
      .replaceAll('%%', '%')
      .replaceAll('%i', 'fernhill.example')
    const run = (name: string, env: Record<string, string>) =>
      spawnSync('sh', ['-c', new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? 'false'], {
        encoding: 'utf8',
        env: { PATH: `${bin}:${process.env.PATH}`, ...env },
      })
    const { status, stdout } = run('ExecStart', { TOWN: 'of the settings' })
    const file = join(folder, 'fernhill.example', 'town-')
    expect([status, stdout]).toEqual([
      0,
      expect.stringMatching(`^fernhill.example .*backup.ts ${file}[-0-9]+.tar.gz\n$`),
    ])
    for (const place of ['', 'fernhill.example']) {
      const path = join(folder, place, 'town-old.tar.gz')
      writeFileSync(path, '')
      utimesSync(path, 1, 1)
    }
    expect(run('ExecStopPost', { EXIT_STATUS: '0' }).status).toBe(0)
    expect(readdirSync(join(folder, 'fernhill.example'))).toEqual([])
    expect(readdirSync(folder)).toContain('town-old.tar.gz')
  })

  test('still shows as failed when files were missing', () => {
    expect(deployed('codesoft-backup.service')).not.toMatch(/^(SuccessExitStatus|ExecStartPost|ExecStart=-)/m)
  })

  test('ends with status 2 when the backup is complete but for files that the store has lost', async () => {
    const database = await copyOfTemplate()
    const town = await office({ database })
    closers.push(() => town.close())
    await addPhotographed(town)
    await town.pool.query(
      `insert into town_settings (name, value, updated_at, updated_by) values ('town_name', '"Elmville"', now(), $1)`,
      [town.people.admin.id],
    )
    const env = { ...process.env, DATABASE_URL: database.url, DATA_FOLDER: town.config.dataFolder }
    const backUp = (name: string) =>
      spawnSync(process.execPath, programArgs('src/server/cli/backup.ts', [join(folder, name)]), {
        encoding: 'utf8',
        env,
      })
    expect(backUp('whole.tar.gz').status).toBe(0)
    // The name that an Admin has set in the app.
    expect((await verifyBackup(join(folder, 'whole.tar.gz'))).townName).toBe('Elmville')
    const [row] = (await town.pool.query('select thumb_key from attachments')).rows
    await town.store.remove(row.thumb_key)
    const told = backUp('town.tar.gz')
    expect([told.status, told.stderr]).toEqual([2, expect.stringContaining(row.thumb_key)])
    expect(backUp('town.tar.gz').status).toBe(1)
    expect(readdirSync(folder)).toEqual(['town.tar.gz', 'whole.tar.gz'])
  })
})

describe('the command codesoft', () => {
  /** Runs the wrapper with these settings, in place of `runuser` a program that prints what it got. */
  const ran = (settings: string): { env: Record<string, string>; args: string[] } => {
    const bin = join(folder, 'bin')
    mkdirSync(bin)
    writeFileSync(join(folder, 'codesoft.env'), settings)
    writeFileSync(
      join(bin, 'runuser'),
      `#!/bin/sh\nexec ${process.execPath} -e 'console.log(JSON.stringify({ env: process.env, args: process.argv.slice(1) }))' -- "$@"\n`,
      { mode: 0o755 },
    )
    const script = deployed('codesoft')
      .replaceAll('/etc/codesoft.env', join(folder, 'codesoft.env'))
      .replaceAll('/opt/codesoft', folder)
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, 'codesoft', 'user', 'add', 'a b'], {
      encoding: 'utf8',
      cwd: folder,
      env: { PATH: `${bin}:${process.env.PATH}` },
    })
    expect([status, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }

  test('reads its settings as systemd does: literally', () => {
    const address = 'postgres://town:p$HOME&w;x#y`touch z`@db/town?a=1&sslmode=verify-full'
    const { env, args } = ran(
      [
        '# a comment',
        '; another=one',
        '',
        `DATABASE_URL=${address}`,
        'TOWN_NAME=\'City of "Fernhill" $5 \\ & Co\'',
        'TOWN_SEAL="/srv/a \\"b\\" \\$c \\\\ $d.svg"',
        '  PUBLIC_URL = https://fernhill.example  ',
        'OIDC_CLIENT_SECRET=$(touch evaluated)',
        'S3_SECRET=a\\bc\\\\d',
        'EMPTY=',
        'command=backup',
        'not a setting',
        '1BAD=x',
        'DATA_FOLDER=/srv/town',
        'LAST=no newline',
      ].join('\n'),
    )
    expect(env).toMatchObject({
      DATABASE_URL: address,
      TOWN_NAME: 'City of "Fernhill" $5 \\ & Co',
      TOWN_SEAL: '/srv/a "b" $c \\ $d.svg',
      PUBLIC_URL: 'https://fernhill.example',
      OIDC_CLIENT_SECRET: '$(touch evaluated)',
      S3_SECRET: 'abc\\d',
      EMPTY: '',
      DATA_FOLDER: '/srv/town',
      LAST: 'no newline',
      NODE_ENV: 'production',
    })
    expect(args).toEqual(['-u', 'codesoft', '--', 'node', '--import', 'tsx', 'src/server/cli/user.ts', 'add', 'a b'])
    expect(readdirSync(folder).sort()).toEqual(['bin', 'codesoft.env'])
  })

  test('reads a file with the line ends of Windows', () => {
    expect(ran('TOWN_NAME=Fernhill\r\nTRUST_PROXY="1"\r\n').env).toMatchObject({
      TOWN_NAME: 'Fernhill',
      TRUST_PROXY: '1',
    })
  })
})
