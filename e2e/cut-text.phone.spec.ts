import { expect } from '@playwright/test'
import { openApp, test } from './open-app.ts'

// Phone only: on a desk there is room enough.

const app = openApp('ons')

test('what a field cannot show whole ends in an ellipsis', async () => {
  const page = await app.open('/inspections')
  await expect(page.getByRole('searchbox').first()).toHaveCSS('text-overflow', 'ellipsis')
})
