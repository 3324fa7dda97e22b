/** Letters and figures that are not confused when they are read from paper. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A first password that can be copied from a slip: 'kx7m-p3qd-9vhw-t2rn', some 79 bits. */
export function firstPassword(): string {
  const drawn: string[] = []
  while (drawn.length < 16) {
    // Larger values are skipped, because their remainders would make some signs more likely.
    for (const number of crypto.getRandomValues(new Uint8Array(32)))
      if (number < 256 - (256 % signs.length)) drawn.push(signs[number % signs.length] ?? '')
  }
  const text = drawn.slice(0, 16).join('')
  return [0, 4, 8, 12].map((at) => text.slice(at, at + 4)).join('-')
}
