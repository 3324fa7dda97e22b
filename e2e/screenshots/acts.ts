import type { Page } from 'playwright'
import { drawPicture, type Scene } from '../../src/server/demo/pictures.ts'
import { chanceOf } from '../../src/server/demo/random.ts'
import { heic, pdfOf } from '../papers.ts'

/** Actions on an open screen before its picture is taken. */
export type Act = (page: Page) => Promise<void>

const press =
  (name: string | RegExp): Act =>
  (page) =>
    page.getByRole('button', { name }).filter({ visible: true }).first().click()

/** Types into a field that offers a list, and waits for its first line. */
const choosing =
  (label: string, text: string): Act =>
  async (page) => {
    const field = page.getByRole('combobox', { name: label }).filter({ visible: true }).first()
    await field.click()
    await field.fill(text)
    await page.getByRole('option').first().waitFor()
  }

const after =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page)
  }

const typed =
  (label: string, text: string): Act =>
  (page) =>
    page.getByLabel(label).filter({ visible: true }).first().fill(text)

/** An alert is made, and what to know can be typed; the band says it from then on. */
const alertMade = after(press('Add alert'), press('Dog'), async (page) => {
  await page.getByRole('dialog').getByRole('textbox').waitFor()
})

/** The first proposed pair, side by side. */
const compared: Act = async (page) => {
  await page.locator('tbody a').first().click()
  await page.getByRole('button', { name: 'Merge', exact: true }).waitFor()
}

/** The question before a sign-out. */
const signOut: Act = async (page) => {
  const menu = page.getByRole('button', { name: 'Open menu' })
  if (await menu.isVisible()) await menu.click()
  await press('Logout')(page)
}

/** No signal from here on, with the whole app on the device. */
export const withoutSignal: Act = async (page) => {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await page.context().setOffline(true)
}

/** Every call is answered as by a server with a fault in it. */
export const serverFails: Act = async (page) => {
  const answer = { status: 500, json: { detail: 'Internal Server Error' } }
  await page.context().route('**/api/**', (route) => route.fulfill(answer))
}

/** The server refuses comments: what is written stays, and needs the person who wrote it. */
const refused: Act = async (page) => {
  await page
    .context()
    .route('**/api/**', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 422, json: { detail: 'Comments on this address are closed' } })
        : route.fallback(),
    )
  const comment = page
    .getByRole('textbox', { name: /comment/i })
    .filter({ visible: true })
    .first()
  await comment.fill('The gate is open again, and nobody answers')
  await press(/^(Post|Add Comment)$/)(page)
  await page.getByText('Comments on this address are closed').first().waitFor()
}

/** Without signal: an observation with two photos is saved, another one is half typed, with a photo. */
const work: Act = async (page) => {
  await withoutSignal(page)
  const photos = page.locator('input[type=file][multiple]').first()
  const form = page.getByRole('form', { name: 'Add observation' })
  const taken = page.getByRole('list', { name: 'Chosen files' }).getByText('Saved')
  await photos.setInputFiles(await pictures(['broken window', 'damp corner']))
  await taken.nth(1).waitFor()
  await form.getByLabel('Observation', { exact: true }).fill('The window does not close, and the wall below is damp')
  // By keyboard: on a narrow phone the bars leave little room to tap in without moving the page.
  await form.getByLabel('Potential violation').press('Space')
  await page.getByRole('button', { name: /^(Save|Add) Observation$/ }).click()
  await page.getByRole('article').filter({ hasText: 'The window does not close' }).waitFor()
  await photos.setInputFiles(await pictures(['outlet']))
  await taken.first().waitFor()
  await form.getByLabel('Observation', { exact: true }).fill('Outlet by the sink has no')
}

/** A photo of a violation is opened. */
const enlarged = press(/^Enlarge/)

/** One file that is no original. */
const verified: Act = async (page) => {
  await page.getByLabel('Files to verify').setInputFiles(await pictures(['outlet']))
  await page
    .getByRole('list', { name: 'Results' })
    .getByText(/No stored original|could not be asked/)
    .waitFor()
}

/** A picture waits, and an address is chosen for it. */
const toFile: Act = async (page) => {
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles(await pictures(['broken window']))
  // The search above every page is of addresses too. The picture before this one may have left a place chosen.
  const filing = page.getByRole('region', { name: 'File them' })
  await filing.waitFor()
  const clear = filing.getByRole('button', { name: 'Clear' })
  if (await clear.isVisible()) await clear.click()
  await filing.getByRole('combobox', { name: 'Address' }).fill('ald')
  await page.getByRole('option').first().click()
}

/** A waiting picture becomes the first of a new violation. */
const violationToFile = after(toFile, press(/^Violation$/), async (page) => {
  await page.getByLabel('Which violation').selectOption({ label: 'A new violation' })
  await page.getByRole('form', { name: 'New Violation' }).scrollIntoViewIfNeeded()
})

/** A HEIC picture and papers wait; one of them is broken. */
const papersToFile: Act = async (page) => {
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([
      { name: 'house.heic', mimeType: 'image/heic', buffer: heic },
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: await pdfOf(3) },
      { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\nnothing of a document') },
    ])
  // Each is drawn when it comes into sight.
  for (const name of ['house.heic', 'plan.pdf', 'broken.pdf'])
    await page
      .getByRole('button', { name: `Remove ${name}` })
      .first()
      .scrollIntoViewIfNeeded()
  await page.getByText('It may be broken').first().waitFor()
  await page.getByRole('img', { name: 'house.heic', exact: true }).first().waitFor()
}

