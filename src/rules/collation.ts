/** A comparison whose collator is made when it is first used: making one takes milliseconds of the app's start. */
function comparison(options: Intl.CollatorOptions): (a: string, b: string) => number {
  let collator: Intl.Collator | undefined
  return (a, b) => {
    // Many times faster than `localeCompare`, with the same order.
    collator ??= new Intl.Collator('en-US', options)
    return collator.compare(a, b)
  }
}

/** Alphabetical order without case, numbers as numbers. */
export const compareWords = comparison({ numeric: true, sensitivity: 'base' })

/** Alphabetical order, sign by sign. */
export const compareText = comparison({})
