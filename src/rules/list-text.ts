/** 'one', 'one and two', 'one, two and three'; '' for nothing. */
export const listText = (parts: readonly string[]): string =>
  [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter((it) => it !== '').join(' and ')