/** The search of anything, with something typed. */
const goTo: Act = async (page) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Go to' }).fill('ma')
  await page.getByRole('option').first().waitFor()
}

/** Pictures as a camera hands them over. */
function pictures(drawn: readonly Scene[]) {
  const here = { zone: 'America/New_York', lat: 40.7, lng: -74 }
  return Promise.all(
    drawn.map(async (scene, at) => ({
      name: `${scene}.jpg`,
      mimeType: 'image/jpeg',
      buffer: await drawPicture(scene, scene, { at: new Date(), ...here }, chanceOf(at + 1)),
    })),
  )
}

/** The first proposed pair is called not the same, and the list of those is open. */
const notTheSame: Act = async (page) => {
  await page
    .getByRole('button', { name: /^Not the same:/ })
    .first()
    .click()
  await press('Show Not the same')(page)
  await page
    .getByRole('button', { name: /^Take back:/ })
    .first()
    .waitFor()
}

/** A file is chosen whose last line has a fault. */
const fileWith =
  (text: string): Act =>
  async (page) => {
    const file = { name: 'lines.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await page
      .getByText(/Line \d|line \d/)
      .first()
      .waitFor()
  }

/** The acts by the names that the list of screens uses, which end the names of their pictures. */
/** Two rows of a list, with all of its filters open. */
const tickedRows: Act = async (page) => {
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('button', { name: 'Tick rows' }).click()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
}

/** A call of somebody new about an address where something is open. */
const call: Act = async (page) => {
  await page.getByRole('combobox', { name: 'Caller' }).fill('410 555 0177')
  await page.getByLabel('Name of the new caller').fill('Cyrus Holloway-Brandt')
  await page.locator('main').getByRole('combobox', { name: 'Address', exact: true }).fill('3503 pip')
  await page.getByRole('option', { name: '3503 Pippin Ct' }).click()
  await page.getByRole('radio').nth(1).check()
  await page.getByLabel('What does the caller say?').fill('The weeds along the fence are higher than last year.')
}

export const acts = {
  edit: press('Edit'),
  'plot table': press('Show as table Week by week'),
  'not fixed': press('Not fixed'),
  'tick rows': tickedRows,
  columns: press('Columns'),
  'side by side': async (page) => {
    await press('Side by side')(page)
    await page.locator('tbody a').nth(2).click()
    await page.getByRole('button', { name: /^Close / }).waitFor()
  },
  'save view': press('Save this view'),
  'sign out phone': press(/^Sign out .*,/),
  'open review': async (page) => {
    await page.locator('tbody a').first().click()
    await page.getByRole('region', { name: 'Decision' }).waitFor()
  },
  'compare doubles': compared,
  'merge doubles': after(compared, press('Merge')),
  'not the same': notTheSame,
  'move card': press(/: move$/),
  conflicts: async (page) => {
    await page.getByText(/days have conflicts/).click()
  },
  'people with problems': fileWith(
    'name,email,role,phone\nAnn Archer,ann@town.example,ONS,4105550150\nBob,not an email,King,1\n',
  ),
  'codes with problems': after(
    press(/^Import a file/),
    fileWith('Chapter,Section,Name,Description\n12,12-99,Awnings,Awnings are fixed to the wall.\n,,No number,\n'),
  ),
  'choose inspectors': async (page) => {
    await page.getByLabel('From', { exact: true }).selectOption({ index: 2 })
    await page.getByLabel('To', { exact: true }).selectOption({ index: 3 })
    await page.getByRole('checkbox', { name: /^Violations/ }).waitFor()
  },
  'map filters': press('Show Filters'),
  call,
  'empty call': press('Save complaint'),
  menu: press('Open menu'),
  // A user who has begun has dismissed the first cards.
  begun: press('Hide'),
  'new sheet': (page) =>
    page.getByRole('navigation', { name: 'Quick actions' }).getByRole('button', { name: 'New' }).click(),
  search: choosing('Search by address or owner', 'ald'),
  'nothing found': async (page) => {
    await typed('Search by address or owner', 'zzzz')(page)
    await page.getByText(/^No /).first().waitFor()
  },
  'code picker': choosing('Suspected codes', 'smoke'),
  'contact picker': after(press('Existing contact'), choosing('Contact', 'ma')),
  'new contact': after(press('Existing contact'), press('New contact')),
  lightbox: enlarged,
  'about photo': after(enlarged, press('About this photo')),
  'mark up': after(enlarged, press('Mark up a copy')),
  'make notice': press('Make Notice'),
  'record service': press('Record Service'),
  seals: async (page) => {
    await page.getByRole('region', { name: 'Seals of each day' }).getByRole('button', { name: /Show/ }).click()
  },
  verify: verified,
  'to file': toFile,
  'violation to file': violationToFile,
  'papers to file': papersToFile,
  'go to': goTo,
  'alert kinds': press('Add alert'),
  'alert made': alertMade,
  'not done': press(/^Not done at/),
  finish: press('Finish'),
  'sign out': signOut,
  'sign out with work': signOut,
  'new citation': press('Add New Citation'),
  'add license': press('Add License'),
  'add contact': press('Add contact'),
  'no match': typed('Search contacts', 'zzzz'),
  'wrong password': async (page) => {
    await typed('Email', 'ons@codesoft.example')(page)
    await typed('Password', 'not this one')(page)
    await press('Sign in')(page)
    await page.getByRole('alert').waitFor()
  },
  'no password': press('Sign in'),
  'with work': work,
  refused,
} satisfies Record<string, Act>
