import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { dist } from './static-site.ts'
import { installed, runStory } from './story.ts'
import { test } from './story-test.ts'

interface Picture {
  src: string
  sizes: string
  type: string
}

interface Manifest {
  start_url: string
  display: string
  icons: (Picture & { purpose: string })[]
  shortcuts: { name: string; url: string; icons: Picture[] }[]
  screenshots?: Picture[]
}

test('the app can be installed: the browser’s own check has nothing against it, icons have their sizes, shortcuts open', async () => {
  // A private window cannot install.
  await runStory({ hasProfile: true }, async ({ town, phone, me }) => {
    const { page } = me
    await installed(page)
    const cdp = await phone.context.newCDPSession(page)
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    expect(installabilityErrors).toEqual([])
    const { errors, data, url } = await cdp.send('Page.getAppManifest')
    expect(errors).toEqual([])
    expect(url).toBe(`${town.url}/manifest.webmanifest`)
    const manifest: Manifest = JSON.parse(data ?? '')
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
    expect(manifest.icons.map((it) => `${it.purpose} ${it.sizes}`)).toEqual(
      expect.arrayContaining(['any 192x192', 'any 512x512', 'maskable 192x192', 'maskable 512x512']),
    )

    const pictures = [
      ...manifest.icons,
      ...manifest.shortcuts.flatMap((it) => it.icons),
      ...(manifest.screenshots ?? []),
    ]
    for (const { src, sizes, type } of pictures) {
      const answer = await page.request.get(town.url + src)
      expect(answer.headers()['content-type'], src).toContain(type)
      const { width, height } = await sharp(await answer.body()).metadata()
      if (sizes !== 'any') expect(`${width}x${height}`, src).toBe(sizes)
    }

    await me.signIn()
    expect(manifest.shortcuts.map((it) => it.name)).toEqual(['My inspections', 'New complaint', 'Unsent work'])
    for (const { url: shortcut } of manifest.shortcuts) {
      await me.go(shortcut)
      await expect(page.locator('main#main').getByRole('heading', { level: 1 }), shortcut).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Nothing here' }), shortcut).toHaveCount(0)
    }
  })
})

test('the shell is asked for each time, hashed files are kept for ever, and neither source maps nor folders are given out', async () => {
  await runStory({}, async ({ town, me }) => {
    const get = (path: string) => me.page.request.get(town.url + path)
    for (const path of [
      '/',
      '/index.html',
      '/inspections/1/conduct',
      '/sw.js',
      '/manifest.webmanifest',
      '/config.json',
    ]) {
      const answer = await me.page.request.get(town.url + path, { headers: { accept: 'text/html,*/*' } })
      expect(answer.status(), path).toBe(200)
      expect(answer.headers()['cache-control'], path).toMatch(/no-cache|no-store/)
    }
    const names = readdirSync(join(dist, 'assets')).filter((it) => /\.(js|css)$/.test(it))
    expect(names.length).toBeGreaterThan(5)
    for (const name of names.slice(0, 5)) {
      const answer = await get(`/assets/${name}`)
      expect(answer.headers()['cache-control'], name).toBe('public, max-age=31536000, immutable')
    }
    const refused = await Promise.all(
      [`/assets/${names[0]}.map`, '/assets/', '/assets/../sw.js.map', '/.env'].map((path) => get(path)),
    )
    for (const answer of refused) expect(answer.status(), answer.url()).toBe(404)
  })
})
