import type { Page } from '@playwright/test'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The words of each sheet that a page prints as it is at this moment; none where the browser cannot print just now. */
export async function printedSheets(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<string[]> {
  const bytes = await page.pdf({ format }).catch(() => null)
  if (!bytes) return []
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const sheets: string[] = []
  for (let n = 1; n <= pdf.numPages; n++) {
    const { items } = await (await pdf.getPage(n)).getTextContent()
    sheets.push(
      items
        .map((it) => ('str' in it ? it.str : ''))
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    )
  }
  return sheets
}

/** The words of each sheet, with the page told that it is printed. */
export async function sheetsOf(page: Page, format?: 'Letter' | 'A4'): Promise<string[]> {
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  const sheets = await printedSheets(page, format)
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  return sheets
}
