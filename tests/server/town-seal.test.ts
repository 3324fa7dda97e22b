import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { town as calls } from '../../src/contract/town.ts'
import { readConfig } from '../../src/server/config.ts'
import { demoSeal } from '../../src/server/demo/demo-seal.ts'
import { townSealOf } from '../../src/server/town-seal.ts'
import { office } from '../harness/office.ts'
import { ask, refusal } from './routes/ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'codesoft-seal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** A WebP of 36 bytes that says it has this many pixels each way: each pixel of one colour costs no bit. */
const hugeWebp = async (side: number) => {
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#004080' } })
    .webp({ lossless: true })
    .toBuffer()
  bytes.writeUInt32LE(((bytes.readUInt32LE(21) & 0xf0000000) | ((side - 1) << 14) | (side - 1)) >>> 0, 21)
  return bytes
}

const blue = sharp({ create: { width: 400, height: 200, channels: 4, background: '#00408080' } })

describe('the town’s seal (TOWN_SEAL)', () => {
  test('is served to everybody from our origin, kept for ever, and can run nothing', async () => {
    const townSeal = file('seal.svg', demoSeal())
    const town = await office({ config: { townSeal } })
    try {
      const told = (await (await town.fetch('/config.json')).json()) as { townSeal: string }
      expect(told.townSeal).toMatch(/^\/town-seal\/[0-9a-f]{16}\.svg$/)
      const answer = await town.fetch(told.townSeal)
      expect([answer.status, await answer.text()]).toEqual([200, demoSeal()])
      const { headers } = answer
      expect(headers.get('content-type')).toBe('image/svg+xml')
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(headers.get('content-security-policy')).toContain('sandbox')
      expect((await town.fetch('/town-seal/0123456789abcdef.svg')).status).toBe(404)
    } finally {
      await town.close()
    }
  })

  test('is absent where the settings name none', async () => {
    const town = await office()
    try {
      expect(await (await town.fetch('/config.json')).json()).toMatchObject({ townSeal: null })
      expect((await town.fetch('/town-seal/0123456789abcdef.svg')).status).toBe(404)
    } finally {
      await town.close()
    }
  })

  test.each(['png', 'jpeg', 'webp'] as const)(
    'may be a %s, whatever its file is called; letters get a PNG',
    async (kind) => {
      const seal = await townSealOf({
        townSeal: file(`seal-${kind}.bin`, await blue.clone().toFormat(kind).toBuffer()),
      })
      expect([seal?.type, seal?.letter.width, seal?.letter.height]).toEqual([`image/${kind}`, 256, 128])
      expect((await sharp(seal?.letter.png).metadata()).format).toBe('png')
    },
  )

  test('that is not there, too large, or no picture keeps the server from starting, and the message says why', async () => {
    const { townSeal } = readConfig({ TOWN_SEAL: join(folder, 'none.png') })
    const cut = (await blue.clone().png().toBuffer()).subarray(0, 60)
    for (const [path, why] of [
      [townSeal, /TOWN_SEAL: .*none\.png is no file/],
      [folder, /is no file/],
      [file('large.svg', `<svg xmlns="http://www.w3.org/2000/svg"><!--${'x'.repeat(300_000)}--></svg>`), /has 294 kB/],
      [file('words.png', 'not a picture'), /words\.png is no picture that browsers show/],
      [file('page.svg', '<html><script>alert(1)</script></html>'), /page\.svg is no picture/],
      [file('other.png', await blue.clone().toFormat('gif').toBuffer()), /of the kind gif/],
      [file('cut.png', cut), /cut\.png is no picture/],
      [file('huge.webp', await hugeWebp(16_380)), /huge\.webp has 16380 x 16380 pixels; at most 25 million are taken$/],
    ] as const)
      await expect(townSealOf({ townSeal: path }), path ?? '').rejects.toThrow(why)
  })
})

test('X109 a picture of too many pixels is refused as the seal, and says how many; a stored one stays', async () => {
  const town = await office()
  try {
    const as = town.people.admin
    const huge = (await hugeWebp(5001)).toString('base64')
    expect(await refusal(town, calls.saveSeal, { body: { picture: huge }, as })).toBe(
      '422 This picture has 5001 x 5001 pixels; at most 25 million are taken.',
    )
    const largest = (await hugeWebp(5000)).toString('base64')
    expect((await ask(town, calls.saveSeal, { body: { picture: largest }, as })).seal).toMatch(/\.webp$/)
  } finally {
    await town.close()
  }
  // Chosen before there was this limit: the page of the town must not break over it.
  const ownSeal = new Uint8Array(await hugeWebp(5001))
  expect(await townSealOf({ townSeal: null, ownSeal })).toMatchObject({ letter: { width: 256, height: 256 } })
})
