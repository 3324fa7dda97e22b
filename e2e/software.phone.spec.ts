import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

const app = openApp('ons')

test('About leads to the software of others in the app, with the text of each licence; without signal it says so', async () => {
  const page = await app.open('/about')
  await page.getByRole('link', { name: 'Software of others in this app, and its licenses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Software in this app')
  const react = page.locator('details', { hasText: /^react \d/ })
  await react.locator('summary').click()
  await expect(react.locator('pre')).toContainText('Permission is hereby granted, free of charge')
  await page.screenshot({ path: test.info().outputPath('software.png') })
  // A list for machines: the service worker must not answer it with the app's page.
  const bill = await page.evaluate(() => fetch('/sbom.json').then((answer) => answer.json()))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX' })
  await page.goto(`${app.town.url}/sbom.json`)
  await expect(page.locator('body')).toContainText('CycloneDX')
  await app.signalOff()
  const again = await app.open('/software')
  await expect(again.getByRole('alert')).toContainText('The list could not be loaded.')
  await app.signalOn()
  await again.getByRole('button', { name: 'Try again' }).click()
  await expect(again.locator('details').first()).toBeVisible()
})
