/** '26–50 of 1,204': the rows on a page; '1–25 of 90 so far' while more are being found. */
export const rowsText = (page: number, size: number, total: number, isCounting = false): string => {
  const count = `${total.toLocaleString('en-US')}${isCounting ? ' so far' : ''}`
  if (total === 0) return '0 of 0'
  const first = (page - 1) * size + 1
  return `${first.toLocaleString('en-US')}–${Math.min(page * size, total).toLocaleString('en-US')} of ${count}`
}
