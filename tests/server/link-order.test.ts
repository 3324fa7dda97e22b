import { expect, onTestFinished, test } from 'vitest'
import { helpfulLinks } from '../../src/rules/helpful-links.ts'
import { readConfig } from '../../src/server/config.ts'
import { settingsOfTown } from '../../src/server/setting-checks.ts'
import { office } from '../harness/office.ts'

// As keys of an object the last two would come first.
const links = ['Town hall', '311', '9 Fairs of 2026', '2026'].map((name) => ({
  name,
  url: `https://elm.example/${name.length}`,
}))

test('X108 HL-04 links are told in the order in which an Admin has put them, names that are numbers too', async () => {
  const town = await office()
  onTestFinished(() => town.close())
  const as = town.people.admin
  const page = async () => (await town.fetch('/api/town/settings', { as })).json()
  const { settings, version } = await page()
  const saved = await town.fetch('/api/town/settings', {
    method: 'PUT',
    as,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...settings, links, version }),
  })
  expect(saved.status).toBe(200)
  expect((await page()).settings.links).toEqual(links)
  const config = await (await town.fetch('/config.json')).json()
  expect(config.links).toEqual(links)
  expect(helpfulLinks(config.links).flatMap((group) => group.links.map((it) => it.name))).toEqual(
    links.map((it) => it.name),
  )
  // For an app from before the list.
  expect(config.helpfulLinks).toEqual(Object.fromEntries(links.map(({ name, url }) => [name, url])))
})

test('HL-04 links of the environment keep the order in which they are written', () => {
  const written = `{ ${links.map(({ name, url }) => `"${name}" :"${url}"`).join(', ')}, "Say \\"yes\\"": "https://elm.example/", ": x": "https://elm.example/x" }`
  const { helpfulLinks } = readConfig({ HELPFUL_LINKS: written })
  const all = [
    ...links,
    { name: 'Say "yes"', url: 'https://elm.example/' },
    { name: ': x', url: 'https://elm.example/x' },
  ]
  expect(helpfulLinks).toEqual(all)
  expect(settingsOfTown(readConfig({ HELPFUL_LINKS: written })).links).toEqual(all)
})
